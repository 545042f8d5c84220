-- A synthetic league: the real teams with invented players and figures, always the same. A figure comes from a hash of what
-- it belongs to, so that no order of execution changes it. Team figures follow from those of the players.
CREATE TEMP MACRO noise(text) AS (hash(text) % 1000003) / 1000003.0;
-- about the usual figure of a season, a little more or less as the team's sum is
CREATE TEMP MACRO like_others(total, usual) AS usual * (0.8 + 0.2 * total / avg(total) OVER (PARTITION BY season));

-- a career begins at 19 to 22 and lasts six to fifteen seasons; every year as many begin as end
INSERT INTO league.players
WITH names AS (
  SELECT ['Aldo','Bram','Corin','Dario','Emil','Fenn','Garo','Hale','Ivo','Jaro','Kian','Leif','Milo','Nero','Odan','Piet','Quill','Rafe','Soren','Tavi','Ugo','Vidar','Wim','Yael'] AS first,
         ['Abrandt','Bellmore','Castrane','Dunwick','Elsgood','Farrowby','Gantley','Hollister','Ingram','Jarvoss','Kestrel','Lomond','Marchetti','Norrgard','Okonjo','Palliser','Quennell','Rostand','Silvane','Thackeray','Umbria','Varga','Wexley','Yarrow','Zeller'] AS last)
