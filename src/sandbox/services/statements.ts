import type { Statement, StatementMovement } from "../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../generated/types.ts";
import { redactShown } from "../../text/redact-by-search.ts";
import type { Context } from "../context.ts";
import { amountsOfSale, subaccountOf } from "../domain/ledger-accounts.ts";
import { COMPANY, type LedgerEvent, total } from "../domain/ledger-balances.ts";
import { ValidationError } from "../errors.ts";
import type { AvailableEntry } from "../store/store.ts";
import { getSubaccountOrThrow } from "./subaccounts.ts";

/**
 * The subaccount that is meant, or the company itself. The entries of a deleted one stay in the ledger, so what was its
 * money can still be read.
 */
export async function ledgerOwner(
  context: Context,
  { subaccountId: owner = COMPANY }: { subaccountId?: string | undefined },
): Promise<string> {
  if (owner === COMPANY) return owner;
  const [entry] = await context.data.ledger.availableEntries({ owner, limit: 1 });
  if (!entry) await getSubaccountOrThrow(context, owner);
  return owner;
}

interface StatementQuery {
  from?: string | undefined;
  to?: string | undefined;
  event?: LedgerEvent | undefined;
  after?: string | undefined;
  limit: number;
}

/**
 * The changes of an owner's balance, the latest first and one page at a time.
 * @throws {ValidationError} if the first day is after the last one.
 */
export async function readStatement(
  context: Context,
  owner: string,
  { from = "", to = context.today, event, after, limit }: StatementQuery,
): Promise<Statement> {
  if (from > to) throw new ValidationError([`from must not be after to, which is ${to}`]);
  const { ledger } = context.data;
  const sums = await ledger.daySums({ account: "available", owner });
  const openingBalance = total(sums.filter(({ on }) => on < from));
  const closingBalance = total(sums.filter(({ on }) => on <= to));
  const place = placeOf(after);
  const query = { owner, from, to, event, before: place, limit: limit + 1 };
  const entries = await ledger.availableEntries(query);
  const shown = entries.slice(0, limit);
  const balance = event === undefined ? (place?.balance ?? closingBalance) : null;
  const movements = await movementsOf(context, shown, balance);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  const before = (movements.at(-1)?.balance ?? 0) - (last?.amount ?? 0);
  const next = last ? `${last.on}.${last.number}.${before}` : null;
  return { subaccountId: subaccountOf(owner), openingBalance, movements, next, closingBalance };
}

/** Entries of an owner, the latest first, as movements with the balance after each, if that of the first is known. */
async function movementsOf(
  { data }: Context,
  entries: readonly AvailableEntry[],
  latest: number | null,
): Promise<StatementMovement[]> {
  const subjects = [...new Set(entries.map(({ subject }) => subject))];
  const [postings, payments] = await Promise.all([
    data.ledger.postingsOf(subjects),
    data.payments.getAll(subjects),
  ]);
  const sales = new Map(
    postings
      .filter(({ event }) => event === "sale")
      .map(({ subject, entries }) => [subject, amountsOfSale(entries)]),
  );
  const byId = new Map(payments.map(({ id, resource }) => [id, resource]));
  let next = latest;
  return entries.map(({ subject, event, on: day, amount }) => {
    const balance = next;
    if (next !== null) next -= amount;
    const isWithdrawal = event === "withdrawal" || event === "return";
    const payment = byId.get(subject);
    return {
      day,
      event,
      amount,
      balance,
      paymentId: isWithdrawal ? null : subject,
      withdrawalId: isWithdrawal ? subject : null,
      ...(sales.get(subject) ?? { gross: null, fees: null, splits: null }),
      buyer: payment ? buyerOf(payment) : null,
      paymentMethod: payment?.paymentMethod ?? null,
    };
  });
}

/** The name of a payment's buyer. What is done to the customer later does not change it. */
function buyerOf({ buyerDetails }: Payment): string {
  return redactShown(`${buyerDetails.firstName} ${buyerDetails.lastName}`);
}

/** The place in a statement where a page ends, with the balance there. */
function placeOf(after: string | undefined) {
  if (after === undefined) return undefined;
  const [on = "", number, balance] = after.split(".");
  return { on, number: Number(number), balance: Number(balance) };
}
