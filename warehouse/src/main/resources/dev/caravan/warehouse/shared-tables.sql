-- Types, classifications and the tables that belong to no trade class.
-- Statements end with a semicolon at the end of a line.

CREATE TYPE location_level_t AS ENUM ('country', 'group');
CREATE TYPE group_type_t AS ENUM
  ('continent', 'political', 'region', 'rock_song', 'subregion', 'trade', 'wdi_income_level', 'wdi_region', 'world');
CREATE TYPE product_status_t AS ENUM ('new', 'absent', 'lost', 'present');
CREATE TYPE complexity_t AS ENUM ('low', 'moderate', 'high');
CREATE TYPE income_level_t AS ENUM ('high', 'upper middle', 'lower middle', 'low');

-- Where the rows come from: exactly one row. The vintage tells releases apart; synthetic is true for generated data.
CREATE TABLE public.data_source (
  name      text NOT NULL,
  vintage   text NOT NULL,
  synthetic boolean NOT NULL,
  note      text NOT NULL
);

CREATE TABLE public.year (
  year     integer PRIMARY KEY,
  deflator double precision
);

CREATE TABLE public.data_flags (
  country_id                         integer PRIMARY KEY,
  year                               boolean,
  former_country                     boolean,
  country_project                    boolean,
  rankings_override                  boolean,
  cp_override                        boolean,
  min_population                     boolean,
  population                         bigint,
  min_avg_export                     boolean,
  avg_export_3                       bigint,
  complexity_current_year_coverage   boolean,
  complexity_lookback_years_coverage boolean,
  services_any_coverage              boolean,
  services_current_years_coverage    boolean,
  imf_any_coverage                   boolean,
  imf_current_years_coverage         boolean,
  imf_lookback_years_coverage        boolean,
  rankings_eligible                  boolean,
  country_profiles_eligible          boolean,
  in_rankings                        boolean,
  in_cp                              boolean,
  in_mv                              boolean
);

CREATE SCHEMA classification;

CREATE TABLE classification.location_country (
  country_id           integer PRIMARY KEY,
  location_level       location_level_t,
  iso3_code            char(3),
  iso2_code            char(2),
  legacy_country_id    integer,
  name_abbr_en         text,
  incomelevel_enum     income_level_t,
  the_prefix           boolean,
  is_trusted           boolean,
  in_rankings          boolean,
  reported_serv        boolean,
  reported_serv_recent boolean,
  former_country       boolean,
  country_project      boolean,
  rankings_override    boolean,
  cp_override          boolean,
  in_cp                boolean,
  in_mv                boolean,
  name_en              text,
  name_short_en        text,
  name_es              text,
  name_short_es        text
);

CREATE TABLE classification.location_group (
  group_id                     integer PRIMARY KEY,
  location_level               location_level_t,
  group_type                   group_type_t,
  group_name                   text,
  parent_id                    integer,
  parent_type                  group_type_t,
  parent_name                  text,
  gdp_mean                     bigint,
  gdp_sum                      bigint,
  export_value_mean            bigint,
  export_value_sum             bigint,
  export_value_cagr_3          double precision,
  export_value_cagr_5          double precision,
  export_value_cagr_10         double precision,
  export_value_cagr_15         double precision,
  export_value_non_oil_cagr_3  double precision,
  export_value_non_oil_cagr_5  double precision,
  export_value_non_oil_cagr_10 double precision,
  export_value_non_oil_cagr_15 double precision,
  gdp_cagr_3                   double precision,
  gdp_cagr_5                   double precision,
  gdp_cagr_10                  double precision,
  gdp_cagr_15                  double precision,
  gdp_const_cagr_3             double precision,
  gdp_const_cagr_5             double precision,
  gdp_const_cagr_10            double precision,
  gdp_const_cagr_15            double precision,
  gdppc_const_cagr_3           double precision,
  gdppc_const_cagr_5           double precision,
  gdppc_const_cagr_10          double precision,
  gdppc_const_cagr_15          double precision
);

CREATE TABLE classification.location_group_member (
  country_id integer,
  group_id   integer,
  group_type group_type_t,
  group_name text,
  PRIMARY KEY (group_id, country_id)
);

CREATE TABLE classification.product_hs92 (
  product_id              integer PRIMARY KEY,
  cluster_id              integer,
  product_level           integer,
  name_en                 text,
  name_short_en           text,
  name_es                 text,
  name_short_es           text,
  parent_id               integer,
  top_parent_id           integer,
  product_id_hierarchy    varchar,
  code                    text,
  product_space_x         double precision,
  product_space_y         double precision,
  legacy_product_space_x  double precision,
  legacy_product_space_y  double precision,
  is_shown                boolean,
  show_feasibility        boolean,
  global_export_threshold boolean,
  natural_resource        boolean
);
CREATE TABLE classification.product_hs12 (LIKE classification.product_hs92 INCLUDING ALL);
CREATE TABLE classification.product_hs22 (LIKE classification.product_hs92 INCLUDING ALL);
CREATE TABLE classification.product_sitc (LIKE classification.product_hs92 INCLUDING ALL);
CREATE TABLE classification.product_services_unilateral (LIKE classification.product_hs92 INCLUDING ALL);
CREATE TABLE classification.product_services_bilateral (LIKE classification.product_hs92 INCLUDING ALL);

CREATE TABLE classification.product_hs92_ps_clusters (
  cluster_id    integer PRIMARY KEY,
  name_en       text,
  name_short_en text,
  name_es       text,
  name_short_es text
);

CREATE TABLE classification.product_hs92_ps_edges (
  product_id    integer,
  target_id     integer,
  score         double precision,
  weight        double precision,
  umap_distance double precision,
  PRIMARY KEY (product_id, target_id)
);
