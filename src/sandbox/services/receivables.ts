import type {
  FilledWithdrawal,
  Receivables,
  Statement,
  StatementMovement,
} from "../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../generated/types.ts";
import { redactShown } from "../../http-server/redact-text.ts";
import type { Context } from "../context.ts";
import { dayOf } from "../domain/calendar.ts";
import { groupBy } from "../domain/group-by.ts";
import { COMPANY, type LedgerEvent } from "../domain/ledger-balances.ts";
import { statement } from "../domain/ledger-reports.ts";
import { receivables, settlementsOf, statementMovements } from "../domain/receivables.ts";
import { ValidationError } from "../errors.ts";
import { entriesOf } from "../store/changed-receivables.ts";
import type { WithdrawalRecord } from "../store/records.ts";
import type { AvailableEntry, Page } from "../store/store.ts";
import { getSubaccountOrThrow } from "./subaccounts.ts";

/** Days, of which the last may be missing. */
export interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

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

/** @throws {ValidationError} if the first day is after the last one. */
export function assertSpan(from: string | undefined, to: string | undefined): void {
  if (from !== undefined && to !== undefined && from > to)
    throw new ValidationError([`from must not be after to, which is ${to}`]);
}

/** What an owner gets and when, one page of days. */
export async function readReceivables(
  { data, today }: Context,
  owner: string,
  { from, to, limit }: Span & { limit: number },
): Promise<Receivables> {
  assertSpan(from, to);
  // What has passed begins with its first day.
  const first = from ?? (to !== undefined && to < today ? "" : today);
  const sums = await data.ledger.receivableSums(owner);
  return receivables(owner, sums, { today, from: first, to, limit });
}

interface StatementQuery extends Span {
  event?: LedgerEvent | undefined;
  after?: string | undefined;
  limit: number;
}

/** The changes of an owner's balance, with one page of the movements. */
export async function readStatement(
  context: Context,
  owner: string,
  { from, to = context.today, event, after, limit }: StatementQuery,
): Promise<Statement> {
  assertSpan(from, to);
  const { ledger } = context.data;
  const sums = await ledger.daySums({ account: "available", owner });
  const days = statement(owner, sums, { from, to });
  const place = placeOf(after);
  const query = { owner, from, to, event, after: place, limit: limit + 1 };
  const entries = await ledger.availableEntries(query);
  const shown = entries.slice(0, limit);
  const balance = event === undefined ? (place?.balance ?? days.openingBalance) : null;
  const movements = await movementsOfEntries(context, owner, shown, balance);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  const next = last ? `${last.on}.${last.number}.${movements.at(-1)?.balance ?? 0}` : null;
  return { ...days, movements, next };
}

/** Entries of an owner as movements, with the balance after each if there is one before them. */
export async function movementsOfEntries(
  { data }: Context,
  owner: string,
  entries: readonly AvailableEntry[],
  balance: number | null,
): Promise<StatementMovement[]> {
  const subjects = [...new Set(entries.map(({ subject }) => subject))];
  const [posted, payments] = await Promise.all([
    // Only the company pays fees and splits.
    data.ledger.postingsOf(owner === COMPANY ? subjects : []),
    data.payments.getAll(subjects),
  ]);
  const postings = groupBy(posted, ({ subject }) => subject);
  const byId = new Map(payments.map(({ id, resource }) => [id, resource]));
  return statementMovements(owner, entries, {
    entriesOf: (paymentId) => entriesOf(postings.get(paymentId) ?? []),
    balance,
  }).map((movement) => {
    const payment = byId.get(movement.paymentId ?? "");
    const [buyer, paymentMethod] = payment
      ? [buyerOf(payment), payment.paymentMethod]
      : [null, null];
    return { ...movement, buyer, paymentMethod };
  });
}

/** The name of a payment's buyer. What is done to the customer later does not change it. */
export function buyerOf({ buyerDetails }: Payment): string {
  return redactShown(`${buyerDetails.firstName} ${buyerDetails.lastName}`);
}

/** The place in a statement where a page ends, with the balance there. */
function placeOf(after: string | undefined) {
  if (after === undefined) return undefined;
  const [on = "", number, balance] = after.split(".");
  return { on, number: Number(number), balance: Number(balance) };
}

/** One page of an owner's withdrawals, each with the days that filled it. */
export async function listWithdrawals(
  context: Context,
  owner: string,
  { page, limit }: Page,
): Promise<{ data: FilledWithdrawal[]; total: number }> {
  const all = await filledWithdrawals(context, owner);
  return { data: all.slice((page - 1) * limit, page * limit), total: all.length };
}

/** All withdrawals of an owner, the newest first. What one takes depends on all before it. */
export async function filledWithdrawals(
  { data }: Context,
  owner: string,
): Promise<FilledWithdrawal[]> {
  const records = await data.withdrawals.find({ owner });
  const taken = records.filter(({ resource }) => resource.status !== "FAILED").toReversed();
  const sums = await data.ledger.receivableSums(owner);
  const filled = settlementsOf(
    sums,
    taken.map(({ id, resource }) => ({
      id,
      on: dayOfWithdrawal(resource),
      amount: resource.amount,
    })),
  );
  return records.map(({ id, resource }) => {
    const { amount, liquidAmount, status } = resource;
    return {
      withdrawalId: id,
      day: dayOfWithdrawal(resource),
      amount,
      fee: amount - liquidAmount,
      status,
      settlements: filled.get(id) ?? [],
    };
  });
}

function dayOfWithdrawal({ createdAt }: WithdrawalRecord["resource"]): string {
  return dayOf(Date.parse(createdAt));
}
