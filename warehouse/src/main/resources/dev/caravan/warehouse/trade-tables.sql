-- The tables that every trade class has. {schema} is the class; a statement with {level} is repeated for each level
-- of the class (1, 2, 4 or 6 digits).

CREATE SCHEMA {schema};

-- one row per country and year: totals, complexity, macro figures; values in current USD
CREATE TABLE {schema}.country_year (
  country_id       integer,
  year             integer,
  location_level   location_level_t,
  export_value     bigint,
  import_value     bigint,
  eci              double precision,
  coi              double precision,
  diversity        integer,
  gdppc_ppp        double precision,
  gdp_ppp          double precision,
  gdppc            double precision,
  gdp              double precision,
  population       double precision,
  current_account  double precision,
  gdp_const        double precision,
  gdp_ppp_const    double precision,
  gdppc_const      double precision,
  gdppc_ppp_const  double precision,
  growth_proj      double precision
);

-- one row per country, product and year
CREATE TABLE {schema}.country_product_year_{level} (
  country_id                   integer,
  product_id                   integer,
  year                         integer,
  location_level               location_level_t,
  product_level                integer,
  global_market_share          double precision,
  export_value                 bigint,
  import_value                 bigint,
  export_rca                   double precision,
  export_rpop                  double precision,
  is_new                       boolean,
  product_status               product_status_t,
  cog                          double precision,
  distance                     double precision,
  normalized_pci               double precision,
  normalized_cog               double precision,
  normalized_distance          double precision,
  normalized_export_rca        double precision,
  normalized_pci_rcalt1        double precision,
  normalized_cog_rcalt1        double precision,
  normalized_distance_rcalt1   double precision,
  normalized_export_rca_rcalt1 double precision
);

-- one row per exporter, partner and year; import_value is what the country buys from the partner
CREATE TABLE {schema}.country_country_year (
  country_id     integer,
  partner_id     integer,
  year           integer,
  location_level location_level_t,
  partner_level  location_level_t,
  export_value   bigint,
  import_value   bigint
);

-- one row per exporter, partner, product and year
CREATE TABLE {schema}.country_country_product_year_{level} (
  country_id     integer,
  partner_id     integer,
  product_id     integer,
  year           integer,
  location_level location_level_t,
  partner_level  location_level_t,
  product_level  integer,
  export_value   bigint,
  import_value   bigint
);

CREATE TABLE {schema}.group_group_product_year_{level} (
  partner_id     integer,
  group_id       integer,
  product_id     integer,
  year           integer,
  location_level location_level_t,
  partner_level  location_level_t,
  group_type     group_type_t,
  partner_type   group_type_t,
  product_level  integer,
  export_value   bigint,
  import_value   bigint
);

-- one row per product and year: world totals
CREATE TABLE {schema}.product_year_{level} (
  product_id            integer,
  year                  integer,
  product_level         integer,
  export_value          bigint,
  import_value          bigint,
  export_value_growth_5 double precision,
  import_value_growth_5 double precision,
  export_value_cagr_5   double precision,
  import_value_cagr_5   double precision,
  pci                   double precision,
  complexity_enum       complexity_t
);
