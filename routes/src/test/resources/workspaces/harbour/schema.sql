CREATE SCHEMA harbour;
CREATE TABLE harbour.ports (port_id INTEGER PRIMARY KEY, name VARCHAR, code VARCHAR, country VARCHAR);
CREATE TABLE harbour.terminals (terminal_id INTEGER PRIMARY KEY, name VARCHAR, port_id INTEGER);
CREATE TABLE harbour.carriers (carrier_id INTEGER PRIMARY KEY, name VARCHAR);
CREATE TABLE harbour.shipments (shipment_id INTEGER PRIMARY KEY, number VARCHAR, port_id INTEGER, terminal_id INTEGER, carrier_id INTEGER,
  departure_date DATE, arrival_date DATE, delay_days INTEGER, weight DOUBLE, status VARCHAR);
CREATE TABLE harbour.containers (container_id INTEGER PRIMARY KEY, number VARCHAR, shipment_id INTEGER, type VARCHAR, status VARCHAR);
