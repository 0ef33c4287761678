import type { FilledWithdrawal } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import type { ReportName } from "../contract-facts/report-columns.ts";
import { dayOf } from "../domain/calendar.ts";
import { groupBy } from "../domain/group-by.ts";
import { COMPANY, total } from "../domain/ledger-balances.ts";
import { movementsOf } from "../domain/receivables.ts";
import { buyerOf, filledWithdrawals, movementsOfEntries } from "../services/receivables.ts";
import { entriesOf } from "../store/changed-receivables.ts";
import type { PaymentRecord } from "../store/records.ts";
import type {
  AvailableEntriesQuery,
  AvailableEntry,
  CompanyData,
  Posting,
} from "../store/store.ts";
import type { Row } from "./csv.ts";

/** Runs work in a read. Each read may see later changes than the one before. */
export type Read = <Result>(work: (context: Context) => Promise<Result>) => Promise<Result>;

/** What a report is about: an owner, and days of which the first or the last may be missing. */
export interface ReportQuery {
  owner: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** The rows that are read at once. */
const PART = 500;

type Report = (read: Read, query: ReportQuery) => AsyncIterable<Row[]>;

/** The rows of each report, in parts. */
export const reports: Record<ReportName, Report> = {
  receivables: (read, query) =>
    entriesIn(read, query, async (context, entries) => {
      const movements = await movementsOfEntries(context, query.owner, entries, null);
      return movements
        .filter(({ paymentId }) => paymentId !== null)
        .map(({ amount, ...movement }) => {
          return { ...movement, net: amount, isAvailable: movement.day <= context.today };
        });
    }),

  async *statement(read, { to, ...query }) {
    const opening = await read(async ({ data, today }) => {
      const sums = await data.ledger.daySums({ account: "available", owner: query.owner });
      const before = sums.filter(({ on }) => query.from !== undefined && on < query.from);
      return { balance: total(before), today };
    });
    let { balance } = opening;
    const span = { ...query, to: to ?? opening.today };
    const parts = entriesIn(read, span, (context, entries) =>
      movementsOfEntries(context, query.owner, entries, balance),
    );
    for await (const rows of parts) {
      yield rows;
      balance = rows.at(-1)?.balance ?? balance;
    }
  },

  async *payments(read, query) {
    // A read may run again, so only its result says where the next one begins.
    for (let after: number | undefined = 0; after !== undefined; ) {
      const number: number = after;
      const part = await read(({ data }) => paymentsAfter(number, data, query));
      if (part.rows.length > 0) yield part.rows;
      after = part.last;
    }
  },

  async *withdrawals(read, query) {
    const all = await read((context) => filledWithdrawals(context, query.owner));
    const shown = all.toReversed().filter(({ day }) => isIn(query, day));
    for (let start = 0; start < shown.length; start += PART)
      yield shown.slice(start, start + PART).flatMap(withdrawalRows);
  },
};

function isIn({ from = "", to }: ReportQuery, day: string): boolean {
  return from <= day && (to === undefined || day <= to);
}

/** The rows of all entries of an owner up to the moment of the first read. */
async function* entriesIn<Shown extends Row>(
  read: Read,
  query: Omit<AvailableEntriesQuery, "limit">,
  rowsOf: (context: Context, entries: readonly AvailableEntry[]) => Promise<Shown[]>,
): AsyncIterable<Shown[]> {
  const last = await read(({ data }) => data.ledger.lastEntry());
  let after: AvailableEntry | undefined;
  do {
    const part = await read(async (context) => {
      const entries = await context.data.ledger.availableEntries({
        ...query,
        after,
        last,
        limit: PART,
      });
      return { rows: await rowsOf(context, entries), last: entries.at(-1) };
    });
    yield part.rows;
    after = part.last;
  } while (after);
}

/** The rows of the next payments, and the number of the last of these, if there is one. */
async function paymentsAfter(
  number: number,
  { payments, ledger }: CompanyData,
  query: ReportQuery,
): Promise<{ rows: Row[]; last: number | undefined }> {
  const found = await payments.readAfter(number, PART);
  const records = found
    .map(({ record }) => record)
    .filter(({ resource }) => isIn(query, dayOf(Date.parse(resource.createdAt))));
  const postings = await ledger.postingsOf(records.map(({ id }) => id));
  const bySubject = groupBy(postings, ({ subject }) => subject);
  const rows = records.flatMap((record) =>
    paymentRow(query.owner, record, bySubject.get(record.id) ?? []),
  );
  return { rows, last: found.at(-1)?.number };
}

/** The row of a payment, and none if a subaccount gets nothing of it. */
function paymentRow(owner: string, { id, resource }: PaymentRecord, postings: Posting[]): Row[] {
  const own = movementsOf(entriesOf(postings)).filter((movement) => movement.owner === owner);
  if (owner !== COMPANY && own.length === 0) return [];
  const sum = (name: "amount" | "fees" | "splits") =>
    own.reduce((all, movement) => all + movement[name], 0);
  const [net, fees, splits] = [sum("amount"), sum("fees"), sum("splits")];
  const { createdAt, updatedAt, paymentMethod, status, amount, postbackUrl } = resource;
  const shown = { paymentId: id, createdAt, updatedAt, paymentMethod, status, amount, postbackUrl };
  const buyer = buyerOf(resource);
  return [{ ...shown, gross: net + fees + splits, fees, splits, net, buyer }];
}

/** A row for each day that filled a withdrawal. */
function withdrawalRows({ settlements, ...withdrawal }: FilledWithdrawal): Row[] {
  const rows = settlements.map(({ day, amount }) => {
    return { ...withdrawal, settlementDay: day, settlementAmount: amount };
  });
  return rows.length > 0 ? rows : [{ ...withdrawal, settlementDay: null, settlementAmount: null }];
}
