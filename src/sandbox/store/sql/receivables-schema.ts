/**
 * The sums of receivables, and an index of the entries that become available: version 5 of PostgreSQL, and 19 of SQLite.
 * It never changes.
 */
export const receivablesTables = `CREATE TABLE centavo.receivables (
  company text COLLATE "C" NOT NULL, dataset bigint NOT NULL, owner text COLLATE "C" NOT NULL, day text COLLATE "C" NOT NULL,
  item text COLLATE "C" NOT NULL, total bigint NOT NULL,
  PRIMARY KEY (company, dataset, owner, day, item)
) /* STRICT, WITHOUT ROWID */;
CREATE INDEX entries_available ON centavo.entries (company, dataset, owner, day, sequence) WHERE account = 'available';
`;

const SUBJECT = "company, dataset, subject";

/**
 * Fills the sums from the entries that earlier versions have posted. The instalments of a payment bear its fee in equal parts,
 * of which the first has the remaining centavos. An anticipation brings them forward, and a refund or a chargeback gives
 * them back, but the service keeps its fee of a chargeback.
 */
export const fillReceivables = `INSERT INTO centavo.receivables (company, dataset, owner, day, item, total)
WITH fees AS (
  SELECT ${SUBJECT}, amount AS fee, day AS sold FROM centavo.entries WHERE event = 'sale' AND account = 'fees'
), instalments AS (
  SELECT ${SUBJECT}, day, row_number() OVER (PARTITION BY ${SUBJECT} ORDER BY day) AS place,
    count(*) OVER (PARTITION BY ${SUBJECT}) AS number
  FROM centavo.entries WHERE event = 'sale' AND account = 'available' AND owner = ''
), events AS (
  SELECT ${SUBJECT}, event, min(day) AS since FROM centavo.entries
  WHERE event IN ('anticipation', 'refund', 'chargeback') GROUP BY ${SUBJECT}, event
), parts AS (
  SELECT fees.company, fees.dataset, fees.subject, coalesce(instalments.day, sold) AS due,
    fee / coalesce(number, 1) + CASE WHEN coalesce(place, 1) = 1 THEN fee % coalesce(number, 1) ELSE 0 END AS part
  FROM fees LEFT JOIN instalments USING (${SUBJECT})
), settled AS (
  SELECT ${SUBJECT}, part, CASE WHEN since < due THEN since ELSE due END AS day
  FROM parts LEFT JOIN (SELECT * FROM events WHERE event = 'anticipation') AS anticipations USING (${SUBJECT})
), reversals AS (
  SELECT * FROM events WHERE event <> 'anticipation'
), items AS (
  SELECT company, dataset, owner, day, event AS item, amount FROM centavo.entries WHERE account = 'available'
  UNION ALL SELECT company, dataset, '', day, 'splits', amount FROM centavo.entries
    WHERE account = 'available' AND owner <> '' AND event NOT IN ('withdrawal', 'return')
  UNION ALL SELECT company, dataset, '', day, 'fees', part FROM settled
  UNION ALL SELECT company, dataset, '', CASE WHEN day < since THEN since ELSE day END, 'fees', -part
    FROM settled JOIN reversals USING (${SUBJECT})
  UNION ALL SELECT company, dataset, '', since, 'fees', part
    FROM settled JOIN reversals USING (${SUBJECT}) WHERE event = 'chargeback'
)
SELECT company, dataset, owner, day, item, sum(amount)::bigint FROM items
GROUP BY company, dataset, owner, day, item HAVING sum(amount) <> 0`;
