import { assertBalanced, type PostedEntry } from "../../../sandbox/domain/ledger-balances.ts";
import type { AvailableEntry, DaySum, Ledger, Posting } from "../../../sandbox/store/store.ts";
import { type Dataset, OWN, selectForEach } from "./dataset.ts";
import { insertionInto } from "./insertion.ts";
import { ENTRIES, RECEIVED, type Totals } from "./totals.ts";

const ENTRY = 'event, account, owner, day AS "on", amount';

const POST = insertionInto("entries", [
  "sequence",
  "subject",
  "event",
  "place",
  "account",
  "owner",
  "day",
  "amount",
]);

const DAY_SUMS = `SELECT account, owner, day AS "on", total AS amount FROM centavo.sums
WHERE ${OWN} AND account = coalesce($3, account) AND owner = coalesce($4, owner) ORDER BY account, owner, day`;

const ENTRIES_OF = `SELECT ${ENTRY} FROM centavo.entries WHERE ${OWN} AND subject = $3 ORDER BY sequence`;

const POSTINGS_OF = `${selectForEach(`subject, ${ENTRY}`, "entries", "subject")} ORDER BY subject, sequence`;

const AVAILABLE = `SELECT subject, event, day AS "on", amount, sequence AS number FROM centavo.entries
WHERE ${OWN} AND account = 'available' AND owner = $3 AND (day, sequence) < ($4, $5::bigint) AND day >= $6`;

const IN_ORDER = "ORDER BY day DESC, sequence DESC LIMIT 0 + $7::bigint";

const ALL_ENTRIES = `SELECT subject, ${ENTRY} FROM centavo.entries WHERE ${OWN} ORDER BY sequence`;

/** Days are compared as texts, and this is after all of them. */
const LAST_DAY = "9999-12-31";

export function ledgerOf(dataset: Dataset, totals: Totals): Ledger {
  return {
    async post(...postings) {
      for (const { event, entries } of postings) assertBalanced(event, entries);
      const entries = postings.flatMap(({ subject, event, entries }) =>
        entries.map((entry, index) => ({ subject, event, place: index + 1, ...entry })),
      );
      const last = await totals.get("counts", ENTRIES);
      const rows = entries.map(({ subject, event, place, account, owner, on, amount }, index) => {
        const sequence = last + index + 1;
        return { sequence, subject, event, place, account, owner, day: on, amount };
      });
      dataset.insert(POST, rows);
      totals.add("counts", ENTRIES, entries.length);
      for (const { account, owner, on, amount } of entries) {
        totals.add("sums", [account, owner, on], amount);
        if (account === "buyers" && amount < 0) totals.add("counts", RECEIVED, -amount);
      }
    },
    entriesOf: (subject) => dataset.all<PostedEntry>(ENTRIES_OF, subject),
    async daySums({ account, owner }) {
      totals.write(["sums"]);
      return dataset.all<DaySum>(DAY_SUMS, account ?? null, owner ?? null);
    },
    availableOn: ({ owner, on }) => totals.get("sums", ["available", owner, on]),
    async availableEntries({ owner, from = "", to = LAST_DAY, event, before, limit }) {
      const end = { on: to, number: Number.MAX_SAFE_INTEGER };
      const place = before && before.on <= to ? before : end;
      const values = [owner, place.on, place.number, from, limit];
      return event === undefined
        ? dataset.all<AvailableEntry>(`${AVAILABLE} ${IN_ORDER}`, ...values)
        : dataset.all<AvailableEntry>(`${AVAILABLE} AND event = $8 ${IN_ORDER}`, ...values, event);
    },
    postingsOf: async (subjects) =>
      toPostings(await dataset.all<PostingRow>(POSTINGS_OF, JSON.stringify(subjects))),
    received: () => totals.get("counts", RECEIVED),
    postings: async () => toPostings(await dataset.all<PostingRow>(ALL_ENTRIES)),
  };
}

/** A stored entry with the subject of its posting. */
export type PostingRow = PostedEntry & { subject: string };

/** Groups entries by their posting. The entries of a posting follow each other. */
export function toPostings(rows: readonly PostingRow[]): Posting[] {
  const postings: Posting[] = [];
  for (const { subject, event, ...entry } of rows) {
    const last = postings.at(-1);
    if (last?.subject === subject && last.event === event) last.entries.push(entry);
    else postings.push({ subject, event, entries: [entry] });
  }
  return postings;
}
