import { assertBalanced, type Entry } from "../../domain/ledger-balances.ts";
import { type PostingRow, toPostings } from "../postings.ts";
import type { DaySum, Ledger, PostedEntry } from "../store.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

const ENTRY = 'event, account, owner, day AS "on", amount';

export function ledgerOf(database: PreparedStatements, company: string): Ledger {
  return {
    async post({ event, subject, entries }) {
      assertBalanced(event, entries);
      const posted = database.one(
        "SELECT 1 FROM entries WHERE company = ? AND subject = ? AND event = ? LIMIT 1",
        ...[company, subject, event],
      );
      if (posted) throw new Error(`The ${event} of ${subject} is already posted.`);
      const isFirst = ({ account, owner, on }: Entry) =>
        account === "available" && !availableOn(owner, on);
      const first = entries.filter(isFirst);
      for (const { account, owner, on, amount } of entries) {
        database.run(
          "INSERT INTO entries (company, subject, event, account, owner, day, amount) VALUES (?, ?, ?, ?, ?, ?, ?)",
          ...[company, subject, event, account, owner, on, amount],
        );
      }
      return first;
    },
    entriesOf: async (subject) =>
      database.all<PostedEntry>(
        `SELECT ${ENTRY} FROM entries WHERE company = ? AND subject = ? ORDER BY sequence`,
        company,
        subject,
      ),
    daySums: async ({ account, owner }) =>
      database.all<DaySum>(
        `SELECT account, owner, day AS "on", amount FROM sums
         WHERE company = ? AND account = coalesce(?, account) AND owner = coalesce(?, owner)
         ORDER BY account, owner, day`,
        ...[company, account ?? null, owner ?? null],
      ),
    availableOn: async ({ owner, on }) => availableOn(owner, on)?.amount ?? 0,
    received: async () =>
      database.one<{ amount: number }>("SELECT amount FROM received WHERE company = ?", company)
        ?.amount ?? 0,
    postings: async () =>
      toPostings(
        database.all<PostingRow>(
          `SELECT subject, ${ENTRY} FROM entries WHERE company = ? ORDER BY sequence`,
          company,
        ),
      ),
  };

  function availableOn(owner: string, day: string): { amount: number } | undefined {
    return database.one(
      "SELECT amount FROM sums WHERE company = ? AND account = 'available' AND owner = ? AND day = ?",
      ...[company, owner, day],
    );
  }
}
