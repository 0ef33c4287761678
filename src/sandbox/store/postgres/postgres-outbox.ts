import { parseRecord, type RecordRow } from "../parse-record.ts";
import type { PostbackRecord } from "../records.ts";
import { ANY_LEASE, ANY_TIME, type Outbox } from "../store.ts";
import { PostgresCollection } from "./postgres-collection.ts";
import type { Session } from "./session.ts";

/** The collection of postbacks. It maintains the table `outbox`, the first pending postback of each line. */
export class PostgresPostbacks extends PostgresCollection<"postbacks"> {
  constructor(session: Session, company: string) {
    super(session, "postbacks", company);
  }

  override async insert(record: PostbackRecord): Promise<void> {
    await super.insert(record);
    await this.#replaceFirst(record.resource.resourceId);
  }

  override async update(record: PostbackRecord): Promise<void> {
    await super.update(record);
    await this.#replaceFirst(record.resource.resourceId);
  }

  override async delete(id: string): Promise<void> {
    const record = await this.get(id);
    await super.delete(id);
    if (record) await this.#replaceFirst(record.resource.resourceId);
  }

  async #replaceFirst(resourceId: string): Promise<void> {
    await this.session.run(REPLACE_FIRST, this.company, resourceId);
  }
}

const REPLACE_FIRST = `WITH first AS (
  SELECT sequence, due FROM centavo.postbacks
  WHERE company = $1 AND resource_id = $2 AND status = 'PENDING' ORDER BY sequence LIMIT 1
), emptied AS (
  DELETE FROM centavo.outbox WHERE company = $1 AND resource_id = $2 AND NOT EXISTS (SELECT 1 FROM first)
) INSERT INTO centavo.outbox (company, resource_id, sequence, due)
SELECT $1, $2, sequence, due FROM first
ON CONFLICT (company, resource_id) DO UPDATE SET sequence = excluded.sequence, due = excluded.due`;

/** The lease of a line, joined to its row in the outbox. */
const LEASES = "LEFT JOIN centavo.leases USING (company, resource_id)";

/**
 * Another process may hold a line for a moment, so it is skipped rather than waited for, although the lock on the
 * company keeps the others out already.
 */
const CLAIM = `WITH free AS (
  SELECT resource_id, sequence, due FROM centavo.outbox ${LEASES}
  WHERE company = $1 AND due BETWEEN $6 AND $2 AND coalesce(until, 0) <= $3
  ORDER BY due, sequence LIMIT $5 FOR UPDATE OF outbox SKIP LOCKED
), leased AS (
  INSERT INTO centavo.leases (company, resource_id, until) SELECT $1, resource_id, $4 FROM free
  ON CONFLICT (company, resource_id) DO UPDATE SET until = excluded.until
) SELECT resource, internal FROM free JOIN centavo.postbacks ON company = $1 AND postbacks.sequence = free.sequence
ORDER BY free.due, free.sequence`;

export function outboxOf(session: Session, company: string): Outbox {
  return {
    async claim({ dueFrom = ANY_TIME, dueBy, lease, limit }) {
      const values = [company, dueBy, lease.from, lease.until, limit, dueFrom];
      return parse(await session.all<RecordRow>(CLAIM, ...values));
    },
    async release(resourceId, lease) {
      const released = await session.one(
        "DELETE FROM centavo.leases WHERE company = $1 AND resource_id = $2 AND until = $3 RETURNING 1",
        ...[company, resourceId, lease.until],
      );
      return released !== undefined;
    },
    async first(resourceId) {
      const rows = await session.all<RecordRow>(
        `SELECT resource, internal FROM centavo.outbox JOIN centavo.postbacks USING (company, sequence)
         WHERE company = $1 AND outbox.resource_id = $2`,
        ...[company, resourceId],
      );
      return parse(rows)[0];
    },
    async nextDueAt({ dueFrom = ANY_TIME, freeAt = ANY_LEASE } = {}) {
      const row = await session.one<{ due: number }>(
        `SELECT due FROM centavo.outbox ${LEASES}
         WHERE company = $1 AND due >= $3 AND coalesce(until, 0) <= $2 ORDER BY due LIMIT 1`,
        ...[company, freeAt, dueFrom],
      );
      return row?.due;
    },
    async overdue(before) {
      const rows = await session.all<RecordRow>(
        `SELECT resource, internal FROM centavo.outbox JOIN centavo.postbacks USING (company, sequence)
         WHERE company = $1 AND outbox.due < $2 ORDER BY outbox.due, sequence`,
        ...[company, before],
      );
      return parse(rows);
    },
  };
}

function parse(rows: RecordRow[]): PostbackRecord[] {
  return rows.map((row) => parseRecord(row, "postbacks"));
}
