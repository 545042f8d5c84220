-- Fills the tables from a folder of CSV files, plain or .gz, in any subfolder; the variable dir is that folder.
-- Seasons of player and team figures: files named player_stats_… and team_stats_… as exported from the league's statistics
-- site, one row a player or team and season. A statement marked optional may miss its file; the report says so.

INSERT INTO league.players
SELECT PERSON_ID, trim(coalesce(PLAYER_FIRST_NAME, '') || ' ' || coalesce(PLAYER_LAST_NAME, '')), "POSITION",
  try_cast(split_part(HEIGHT, '-', 1) AS INTEGER) * 12 + try_cast(split_part(HEIGHT, '-', 2) AS INTEGER), try_cast(WEIGHT AS INTEGER),
  COLLEGE, COUNTRY, try_cast(try_cast(DRAFT_YEAR AS DOUBLE) AS INTEGER), try_cast(try_cast(DRAFT_ROUND AS DOUBLE) AS INTEGER),
  try_cast(try_cast(DRAFT_NUMBER AS DOUBLE) AS INTEGER), try_cast(FROM_YEAR AS INTEGER) + 1, try_cast(TO_YEAR AS INTEGER) + 1, 0
FROM read_csv(getvariable('dir') || '/**/player_index.csv*', all_varchar = false);

INSERT INTO league.player_regular
SELECT PLAYER_ID, TEAM_ID, cast(left(SEASON, 4) AS INTEGER) + 1, AGE, GP, W, L, "MIN", FGM, FGA, FG_PCT, FG3M, FG3A, FG3_PCT, FTM, FTA,
  FT_PCT, OREB, DREB, REB, AST, TOV, STL, BLK, PF, PTS, PLUS_MINUS, DD2, TD3
FROM read_csv(getvariable('dir') || '/**/player_stats_tradition*_rs.csv*');

-- optional: players in the playoffs
INSERT INTO league.player_playoffs
SELECT PLAYER_ID, TEAM_ID, cast(left(SEASON, 4) AS INTEGER) + 1, AGE, GP, W, L, "MIN", FGM, FGA, FG_PCT, FG3M, FG3A, FG3_PCT, FTM, FTA,
  FT_PCT, OREB, DREB, REB, AST, TOV, STL, BLK, PF, PTS, PLUS_MINUS, DD2, TD3
FROM read_csv(getvariable('dir') || '/**/player_stats_tradition*_po.csv*');

INSERT INTO league.team_regular
SELECT t.TEAM_ID, cast(left(t.SEASON, 4) AS INTEGER) + 1, t.GP, t.W, t.L, t.W_PCT, t.FGM, t.FGA, t.FG_PCT, t.FG3M, t.FG3A, t.FG3_PCT,
  t.FTM, t.FTA, t.FT_PCT, t.OREB, t.DREB, t.REB, t.AST, t.TOV, t.STL, t.BLK, t.PF, t.PTS, t.PLUS_MINUS,
  a.OFF_RATING, a.DEF_RATING, a.NET_RATING, a.PACE, a.TS_PCT, a.EFG_PCT, a.AST_TO, t.PTS - t.PLUS_MINUS, NULL, NULL
FROM read_csv(getvariable('dir') || '/**/team_stats_traditional_rs.csv*') t
LEFT JOIN read_csv(getvariable('dir') || '/**/team_stats_advanced_rs.csv*') a USING (TEAM_ID, SEASON);

-- optional: what opponents of teams scored
UPDATE league.team_regular SET opp_pts = o.OPP_PTS, opp_fg_pct = o.OPP_FG_PCT, opp_fg3_pct = o.OPP_FG3_PCT
FROM read_csv(getvariable('dir') || '/**/team_stats_opponent_rs.csv*') o
WHERE o.TEAM_ID = team_regular.team_id AND cast(left(o.SEASON, 4) AS INTEGER) + 1 = team_regular.season;

-- optional: teams in the playoffs
INSERT INTO league.team_playoffs
SELECT t.TEAM_ID, cast(left(t.SEASON, 4) AS INTEGER) + 1, t.GP, t.W, t.L, t.W_PCT, t.FGM, t.FGA, t.FG_PCT, t.FG3M, t.FG3A, t.FG3_PCT,
  t.FTM, t.FTA, t.FT_PCT, t.OREB, t.DREB, t.REB, t.AST, t.TOV, t.STL, t.BLK, t.PF, t.PTS, t.PLUS_MINUS,
  a.OFF_RATING, a.DEF_RATING, a.NET_RATING, a.PACE, a.TS_PCT, a.EFG_PCT, a.AST_TO, t.PTS - t.PLUS_MINUS, NULL, NULL
FROM read_csv(getvariable('dir') || '/**/team_stats_traditional_po.csv*') t
LEFT JOIN read_csv(getvariable('dir') || '/**/team_stats_advanced_po.csv*') a USING (TEAM_ID, SEASON);

-- optional: playoff games
-- some games stand in the file twice
INSERT INTO league.playoff_games
WITH g AS (
  SELECT DISTINCT ON (GAME_ID, TEAM_ID) *
  FROM read_csv(getvariable('dir') || '/**/play_off_totals_*.csv*', types = {'GAME_ID': 'VARCHAR'}) ORDER BY GAME_ID, TEAM_ID)
SELECT g.GAME_ID, g.TEAM_ID, o.TEAM_ID, cast(left(g.SEASON_YEAR, 4) AS INTEGER) + 1, cast(g.GAME_DATE AS DATE), g.MATCHUP,
  CASE WHEN g.MATCHUP LIKE '%vs.%' THEN 'home' ELSE 'away' END, g.WL, 1, cast(g.WL = 'W' AS INTEGER), cast(g.WL = 'L' AS INTEGER),
  g.FGM, g.FGA, g.FG_PCT, g.FG3M, g.FG3A, g.FG3_PCT, g.FTM, g.FTA, g.FT_PCT, g.OREB, g.DREB, g.REB, g.AST, g.TOV, g.STL, g.BLK, g.PF, g.PTS, g.PLUS_MINUS
FROM g LEFT JOIN g o ON o.GAME_ID = g.GAME_ID AND o.TEAM_ID <> g.TEAM_ID;

-- players whom the index does not list still have a name in their seasons
INSERT INTO league.players (player_id, player, prominence)
SELECT PLAYER_ID, any_value(PLAYER_NAME), 0
FROM read_csv(getvariable('dir') || '/**/player_stats_tradition*_rs.csv*')
WHERE PLAYER_ID NOT IN (SELECT player_id FROM league.players) GROUP BY PLAYER_ID;

-- of several people of one last name the one with more points is usually meant
UPDATE league.players SET prominence = p.points
FROM (SELECT player_id, sum(pts * games) AS points FROM league.player_regular GROUP BY player_id) p
WHERE p.player_id = players.player_id;

INSERT INTO league.data_source
SELECT 'NBA statistics', 'seasons ' || min(season) - 1 || '-' || right(cast(min(season) AS VARCHAR), 2) || ' to '
  || max(season) - 1 || '-' || right(cast(max(season) AS VARCHAR), 2), false, 'loaded from files'
FROM league.team_regular;
