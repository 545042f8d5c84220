CREATE SCHEMA shipping;
CREATE TABLE shipping.data_source (name VARCHAR, vintage VARCHAR, synthetic BOOLEAN, note VARCHAR, today DATE);
CREATE TABLE shipping.ports (port_id INTEGER PRIMARY KEY, name VARCHAR, unlocode VARCHAR, city VARCHAR, country VARCHAR, region VARCHAR);
CREATE TABLE shipping.terminals (terminal_id INTEGER PRIMARY KEY, name VARCHAR, port_id INTEGER);
CREATE TABLE shipping.carriers (carrier_id INTEGER PRIMARY KEY, name VARCHAR, scac VARCHAR, home_country VARCHAR);
CREATE TABLE shipping.vessels (vessel_id INTEGER PRIMARY KEY, name VARCHAR, imo VARCHAR, carrier_id INTEGER, capacity_teu INTEGER, built_year INTEGER);
CREATE TABLE shipping.importers (importer_id INTEGER PRIMARY KEY, name VARCHAR, industry VARCHAR);
-- arrival_date and delay_days are empty until a shipment has arrived
CREATE TABLE shipping.shipments (shipment_id INTEGER PRIMARY KEY, number VARCHAR, importer_id INTEGER, carrier_id INTEGER, vessel_id INTEGER,
  destination_port_id INTEGER, origin_port_id INTEGER, terminal_id INTEGER, departure_date DATE, planned_arrival_date DATE, arrival_date DATE,
  delay_days INTEGER, status VARCHAR, commodity VARCHAR, weight_kg DOUBLE, teu INTEGER, value_usd DOUBLE, freight_usd DOUBLE);
CREATE TABLE shipping.containers (container_id INTEGER PRIMARY KEY, number VARCHAR, shipment_id INTEGER, type VARCHAR, status VARCHAR,
  weight_kg DOUBLE, teu INTEGER);

-- real files: weights and freight that are words or refer to other lines are empty numbers, with the word beside them
CREATE TABLE shipping.deliveries (delivery_id INTEGER PRIMARY KEY, project_code VARCHAR, quote_number VARCHAR, order_number VARCHAR,
  shipment_number VARCHAR, country VARCHAR, managed_by VARCHAR, fulfilled_via VARCHAR, incoterm VARCHAR, shipment_mode VARCHAR,
  quote_date DATE, order_date DATE, scheduled_date DATE, delivered_date DATE, recorded_date DATE, delay_days INTEGER,
  product_group VARCHAR, sub_classification VARCHAR, vendor VARCHAR, item VARCHAR, molecule VARCHAR, brand VARCHAR, dosage VARCHAR,
  dosage_form VARCHAR, units_per_pack INTEGER, quantity INTEGER, value_usd DOUBLE, pack_price DOUBLE, unit_price DOUBLE,
  manufacturing_site VARCHAR, first_line BOOLEAN, weight_kg DOUBLE, weight_note VARCHAR, freight_usd DOUBLE, freight_note VARCHAR,
  insurance_usd DOUBLE);
CREATE TABLE shipping.imports_by_importer (port_city VARCHAR, month DATE, importer VARCHAR, quantity_kbbl DOUBLE, shipments INTEGER);
CREATE TABLE shipping.imports_by_origin (port_city VARCHAR, month DATE, origin_country VARCHAR, quantity_kbbl DOUBLE, shipments INTEGER);
CREATE TABLE shipping.imports_by_product (port_city VARCHAR, month DATE, product VARCHAR, quantity_kbbl DOUBLE, shipments INTEGER);
CREATE TABLE shipping.company_imports (month DATE, importer VARCHAR, product VARCHAR, port_city VARCHAR, state VARCHAR, country VARCHAR,
  quantity_kbbl DOUBLE, sulfur DOUBLE);
