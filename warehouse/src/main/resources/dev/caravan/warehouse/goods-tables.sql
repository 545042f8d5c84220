-- The tables that only goods classes have.

-- proximity of two products
CREATE TABLE {schema}.product_product_4 (
  product_id    integer,
  target_id     integer,
  product_level integer,
  strength      double precision
);

-- distribution of a variable over countries
CREATE TABLE {schema}.country_year_thresholds (
  country_id    integer,
  year          integer,
  variable      varchar,
  mean          double precision,
  median        double precision,
  min           double precision,
  max           double precision,
  std           double precision,
  percentile_10 double precision,
  percentile_20 double precision,
  percentile_25 double precision,
  percentile_30 double precision,
  percentile_40 double precision,
  percentile_50 double precision,
  percentile_60 double precision,
  percentile_70 double precision,
  percentile_75 double precision,
  percentile_80 double precision,
  percentile_90 double precision
);
