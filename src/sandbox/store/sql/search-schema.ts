/**
 * The entries by which a search finds records, and the interface that a request was for. Later versions of the tables have
 * both.
 */
export const addSearch = `CREATE TABLE centavo.search_entries (
  company text COLLATE "C" NOT NULL, dataset bigint NOT NULL, entry text COLLATE "C" NOT NULL,
  PRIMARY KEY (company, dataset, entry)
) /* STRICT, WITHOUT ROWID */;
ALTER TABLE centavo.events ADD COLUMN api text COLLATE "C";
-- The ids of the requests, so that a search for the end of one reads no records.
CREATE INDEX events_requests ON centavo.events (company, id, request_id, resource_id) WHERE api IS NOT NULL;
`;
