-- Changes over a look-back period: only class hs92 has them, at 1, 2 and 4 digits; the public release leaves them empty.

CREATE TABLE {schema}.country_product_lookback_{level} (
  country_id                  integer,
  product_id                  integer,
  lookback                    integer,
  lookback_year               integer,
  location_level              location_level_t,
  product_level               integer,
  export_value_change         double precision,
  export_value_cagr           double precision,
  export_value_growth         double precision,
  export_value_percent_change double precision,
  export_rpop_change          double precision,
  global_market_share_change  double precision,
  global_market_share_growth  double precision,
  global_market_share_cagr    double precision
);
