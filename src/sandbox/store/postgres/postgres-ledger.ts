import { assertBalanced, type Entry } from "../../domain/ledger-balances.ts";
import { type PostingRow, toPostings } from "../postings.ts";
import type { DaySum, Ledger, PostedEntry } from "../store.ts";
import { nextSequence } from "./schema.ts";
import type { Session } from "./session.ts";

const ENTRY = 'event, account, owner, day AS "on", amount';

/**
 * Adds the entries, unless this event of the subject was posted before, and adds them up. The last part sees the sums
 * as they were before.
 */
const POST = `WITH posted AS (
  INSERT INTO centavo.entries (company, sequence, subject, event, account, owner, day, amount)
  SELECT $1, ${nextSequence("centavo.entries")} + place, $2, $3, account, owner, day, amount
  FROM unnest($4::text[], $5::text[], $6::text[], $7::bigint[])
    WITH ORDINALITY AS entry (account, owner, day, amount, place)
  WHERE NOT EXISTS (SELECT 1 FROM centavo.entries WHERE company = $1 AND subject = $2 AND event = $3)
  RETURNING account, owner, day, amount
), summed AS (
  INSERT INTO centavo.sums (company, account, owner, day, amount)
  SELECT $1, account, owner, day, amount FROM posted
  ON CONFLICT (company, account, owner, day) DO UPDATE SET amount = sums.amount + excluded.amount
), paid AS (
  INSERT INTO centavo.received (company, amount)
  SELECT $1, -sum(amount) FROM posted WHERE account = 'buyers' AND amount < 0 HAVING count(*) > 0
  ON CONFLICT (company) DO UPDATE SET amount = received.amount + excluded.amount
) SELECT owner, day AS "on", account, EXISTS (
  SELECT 1 FROM centavo.sums
  WHERE company = $1 AND sums.account = posted.account AND sums.owner = posted.owner AND sums.day = posted.day
)::int::bigint AS "isKnown" FROM posted`;

/** An entry that was added, and whether its account, owner and day had entries before. */
type PostedRow = Omit<Entry, "amount"> & { isKnown: 0 | 1 };

export function ledgerOf(session: Session, company: string): Ledger {
  return {
    async post({ event, subject, entries }) {
      assertBalanced(event, entries);
      const columns = (["account", "owner", "on", "amount"] as const).map((name) =>
        entries.map((entry) => entry[name]),
      );
      const posted = await session.all<PostedRow>(POST, company, subject, event, ...columns);
      if (posted.length === 0) throw new Error(`The ${event} of ${subject} is already posted.`);
      return posted.filter(({ account, isKnown }) => account === "available" && !isKnown);
    },
    entriesOf: (subject) =>
      session.all<PostedEntry>(
        `SELECT ${ENTRY} FROM centavo.entries WHERE company = $1 AND subject = $2 ORDER BY sequence`,
        ...[company, subject],
      ),
    daySums: ({ account, owner }) =>
      session.all<DaySum>(
        `SELECT account, owner, day AS "on", amount FROM centavo.sums
         WHERE company = $1 AND account = coalesce($2, account) AND owner = coalesce($3, owner)
         ORDER BY account, owner, day`,
        ...[company, account ?? null, owner ?? null],
      ),
    async availableOn({ owner, on }) {
      const sql =
        "SELECT amount FROM centavo.sums WHERE company = $1 AND account = 'available' AND owner = $2 AND day = $3";
      return (await session.one<{ amount: number }>(sql, company, owner, on))?.amount ?? 0;
    },
    async received() {
      const sql = "SELECT amount FROM centavo.received WHERE company = $1";
      return (await session.one<{ amount: number }>(sql, company))?.amount ?? 0;
    },
    async postings() {
      const sql = `SELECT subject, ${ENTRY} FROM centavo.entries WHERE company = $1 ORDER BY sequence`;
      return toPostings(await session.all<PostingRow>(sql, company));
    },
  };
}
