-- The tables of the league. A season is named by the year it ends in: 2023 is the season 2022-23.
-- Player and team figures are averages per game as published, unless a name says otherwise.
CREATE SCHEMA league;

CREATE TABLE league.data_source (name VARCHAR, vintage VARCHAR, synthetic BOOLEAN, note VARCHAR);

CREATE TABLE league.teams (
  team_id BIGINT PRIMARY KEY, team VARCHAR, nickname VARCHAR, city VARCHAR, abbreviation VARCHAR,
  conference VARCHAR, division VARCHAR, prominence DOUBLE);

CREATE TABLE league.players (
  player_id BIGINT PRIMARY KEY, player VARCHAR, position VARCHAR, height_inches INTEGER, weight_pounds INTEGER,
  college VARCHAR, country VARCHAR, draft_year INTEGER, draft_round INTEGER, draft_number INTEGER,
  first_season INTEGER, last_season INTEGER, prominence DOUBLE);

CREATE TABLE league.player_regular (
  player_id BIGINT, team_id BIGINT, season INTEGER, age DOUBLE, games INTEGER, wins INTEGER, losses INTEGER, minutes DOUBLE,
  fgm DOUBLE, fga DOUBLE, fg_pct DOUBLE, fg3m DOUBLE, fg3a DOUBLE, fg3_pct DOUBLE, ftm DOUBLE, fta DOUBLE, ft_pct DOUBLE,
  oreb DOUBLE, dreb DOUBLE, reb DOUBLE, ast DOUBLE, tov DOUBLE, stl DOUBLE, blk DOUBLE, pf DOUBLE, pts DOUBLE,
  plus_minus DOUBLE, double_doubles INTEGER, triple_doubles INTEGER, PRIMARY KEY (player_id, season));
CREATE TABLE league.player_playoffs AS FROM league.player_regular;

CREATE TABLE league.team_regular (
  team_id BIGINT, season INTEGER, games INTEGER, wins INTEGER, losses INTEGER, win_pct DOUBLE,
  fgm DOUBLE, fga DOUBLE, fg_pct DOUBLE, fg3m DOUBLE, fg3a DOUBLE, fg3_pct DOUBLE, ftm DOUBLE, fta DOUBLE, ft_pct DOUBLE,
  oreb DOUBLE, dreb DOUBLE, reb DOUBLE, ast DOUBLE, tov DOUBLE, stl DOUBLE, blk DOUBLE, pf DOUBLE, pts DOUBLE,
  plus_minus DOUBLE, off_rating DOUBLE, def_rating DOUBLE, net_rating DOUBLE, pace DOUBLE, ts_pct DOUBLE, efg_pct DOUBLE,
  ast_to DOUBLE, opp_pts DOUBLE, opp_fg_pct DOUBLE, opp_fg3_pct DOUBLE, PRIMARY KEY (team_id, season));
CREATE TABLE league.team_playoffs AS FROM league.team_regular;

CREATE TABLE league.playoff_games (
  game_id VARCHAR, team_id BIGINT, opponent_id BIGINT, season INTEGER, game_date DATE, game_month VARCHAR GENERATED ALWAYS AS (CAST(month(game_date) AS VARCHAR)), matchup VARCHAR, location VARCHAR,
  result VARCHAR, games INTEGER, wins INTEGER, losses INTEGER, fgm INTEGER, fga INTEGER, fg_pct DOUBLE, fg3m INTEGER,
  fg3a INTEGER, fg3_pct DOUBLE, ftm INTEGER, fta INTEGER, ft_pct DOUBLE, oreb INTEGER, dreb INTEGER, reb INTEGER,
  ast INTEGER, tov DOUBLE, stl INTEGER, blk INTEGER, pf INTEGER, pts INTEGER, plus_minus DOUBLE,
  PRIMARY KEY (game_id, team_id));

INSERT INTO league.teams
SELECT 1610612700 + id, city || ' ' || nickname, nickname, city, abbreviation, conference, division, 0
FROM (VALUES
  (37, 'Atlanta', 'Hawks', 'ATL', 'East', 'Southeast'), (38, 'Boston', 'Celtics', 'BOS', 'East', 'Atlantic'),
  (39, 'Cleveland', 'Cavaliers', 'CLE', 'East', 'Central'), (40, 'New Orleans', 'Pelicans', 'NOP', 'West', 'Southwest'),
  (41, 'Chicago', 'Bulls', 'CHI', 'East', 'Central'), (42, 'Dallas', 'Mavericks', 'DAL', 'West', 'Southwest'),
  (43, 'Denver', 'Nuggets', 'DEN', 'West', 'Northwest'), (44, 'Golden State', 'Warriors', 'GSW', 'West', 'Pacific'),
  (45, 'Houston', 'Rockets', 'HOU', 'West', 'Southwest'), (46, 'Los Angeles', 'Clippers', 'LAC', 'West', 'Pacific'),
  (47, 'Los Angeles', 'Lakers', 'LAL', 'West', 'Pacific'), (48, 'Miami', 'Heat', 'MIA', 'East', 'Southeast'),
  (49, 'Milwaukee', 'Bucks', 'MIL', 'East', 'Central'), (50, 'Minnesota', 'Timberwolves', 'MIN', 'West', 'Northwest'),
  (51, 'Brooklyn', 'Nets', 'BKN', 'East', 'Atlantic'), (52, 'New York', 'Knicks', 'NYK', 'East', 'Atlantic'),
  (53, 'Orlando', 'Magic', 'ORL', 'East', 'Southeast'), (54, 'Indiana', 'Pacers', 'IND', 'East', 'Central'),
  (55, 'Philadelphia', '76ers', 'PHI', 'East', 'Atlantic'), (56, 'Phoenix', 'Suns', 'PHX', 'West', 'Pacific'),
  (57, 'Portland', 'Trail Blazers', 'POR', 'West', 'Northwest'), (58, 'Sacramento', 'Kings', 'SAC', 'West', 'Pacific'),
  (59, 'San Antonio', 'Spurs', 'SAS', 'West', 'Southwest'), (60, 'Oklahoma City', 'Thunder', 'OKC', 'West', 'Northwest'),
  (61, 'Toronto', 'Raptors', 'TOR', 'East', 'Atlantic'), (62, 'Utah', 'Jazz', 'UTA', 'West', 'Northwest'),
  (63, 'Memphis', 'Grizzlies', 'MEM', 'West', 'Southwest'), (64, 'Washington', 'Wizards', 'WAS', 'East', 'Southeast'),
  (65, 'Detroit', 'Pistons', 'DET', 'East', 'Central'), (66, 'Charlotte', 'Hornets', 'CHA', 'East', 'Southeast')
) AS t (id, city, nickname, abbreviation, conference, division);
