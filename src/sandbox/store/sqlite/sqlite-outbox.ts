import { parseRecord, type RecordRow } from "../parse-record.ts";
import type { PostbackRecord } from "../records.ts";
import { ANY_LEASE, ANY_TIME, type Outbox } from "../store.ts";
import { LIMIT, type PreparedStatements } from "./prepared-statements.ts";

/** The table `outbox` contains the first pending postback of each line. Triggers maintain it. */
const FIRST = "FROM outbox JOIN postbacks USING (sequence)";
const OF_COMPANY = "WHERE outbox.company = ?";
const LEASES = `LEFT JOIN leases ON leases.company = outbox.company
  AND leases.resourceId = outbox.resourceId`;
const IS_FREE = "coalesce(leases.until, 0) <= ?";
const EARLIEST_FIRST = "ORDER BY outbox.due, sequence";

export function outboxOf(database: PreparedStatements, company: string): Outbox {
  return {
    async claim({ dueFrom = ANY_TIME, dueBy, lease, limit }) {
      const sql = `SELECT resource, internal ${FIRST} ${LEASES}
        ${OF_COMPANY} AND outbox.due BETWEEN ? AND ? AND ${IS_FREE} ${EARLIEST_FIRST} ${LIMIT}`;
      const records = parse(database.all(sql, company, dueFrom, dueBy, lease.from, limit));
      for (const { resource } of records) {
        database.run(
          "INSERT OR REPLACE INTO leases (company, resourceId, until) VALUES (?, ?, ?)",
          ...[company, resource.resourceId, lease.until],
        );
      }
      return records;
    },
    async release(resourceId, lease) {
      const deleted = database.one(
        "DELETE FROM leases WHERE company = ? AND resourceId = ? AND until = ? RETURNING 1",
        ...[company, resourceId, lease.until],
      );
      return deleted !== undefined;
    },
    async first(resourceId) {
      const sql = `SELECT resource, internal ${FIRST} ${OF_COMPANY} AND outbox.resourceId = ?`;
      return parse(database.all(sql, company, resourceId))[0];
    },
    nextDueAt: async ({ dueFrom = ANY_TIME, freeAt = ANY_LEASE } = {}) =>
      database.one<{ due: number }>(
        `SELECT due FROM outbox ${LEASES} ${OF_COMPANY} AND due >= ? AND ${IS_FREE} ORDER BY due LIMIT 1`,
        ...[company, dueFrom, freeAt],
      )?.due,
    overdue: async (before) =>
      parse(
        database.all(
          `SELECT resource, internal ${FIRST} ${OF_COMPANY} AND outbox.due < ? ${EARLIEST_FIRST}`,
          ...[company, before],
        ),
      ),
  };
}

function parse(rows: RecordRow[]): PostbackRecord[] {
  return rows.map((row) => parseRecord(row, "postbacks"));
}
