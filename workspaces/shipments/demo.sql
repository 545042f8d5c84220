-- A synthetic world of shipping, always the same for the same "today": a figure comes from a hash of what it belongs to. The variable
-- today moves all dates; without it the world stands on 2025-01-15. The names of ports are real, the rest is invented.
SET VARIABLE today = coalesce(CAST(getvariable('today') AS DATE), DATE '2025-01-15');
CREATE TEMP MACRO noise(text) AS (hash(text) % 1000003) / 1000003.0;
CREATE TEMP MACRO pick(text, most) AS 1 + CAST(floor(noise(text) * most) AS INTEGER);

INSERT INTO shipping.data_source VALUES ('Shipping world', 'as of ' || getvariable('today'), true,
  'Ports are real, everything else is invented.', getvariable('today'));

INSERT INTO shipping.ports VALUES
  (1, 'Port of Miami', 'USMIA', 'Miami', 'United States', 'North America'), (2, 'Port of Savannah', 'USSAV', 'Savannah', 'United States', 'North America'),
  (3, 'Port of New York', 'USNYC', 'New York', 'United States', 'North America'), (4, 'Port of Los Angeles', 'USLAX', 'Los Angeles', 'United States', 'North America'),
  (5, 'Port of Houston', 'USHOU', 'Houston', 'United States', 'North America'), (6, 'Port of Charleston', 'USCHS', 'Charleston', 'United States', 'North America'),
  (7, 'Port of Oakland', 'USOAK', 'Oakland', 'United States', 'North America'), (8, 'Port of Seattle', 'USSEA', 'Seattle', 'United States', 'North America'),
  (9, 'Port of Rotterdam', 'NLRTM', 'Rotterdam', 'Netherlands', 'Europe'), (10, 'Port of Hamburg', 'DEHAM', 'Hamburg', 'Germany', 'Europe'),
  (11, 'Port of Antwerp', 'BEANR', 'Antwerp', 'Belgium', 'Europe'), (12, 'Port of Felixstowe', 'GBFXT', 'Felixstowe', 'United Kingdom', 'Europe'),
  (13, 'Port of Shanghai', 'CNSHA', 'Shanghai', 'China', 'Asia'), (14, 'Port of Ningbo', 'CNNGB', 'Ningbo', 'China', 'Asia'),
  (15, 'Port of Shenzhen', 'CNSZX', 'Shenzhen', 'China', 'Asia'), (16, 'Port of Busan', 'KRPUS', 'Busan', 'South Korea', 'Asia'),
  (17, 'Port of Singapore', 'SGSIN', 'Singapore', 'Singapore', 'Asia'), (18, 'Port of Santos', 'BRSSZ', 'Santos', 'Brazil', 'South America'),
  (19, 'Port of Cartagena', 'COCTG', 'Cartagena', 'Colombia', 'South America'), (20, 'Port of Callao', 'PECLL', 'Callao', 'Peru', 'South America');
INSERT INTO shipping.terminals VALUES (1, 'Miami Container Terminal', 1), (2, 'South Florida Terminal', 1), (3, 'Garden City Terminal', 2),
  (4, 'Red Hook Terminal', 3), (5, 'Maher Terminal', 3), (6, 'Pier 400', 4), (7, 'Everport Terminal', 4), (8, 'Barbours Cut Terminal', 5),
  (9, 'Wando Welch Terminal', 6), (10, 'Oakland International Terminal', 7), (11, 'Terminal 18', 8), (12, 'Maasvlakte Terminal', 9),
  (13, 'Hamburg Gateway', 10), (14, 'Deurganck Terminal', 11), (15, 'Trinity Terminal', 12);
INSERT INTO shipping.carriers VALUES (1, 'Maersk', 'MAEU', 'Denmark'), (2, 'MSC', 'MSCU', 'Switzerland'), (3, 'CMA CGM', 'CMDU', 'France'),
  (4, 'Hapag-Lloyd', 'HLCU', 'Germany'), (5, 'Evergreen', 'EGLV', 'Taiwan'), (6, 'COSCO', 'COSU', 'China'), (7, 'ZIM', 'ZIMU', 'Israel'),
  (8, 'Yang Ming', 'YMLU', 'Taiwan');
