INSERT INTO harbour.ports VALUES (1, 'Port of Miami', 'USMIA', 'United States'), (2, 'Port of Savannah', 'USSAV', 'United States'),
  (3, 'Port of Shanghai', 'CNSHA', 'China'), (4, 'Port of Rotterdam', 'NLRTM', 'Netherlands');
INSERT INTO harbour.terminals VALUES (1, 'Miami Container Terminal', 1), (2, 'Garden City Terminal', 2), (3, 'Yangshan Terminal', 3);
INSERT INTO harbour.carriers VALUES (1, 'Maersk'), (2, 'MSC'), (3, 'Hapag Lloyd');
-- four shipments a day from 2024-10-01 to 2025-01-14, every one a day later in Maersk's hands, and two on Fridays
INSERT INTO harbour.shipments
SELECT n, 'SH-' || lpad(CAST(n AS VARCHAR), 5, '0'), 1 + n % 4, 1 + n % 3, 1 + n % 3, day - 20, day,
  CASE WHEN n % 3 = 0 THEN 4 ELSE 1 END + CASE WHEN dayofweek(day) = 5 THEN 2 ELSE 0 END + n % 2, 1000 + 10 * (n % 50),
  CASE WHEN n % 5 = 0 THEN 'in transit' ELSE 'delivered' END
FROM (SELECT n, DATE '2024-10-01' + CAST(n // 4 AS INTEGER) AS day FROM range(0, 424) r(n));
INSERT INTO harbour.containers
SELECT n, 'CT-' || lpad(CAST(n AS VARCHAR), 5, '0'), n // 2, CASE WHEN n % 2 = 0 THEN '20GP' ELSE '40HC' END,
  CASE WHEN n % 7 = 0 THEN 'on hold' ELSE 'released' END
FROM range(0, 848) r(n);
