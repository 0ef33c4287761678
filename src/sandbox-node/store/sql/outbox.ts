import type { PostbackRecord } from "../../../sandbox/store/records.ts";
import { ANY_LEASE, ANY_TIME, type Outbox } from "../../../sandbox/store/store.ts";
import { SqlCollection } from "./collection.ts";
import { type Dataset, OWN } from "./dataset.ts";
import { filterKey } from "./filter-key.ts";
import { insertionInto } from "./insertion.ts";
import { parseRecord, type RecordRow } from "./parse-record.ts";
import type { Totals } from "./totals.ts";

const REMOVE_FIRST = `DELETE FROM centavo.outbox WHERE ${OWN} AND resource_id = $3`;

const ADD_FIRST = `INSERT INTO centavo.outbox (company, dataset, resource_id, sequence, due)
SELECT company, dataset, resource_id, sequence, due FROM centavo.postbacks
WHERE ${OWN} AND resource_id = $3 AND status = 'PENDING' ORDER BY sequence LIMIT 1`;

/** When a postback is due that nobody has claimed at a time, and none before it from another time on. */
interface NextDue {
  dueFrom: number;
  freeAt: number;
  due: number | undefined;
}

/** The latest of these, until a line changes. */
export interface KnownNext {
  next?: NextDue | undefined;
}

/** The collection of postbacks. It maintains the table `outbox`, the first pending postback of each line. */
export class SqlPostbacks extends SqlCollection<"postbacks"> {
  readonly #nextPostback: KnownNext;

  constructor(dataset: Dataset, totals: Totals, nextPostback: KnownNext) {
    super("postbacks", dataset, totals);
    this.#nextPostback = nextPostback;
  }

  override async insert(...records: PostbackRecord[]): Promise<void> {
    await super.insert(...records);
    for (const line of new Set(records.map(lineOf))) this.#replaceFirst(line);
  }

  override async update(record: PostbackRecord): Promise<void> {
    await super.update(record);
    this.#replaceFirst(lineOf(record));
  }

  override async delete(id: string): Promise<void> {
    const record = await this.get(id);
    await super.delete(id);
    if (record) this.#replaceFirst(lineOf(record));
  }

  #replaceFirst(line: string | null): void {
    this.#nextPostback.next = undefined;
    this.dataset.run(REMOVE_FIRST, line);
    this.dataset.run(ADD_FIRST, line);
  }
}

/** The value in the column `resource_id`. */
function lineOf({ resource }: PostbackRecord): string | null {
  return filterKey(resource.resourceId);
}

const FIRST = "centavo.outbox JOIN centavo.postbacks USING (company, dataset, sequence)";

const OWN_LINES = "WHERE outbox.company = $1 AND outbox.dataset = $2";

const LEASES = `LEFT JOIN centavo.leases
ON leases.company = $1 AND leases.dataset = $2 AND leases.resource_id = outbox.resource_id`;

const EARLIEST_FIRST = "ORDER BY outbox.due, outbox.sequence";

const WITHDRAWALS = `LEFT JOIN centavo.withdrawals
ON withdrawals.company = $1 AND withdrawals.dataset = $2 AND withdrawals.id = outbox.resource_id`;

/** What is claimed, by the type of the line: a line is a withdrawal's, or else a payment's. */
const CLAIMABLE = {
  any: claimable(),
  payment: claimable(WITHDRAWALS, "AND withdrawals.id IS NULL"),
  withdrawal: claimable(WITHDRAWALS, "AND withdrawals.id IS NOT NULL"),
};

function claimable(join = "", condition = ""): string {
  return `SELECT postbacks.resource, postbacks.internal FROM ${FIRST} ${LEASES} ${join} ${OWN_LINES} ${condition}
AND outbox.due BETWEEN $3 AND $4 AND coalesce(until, 0) <= $5 ${EARLIEST_FIRST} LIMIT 0 + $6::bigint`;
}

const LEASE = insertionInto("leases", ["resource_id", "until"], {
  onConflict: "ON CONFLICT (company, dataset, resource_id) DO UPDATE SET until = excluded.until",
});

const RELEASE = `DELETE FROM centavo.leases WHERE ${OWN} AND resource_id = $3 AND until = $4 RETURNING until`;

export const NEXT_POSTBACK = `SELECT due FROM centavo.outbox ${LEASES} ${OWN_LINES}
AND due >= $3 AND coalesce(until, 0) <= $4 ORDER BY due LIMIT 1`;

const FIRST_OF_LINE = `SELECT resource, internal FROM ${FIRST} ${OWN_LINES} AND outbox.resource_id = $3`;

const OVERDUE = `SELECT resource, internal FROM ${FIRST} ${OWN_LINES} AND outbox.due < $3 ${EARLIEST_FIRST}`;

export function outboxOf(dataset: Dataset, known: KnownNext): Outbox {
  return {
    async claim({ dueFrom = ANY_TIME, dueBy, lease, limit, type }) {
      const rows = dataset.all<RecordRow>(
        CLAIMABLE[type ?? "any"],
        dueFrom,
        dueBy,
        lease.from,
        limit,
      );
      const records = parse(await rows);
      const leases = records.map((each) => ({ resource_id: lineOf(each), until: lease.until }));
      if (leases.length > 0) dataset.insert(LEASE, leases);
      known.next = undefined;
      return records;
    },
    async release(resourceId, lease) {
      known.next = undefined;
      return (await dataset.one(RELEASE, filterKey(resourceId), lease.until)) !== undefined;
    },
    async first(resourceId) {
      return parse(await dataset.all<RecordRow>(FIRST_OF_LINE, filterKey(resourceId)))[0];
    },
    async nextDueAt({ dueFrom = ANY_TIME, freeAt = ANY_LEASE } = {}) {
      const { next } = known;
      if (next?.freeAt === freeAt && isBetween(dueFrom, next.dueFrom, next.due)) return next.due;
      const due = (await dataset.one<{ due: number }>(NEXT_POSTBACK, dueFrom, freeAt))?.due;
      known.next = { dueFrom, freeAt, due };
      return due;
    },
    async overdue(before) {
      return parse(await dataset.all<RecordRow>(OVERDUE, before));
    },
  };
}

function isBetween(time: number, from: number, to = Number.POSITIVE_INFINITY): boolean {
  return from <= time && time <= to;
}

function parse(rows: RecordRow[]): PostbackRecord[] {
  return rows.map((row) => parseRecord(row, "postbacks"));
}
