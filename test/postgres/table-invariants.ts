import { dataTables } from "../../src/sandbox-node/store/sql/dataset-tables.ts";

const NAMED = "starts_with(company, $1)";

function datasetsIn(table: string): string {
  return `SELECT company, dataset FROM ${table} WHERE ${NAMED}`;
}

/** Selects columns of the rows that a company or a snapshot has. */
function of(table: string, columns: string, rest = ""): string {
  return `SELECT company, dataset, ${columns} FROM ${table} NATURAL JOIN kept ${rest}`;
}

/** Pairs of queries whose rows must be equal. */
const EQUAL: Record<string, [string, string]> = {
  "counts and records": [
    of(
      "counts",
      "kind, status, payment_method, total",
      "WHERE total <> 0 AND kind NOT IN ('entries', 'received')",
    ),
    [
      of("payments", "'payments', status, payment_method, count(*)", "GROUP BY 1, 2, 4, 5"),
      of("postbacks", "'postbacks', '', '', count(*)", "GROUP BY 1, 2"),
    ].join(" UNION ALL "),
  ],
  "counts of amounts and payments": [
    of("amounts", "amount, total", "WHERE total <> 0"),
    of("payments", "amount, count(*)", "GROUP BY 1, 2, 3"),
  ],
  "sums and entries": [
    of("sums", "account, owner, day, total"),
    of("entries", "account, owner, day, sum(amount)::bigint", "GROUP BY 1, 2, 3, 4, 5"),
  ],
  "counts of the ledger and entries": [
    of("counts", "kind, total", "WHERE kind IN ('entries', 'received') AND total <> 0"),
    `${of("entries", "'received', -sum(amount)::bigint", "WHERE account = 'buyers' GROUP BY 1, 2")}
    UNION ALL ${of("entries", "'entries', count(*)", "GROUP BY 1, 2")}`,
  ],
  "payments and their two entries": [
    of("payments", "id, 2::bigint"),
    of("entries", "subject, count(*)", "GROUP BY 1, 2, 3"),
  ],
  "first postbacks of the lines": [
    of("outbox", "resource_id, min(sequence)", "GROUP BY 1, 2, 3"),
    of("postbacks", "resource_id, min(sequence)", "WHERE status = 'PENDING' GROUP BY 1, 2, 3"),
  ],
  "events and totals": [
    `SELECT company, min(id), max(id), count(*)::numeric FROM events WHERE ${NAMED} GROUP BY 1`,
    `SELECT company, 1, sum(total)::bigint, sum(total) FROM event_totals WHERE ${NAMED} GROUP BY 1`,
  ],
  "datasets that one company or snapshot has, or none": [
    datasetsIn("used"),
    "SELECT company, dataset FROM used GROUP BY 1, 2 HAVING count(*) = 1",
  ],
  "datasets that are used, or known to be spare": [
    datasetsIn("used"),
    ["used", ...dataTables.map(({ name }) => name)].map(datasetsIn).join(" UNION "),
  ],
};

/** Selects a text for each contradiction between the tables, of the companies whose ids begin with `$1`. */
export const SELECT_PROBLEMS = `WITH kept AS (
  ${datasetsIn("companies")} UNION ALL ${datasetsIn("snapshots")}
), used AS (SELECT * FROM kept UNION ALL ${datasetsIn("spare_datasets")})
${Object.entries(EQUAL)
  .map(
    ([what, [one, other]]) => `SELECT '${what}: ' || row_to_json(each) AS problem
FROM ((${one} EXCEPT (${other})) UNION ALL ((${other}) EXCEPT (${one}))) AS each`,
  )
  .join(" UNION ALL ")}`;
