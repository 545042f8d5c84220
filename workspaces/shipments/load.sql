-- Fills the tables from a folder of real files, plain or .gz, in any subfolder; the variable dir is that folder, today the day that "today"
-- means (without it, the last day that a delivery was recorded). A statement marked optional may miss its file; the report says so.

-- weights and freight costs are numbers, or words ("Weight Captured Separately"), or point to another line ("See ASN-93 (ID#:1281)"):
-- what is no number stays empty, with the words beside it, so that no sum counts it as zero unseen
INSERT INTO shipping.deliveries
WITH lines AS (SELECT * FROM read_csv(getvariable('dir') || '/**/*Delivery_History*.csv*', header = true, all_varchar = true, quote = '"')),
dated AS (
  SELECT *, coalesce(try_strptime("Scheduled Delivery Date", '%d-%b-%y'), try_strptime(replace("Scheduled Delivery Date", 'Sept', 'Sep'), '%d-%b-%y'))::DATE AS scheduled,
    coalesce(try_strptime("Delivered to Client Date", '%d-%b-%y'), try_strptime(replace("Delivered to Client Date", 'Sept', 'Sep'), '%d-%b-%y'))::DATE AS delivered,
    coalesce(try_strptime("Delivery Recorded Date", '%d-%b-%y'), try_strptime(replace("Delivery Recorded Date", 'Sept', 'Sep'), '%d-%b-%y'))::DATE AS recorded
  FROM lines)
SELECT CAST("ID" AS INTEGER), "Project Code", "PQ #", "PO / SO #", "ASN/DN #", "Country", "Managed By", "Fulfill Via",
  "Vendor INCO Term", "Shipment Mode",
  coalesce(try_strptime("PQ First Sent to Client Date", '%m/%d/%y'), try_strptime("PQ First Sent to Client Date", '%m/%d/%Y'))::DATE,
  coalesce(try_strptime("PO Sent to Vendor Date", '%m/%d/%y'), try_strptime("PO Sent to Vendor Date", '%m/%d/%Y'))::DATE,
  scheduled, delivered, recorded, delivered - scheduled,
  "Product Group", "Sub Classification", "Vendor", "Item Description", "Molecule/Test Type", "Brand", "Dosage", "Dosage Form",
  CAST("Unit of Measure (Per Pack)" AS INTEGER), CAST("Line Item Quantity" AS INTEGER), CAST("Line Item Value" AS DOUBLE),
  try_cast("Pack Price" AS DOUBLE), try_cast("Unit Price" AS DOUBLE), "Manufacturing Site", "First Line Designation" = 'Yes',
  try_cast("Weight (Kilograms)" AS DOUBLE), CASE WHEN try_cast("Weight (Kilograms)" AS DOUBLE) IS NULL THEN "Weight (Kilograms)" END,
  try_cast("Freight Cost (USD)" AS DOUBLE), CASE WHEN try_cast("Freight Cost (USD)" AS DOUBLE) IS NULL THEN "Freight Cost (USD)" END,
  try_cast("Line Item Insurance (USD)" AS DOUBLE)
FROM dated;

-- optional: ports of the world
INSERT INTO shipping.ports
WITH file AS (SELECT json FROM read_json_objects(getvariable('dir') || '/**/sea_ports_unlocode.json*', format = 'unstructured', maximum_object_size = 50000000))
SELECT row_number() OVER (ORDER BY key), value ->> 'name', key, value ->> 'city', value ->> 'country', value ->> 'province'
FROM file, json_each(json);

-- optional: oil imports by port, month and importer
INSERT INTO shipping.imports_by_importer
SELECT port_city, CAST(period || '-01' AS DATE), importer, quantity_kbbl, shipments
FROM read_csv(getvariable('dir') || '/**/*imports_port_month_importer.csv*', types = {'period': 'VARCHAR'});

-- optional: oil imports by port, month and country of origin
INSERT INTO shipping.imports_by_origin
SELECT port_city, CAST(period || '-01' AS DATE), origin_country, quantity_kbbl, shipments
FROM read_csv(getvariable('dir') || '/**/*imports_port_month_origin_country.csv*', types = {'period': 'VARCHAR'});

-- optional: oil imports by port, month and product
INSERT INTO shipping.imports_by_product
SELECT port_city, CAST(period || '-01' AS DATE), product, quantity_kbbl, shipments
FROM read_csv(getvariable('dir') || '/**/*imports_port_month_product.csv*', types = {'period': 'VARCHAR'});

-- optional: single oil imports of companies
INSERT INTO shipping.company_imports
SELECT date_trunc('month', strptime("RPT_PERIOD", ['%b-%y', '%d-%b-%y', '%m/%d/%y %H:%M', '%m/%d/%y', '%y%m']))::DATE, "R_S_NAME", "PROD_NAME", "PORT_CITY", "PORT_STATE", "CNTRY_NAME",
  CAST(replace("QUANTITY", ',', '') AS DOUBLE), try_cast("SULFUR" AS DOUBLE)
FROM read_csv(getvariable('dir') || '/**/*company_imports_*.csv*', all_varchar = true);

INSERT INTO shipping.data_source
SELECT 'Loaded shipping data', CAST(min(delivered_date) AS VARCHAR) || ' to ' || CAST(max(delivered_date) AS VARCHAR), false, '',
  coalesce(CAST(getvariable('today') AS DATE), max(recorded_date))
FROM shipping.deliveries;