SELECT n, first[1 + n % 24] || ' ' || last[1 + (n // 24 + n * 2) % 25],
  ['G', 'G', 'F', 'F', 'C'][1 + n % 5], 72 + (n % 5) * 3 + cast(noise('h' || n) * 4 AS INTEGER), 180 + (n % 5) * 18, 'State', 'USA',
  debut - 1, 1 + n % 2, 1 + n % 60, debut, debut + 5 + cast(noise('len' || n) * 9 AS INTEGER), noise('skill' || n)
FROM range(1, 601) r (n), LATERAL (SELECT 1999 + cast(noise('debut' || n) * 24 AS INTEGER) AS debut) d, names;

INSERT INTO league.player_regular
SELECT p.player_id, 1610612737 + (p.player_id - 1) % 30, s.season, 19 + cast(noise('age' || p.player_id) * 3 AS INTEGER) + s.season - first_season,
  40 + cast(noise('g' || p.player_id || s.season) * 42 AS INTEGER), 0, 0, round(14 + skill * 22, 1),
  round(fga * fg, 1), round(fga, 1), round(fg, 3), round(fg3a * fg3, 1), round(fg3a, 1), round(fg3, 3), round(fta * ft, 1), round(fta, 1), round(ft, 3),
  round(0.4 + big * 1.8 * skill, 1), round(1.5 + big * 6 * skill, 1), 0, round(0.8 + (1 - big) * 8 * skill, 1), round(0.6 + skill * 2.2, 1),
  round(0.3 + skill, 1), round(0.1 + big * 1.4 * skill, 1), 2.1, 0, round((skill - 0.5) * 9, 1), cast(skill * big * 30 AS INTEGER), cast(skill * skill * 5 AS INTEGER)
FROM (SELECT player_id, first_season, last_season, prominence AS base, (player_id % 5) / 4.0 AS big FROM league.players p) p
JOIN range(2011, 2024) s (season) ON s.season BETWEEN p.first_season AND p.last_season,
  LATERAL (SELECT least(0.99, greatest(0.02, p.base * 0.85 + noise('s' || p.player_id || s.season) * 0.3 - 0.08)) AS skill) k,
  LATERAL (SELECT 3 + k.skill * 17 AS fga, 0.37 + big * 0.09 + noise('f' || p.player_id || s.season) * 0.08 AS fg,
    (1 - big * 0.8) * k.skill * (4 + (s.season - 2011) * 0.3) AS fg3a, 0.29 + noise('t' || p.player_id || s.season) * 0.12 AS fg3,
    0.8 + k.skill * 6 AS fta, 0.66 + noise('l' || p.player_id || s.season) * 0.24 AS ft) r;
UPDATE league.player_regular SET reb = round(oreb + dreb, 1), pts = round(2 * fgm + fg3m + ftm, 1),
  wins = cast(games * (0.2 + 0.6 * noise('w' || team_id || season)) AS INTEGER);
UPDATE league.player_regular SET losses = games - wins;

-- a team scores what its pace and its efficiency make; how the points come about follows from its players
INSERT INTO league.team_regular
WITH sums AS (
  SELECT team_id, season, cast(82 * (0.2 + 0.6 * noise('w' || team_id || season)) AS INTEGER) AS wins,
    round(91 + (season - 2011) * 0.6 + noise('pace' || team_id || season) * 6, 1) AS pace, 101 + (season - 2011) * 0.7 + noise('eff' || team_id || season) * 5 AS level,
    sum(fga) AS fga, sum(fgm) / sum(fga) AS fg, sum(fg3a) / sum(fga) AS threes, sum(fg3m) / sum(fg3a) AS fg3, sum(fta) / sum(fga) AS line, sum(ftm) / sum(fta) AS ft,
    sum(oreb) AS oreb, sum(dreb) AS dreb, sum(ast) AS ast, sum(tov) AS tov, sum(stl) AS stl, sum(blk) AS blk
  FROM league.player_regular GROUP BY team_id, season),
teams AS (
  SELECT *, (wins - 41) / 2.7 AS margin, level + (wins - 41) / 5.4 AS attack,
    (level + (wins - 41) / 5.4) * pace / 100 / (2 * fg + threes * fg3 + line * ft) AS shots FROM sums),
figures AS (
  SELECT team_id, season, wins, pace, attack, margin, shots * fg AS fgm, shots AS fga, shots * threes * fg3 AS fg3m, shots * threes AS fg3a,
    shots * line * ft AS ftm, shots * line AS fta, like_others(oreb, 10.4) AS oreb, like_others(dreb, 33) AS dreb, like_others(ast, 23.4) AS ast,
    like_others(tov, 14) AS tov, like_others(stl, 7.7) AS stl, like_others(blk, 4.9) AS blk
  FROM teams)
SELECT team_id, season, 82, wins, 82 - wins, round(wins / 82, 3), round(fgm, 1), round(fga, 1), round(fgm / fga, 3), round(fg3m, 1), round(fg3a, 1),
  round(fg3m / fg3a, 3), round(ftm, 1), round(fta, 1), round(ftm / fta, 3), round(oreb, 1), round(dreb, 1), round(oreb + dreb, 1), round(ast, 1), round(tov, 1),
  round(stl, 1), round(blk, 1), 20.4, round(attack * pace / 100, 1), round(margin * pace / 100, 1), round(attack, 1), round(attack - margin, 1), round(margin, 1), pace,
  round(attack * pace / 100 / (2 * (fga + 0.44 * fta)), 3), round((fgm + 0.5 * fg3m) / fga, 3), round(ast / tov, 2), round((attack - margin) * pace / 100, 1), 0.46, 0.35
FROM figures;

-- the eight best of each conference play each other: first against last in three rounds, then for the title
CREATE TEMP TABLE seeds AS
SELECT t.team_id, t.season, k.conference, row_number() OVER (PARTITION BY t.season, k.conference ORDER BY t.wins DESC, t.team_id) AS seed,
  t.wins + 10 * noise('form' || t.team_id || t.season) AS strength
FROM league.team_regular t JOIN league.teams k USING (team_id) QUALIFY seed <= 8;
CREATE TEMP TABLE series AS
SELECT a.season, 1 AS round, a.team_id AS one, b.team_id AS two, a.strength >= b.strength AS won
FROM seeds a JOIN seeds b ON a.season = b.season AND a.conference = b.conference AND a.seed + b.seed = 9 AND a.seed < b.seed;
CREATE TEMP TABLE winners AS SELECT s.season, s.round, CASE WHEN won THEN one ELSE two END AS team_id FROM series s;
INSERT INTO series
SELECT a.season, 2, a.team_id, b.team_id, a.strength >= b.strength
FROM (SELECT w.*, s.conference, s.strength, row_number() OVER (PARTITION BY w.season, s.conference ORDER BY s.seed) AS n FROM winners w JOIN seeds s USING (season, team_id)) a
JOIN (SELECT w.*, s.conference, s.strength, row_number() OVER (PARTITION BY w.season, s.conference ORDER BY s.seed) AS n FROM winners w JOIN seeds s USING (season, team_id)) b
  ON a.season = b.season AND a.conference = b.conference AND a.n + b.n = 5 AND a.n < b.n;
INSERT INTO series
SELECT a.season, 3, a.team_id, b.team_id, a.strength >= b.strength
FROM (SELECT s.season, CASE WHEN won THEN one ELSE two END AS team_id FROM series s WHERE round = 2) x
JOIN seeds a ON a.season = x.season AND a.team_id = x.team_id
JOIN (SELECT s.season, CASE WHEN won THEN one ELSE two END AS team_id FROM series s WHERE round = 2) y ON y.season = x.season
JOIN seeds b ON b.season = y.season AND b.team_id = y.team_id AND b.conference = a.conference AND a.team_id < b.team_id;
INSERT INTO series
SELECT a.season, 4, a.team_id, b.team_id, a.strength >= b.strength
FROM (SELECT s.season, CASE WHEN won THEN one ELSE two END AS team_id FROM series s WHERE round = 3) x
JOIN seeds a ON a.season = x.season AND a.team_id = x.team_id
JOIN (SELECT s.season, CASE WHEN won THEN one ELSE two END AS team_id FROM series s WHERE round = 3) y ON y.season = x.season
JOIN seeds b ON b.season = y.season AND b.team_id = y.team_id AND b.conference > a.conference;

-- four games to the winner and up to three to the loser
CREATE TEMP TABLE games AS
SELECT s.season, s.round, s.one, s.two, g.n, '004' || right(cast(s.season AS VARCHAR), 2) || '00' || s.round || right(cast(s.one AS VARCHAR), 2) || g.n AS game_id,
  CASE WHEN g.n > lost THEN s.won ELSE NOT s.won END AS one_wins, 96 + cast(noise('p' || s.season || s.one || s.two || g.n) * 30 AS INTEGER) AS high,
  1 + cast(noise('m' || s.season || s.one || s.two || g.n) * 18 AS INTEGER) AS margin
FROM series s, LATERAL (SELECT cast(noise('l' || s.season || s.one || s.two) * 3 AS INTEGER) AS lost) l, range(1, 8) g (n) WHERE g.n <= 4 + lost;
INSERT INTO league.playoff_games
SELECT game_id, team_id, opponent_id, season, make_date(season, 4, 15) + cast(round * 16 + n * 2 - 16 AS INTEGER),
  a.abbreviation || CASE WHEN at_home THEN ' vs. ' ELSE ' @ ' END || b.abbreviation, CASE WHEN at_home THEN 'home' ELSE 'away' END,
  CASE WHEN wins THEN 'W' ELSE 'L' END, 1, cast(wins AS INTEGER), 1 - cast(wins AS INTEGER), pts // 3 + 3, 84, round((pts // 3 + 3) / 84, 3),
  pts // 10, 30, round(pts // 10 / 30, 3), pts - 2 * (pts // 3 + 3) - pts // 10, 32, round((pts - 2 * (pts // 3 + 3) - pts // 10) / 32, 3), 10, 33, 43, pts // 5, 13, 8, 5, 20, pts,
  CASE WHEN wins THEN margin ELSE -margin END
FROM (
  SELECT game_id, season, round, n, one AS team_id, two AS opponent_id, n IN (1, 2, 5, 7) AS at_home, one_wins AS wins, CASE WHEN one_wins THEN high ELSE high - margin END AS pts, margin FROM games
  UNION ALL
  SELECT game_id, season, round, n, two, one, n NOT IN (1, 2, 5, 7), NOT one_wins, CASE WHEN one_wins THEN high - margin ELSE high END, margin FROM games) g
JOIN league.teams a USING (team_id) JOIN league.teams b ON b.team_id = g.opponent_id;

INSERT INTO league.team_playoffs
SELECT g.team_id, g.season, count(*), count(*) FILTER (WHERE result = 'W'), count(*) FILTER (WHERE result = 'L'),
  round(count(*) FILTER (WHERE result = 'W') / count(*), 3), round(avg(g.fgm), 1), round(avg(g.fga), 1), round(sum(g.fgm) / sum(g.fga), 3),
  round(avg(g.fg3m), 1), round(avg(g.fg3a), 1), round(sum(g.fg3m) / sum(g.fg3a), 3), round(avg(g.ftm), 1), round(avg(g.fta), 1), round(sum(g.ftm) / sum(g.fta), 3),
  10, 33, 43, round(avg(g.ast), 1), 13, 8, 5, 20, round(avg(g.pts), 1), round(avg(g.plus_minus), 1), round(100 * avg(g.pts) / 98, 1), round(100 * avg(g.pts - g.plus_minus) / 98, 1),
  round(100 * avg(g.plus_minus) / 98, 1), 98, round(sum(g.pts) / (2 * sum(g.fga + 0.44 * g.fta)), 3), round(sum(g.fgm + 0.5 * g.fg3m) / sum(g.fga), 3), 1.6,
  round(avg(g.pts - g.plus_minus), 1), 0.46, 0.35
FROM league.playoff_games g GROUP BY g.team_id, g.season;
INSERT INTO league.player_playoffs
SELECT r.* REPLACE (t.games AS games, t.wins AS wins, t.losses AS losses, round(r.pts * (0.9 + 0.2 * noise('po' || r.player_id || r.season)), 1) AS pts,
  cast(floor(r.double_doubles * t.games / r.games) AS INTEGER) AS double_doubles, cast(floor(r.triple_doubles * t.games / r.games) AS INTEGER) AS triple_doubles)
FROM league.player_regular r JOIN league.team_playoffs t USING (team_id, season);
UPDATE league.players SET prominence = p.points, first_season = p.first, last_season = p.last
FROM (SELECT player_id, sum(pts * games) AS points, min(season) AS first, max(season) AS last FROM league.player_regular GROUP BY player_id) p
WHERE p.player_id = players.player_id;
INSERT INTO league.data_source VALUES ('NBA statistics', 'seasons 2010-11 to 2022-23', true, 'an invented league under the names of real teams');