INSERT INTO shipping.vessels
SELECT n, CASE WHEN n = 4 THEN 'MSC ANNA' WHEN n = 12 THEN 'MSC ANNABELLA' WHEN n = 1 THEN 'MAERSK MIAMI' ELSE
    upper(['Maersk', 'MSC', 'CMA CGM', 'Hapag', 'Ever', 'Cosco', 'ZIM', 'YM'][carrier]) || ' ' ||
    ['AURORA','BOREAS','CORAL','DELTA','ESTRELLA','FJORD','GALAXY','HORIZON','INDIGO','JUPITER'][1 + n // 8 % 10] END,
  CAST(9300000 + n * 137 AS VARCHAR), carrier, 4000 + 1000 * pick('cap' || n, 16), 2000 + pick('built' || n, 23)
FROM (SELECT n, CASE WHEN n IN (4, 12) THEN 2 ELSE 1 + (n - 1) % 8 END AS carrier FROM range(1, 65) r(n));
INSERT INTO shipping.importers
SELECT n, names[n], industries[1 + n % 6]
FROM range(1, 41) r(n), (SELECT
  ['Miami Trading Company','Savannah Foods','Hamburg Auto Parts','Houston Steel','Oakland Coffee Roasters','Singapore Spice House','Maersk Furniture','Pier 400 Electronics',
   'Aldwin Toys','Brightwater Textiles','Calder Medical','Dunmore Garden','Eastlake Footwear','Fenwick Tools','Greystone Appliances','Harrow Sports','Ironbridge Motors','Juniper Home',
   'Kestrel Cycles','Larkspur Cosmetics','Marlow Instruments','Northgate Paper','Orchard Fruit','Pinecrest Lumber','Quarry Stone','Redfern Wines','Sable Leather','Thornbury Tea',
   'Umber Ceramics','Vale Dairy','Westbrook Solar','Yarrow Pharma','Zephyr Fans','Acorn Books','Birchwood Flooring','Cinder Stoves','Drift Marine','Ember Lighting','Flint Glass','Grove Organics'] AS names,
  ['food','furniture','electronics','automotive','textiles','health'] AS industries);

-- ten thousand shipments that leave within the two years before today and the two weeks after it
INSERT INTO shipping.shipments
WITH drawn AS (
  SELECT n, pick('importer' || n, 40) AS importer, pick('carrier' || n, 8) AS carrier,
    CASE WHEN noise('to' || n) < 0.18 THEN 1 ELSE pick('port' || n, 12) END AS destination, 12 + pick('origin' || n, 8) AS origin,
    getvariable('today') - CAST(floor(noise('left' || n) * 730) AS INTEGER) + 14 AS departure, pick('teu' || n, 6) AS teu
  FROM range(1, 10001) r(n)),
timed AS (
  SELECT *, departure + 12 + CAST(floor(noise('way' || destination || origin) * 20) AS INTEGER) AS planned,
    -- some carriers are later than others, Fridays are bad, winter is worse, a few shipments are very late
    CAST(floor(noise('late' || n) * 5) - 1 + (carrier * 5 % 8) * 0.6 + CASE WHEN dayofweek(departure) = 5 THEN 2 ELSE 0 END
      + CASE WHEN month(departure) IN (12, 1, 2) THEN 1.5 ELSE 0 END + CASE WHEN noise('bad' || n) < 0.02 THEN 15 ELSE 0 END AS INTEGER) AS late
  FROM drawn)
SELECT n, 'SH-' || lpad(CAST(n AS VARCHAR), 6, '0'), importer, carrier,
  carrier + 8 * (pick('vessel' || n, 8) - 1), destination, origin,
  (SELECT list(terminal_id ORDER BY terminal_id) FROM shipping.terminals WHERE port_id = destination)[1 + n % (SELECT greatest(1, count(*)) FROM shipping.terminals WHERE port_id = destination)],
  departure, planned, CASE WHEN arrived THEN planned + late END, CASE WHEN arrived THEN late END,
  CASE WHEN departure > getvariable('today') THEN 'booked' WHEN noise('gone' || n) < 0.01 THEN 'cancelled'
    WHEN NOT arrived THEN 'in transit' WHEN noise('hold' || n) < 0.04 THEN 'customs hold' ELSE 'delivered' END,
  ['coffee','furniture','electronics','car parts','textiles','medical supplies','toys','steel','fruit','wine'][pick('good' || n, 10)],
  round(teu * (6000 + noise('kg' || n) * 9000)), teu, round(teu * (8000 + noise('usd' || n) * 60000)), round(teu * (900 + noise('freight' || n) * 2200))
FROM timed, LATERAL (SELECT planned + late <= getvariable('today') AND noise('gone' || n) >= 0.01 AS arrived) a;

INSERT INTO shipping.containers
SELECT row_number() OVER (ORDER BY shipment_id, k), (SELECT scac FROM shipping.carriers c WHERE c.carrier_id = s.carrier_id) || lpad(CAST(1000000 + shipment_id * 6 + k AS VARCHAR), 7, '0'),
  shipment_id, ['20GP','40GP','40HC','reefer'][pick('type' || shipment_id || '-' || k, 4)],
  CASE status WHEN 'booked' THEN 'empty' WHEN 'cancelled' THEN 'empty' WHEN 'in transit' THEN 'on board'
    WHEN 'customs hold' THEN 'customs hold' ELSE ['released', 'picked up', 'returned'][pick('box' || shipment_id || '-' || k, 3)] END,
  round(weight_kg / parts), CASE WHEN k < parts THEN 2 ELSE teu - 2 * (parts - 1) END
FROM shipping.shipments s, LATERAL (SELECT (teu + 1) // 2 AS parts) p, range(1, 4) r(k) WHERE k <= parts;
