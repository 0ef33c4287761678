import type {
  SandboxWithdrawalStatusTransition,
  WithdrawalCreate,
} from "../../../generated/sandbox-control-types.ts";
import type { Withdrawal } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { transitions } from "../contract-facts/index.ts";
import type { Entry } from "../domain/ledger-balances.ts";
import { withdrawal, withdrawalReturned } from "../domain/ledger-entries.ts";
import { transitionBetween } from "../domain/status-transitions.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import { enqueuePostback } from "../postbacks/outbox.ts";
import type { WithdrawalRecord } from "../store/records.ts";
import { getBalance } from "./company-balances.ts";
import { describeBalance } from "./describe-balance.ts";
import { postEntries } from "./post-entries.ts";
import { assertTransition, recordStatus } from "./status-changes.ts";

/** The ledger entries of each transition. A missing or misspelt transition does not compile. */
const bookings: Record<
  SandboxWithdrawalStatusTransition,
  (owner: string, amount: number, today: string, fee: number) => Entry[]
> = {
  // The creation of the withdrawal already debited the account.
  "PENDING → PAID": () => [],
  "PENDING → FAILED": withdrawalReturned,
};

export async function getWithdrawalOrThrow(
  context: Context,
  id: string,
): Promise<WithdrawalRecord> {
  const record = await context.data.withdrawals.get(id);
  if (!record) throw new DocumentedError("WithdrawalNotFound");
  return record;
}

/** @throws {BusinessRuleError} if the owner's available balance is lower than the amount. */
export async function createWithdrawal(
  context: Context,
  owner: string,
  body: WithdrawalCreate,
): Promise<Withdrawal> {
  const { timestamp } = context;
  const balance = await getBalance(context, owner);
  if (body.amount > balance.available)
    throw new BusinessRuleError("BalanceTooLow", describeBalance(owner, balance));
  const resource: Withdrawal = {
    id: context.uuid(),
    withdrawalPaymentType: "PIX",
    postbackUrl: "",
    ...body,
    liquidAmount: body.amount,
    status: "PENDING",
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  await insertWithdrawal(context, owner, resource);
  await enqueuePostback(context, "withdrawal", resource);
  return resource;
}

/** Stores a new withdrawal and debits the account. */
export async function insertWithdrawal(
  context: Context,
  owner: string,
  resource: Withdrawal,
): Promise<void> {
  const { data, today } = context;
  const { id, amount, liquidAmount } = resource;
  await data.withdrawals.insert({ id, owner, resource });
  const entries = withdrawal(owner, amount, today, amount - liquidAmount);
  await postEntries(context, "withdrawal", { subject: id, event: "withdrawal", entries });
  recordStatus(context, { type: "withdrawal", id }, null, resource.status);
}

/** @throws {BusinessRuleError} if the contract does not allow the transition. */
export async function changeWithdrawalStatus(
  context: Context,
  record: WithdrawalRecord,
  status: Withdrawal["status"],
): Promise<Withdrawal> {
  const { data, timestamp: updatedAt, today } = context;
  const { id, owner } = record;
  const { amount, liquidAmount, status: previous } = record.resource;
  assertTransition(transitions.withdrawal, previous, status);
  const resource = { ...record.resource, status, updatedAt };
  await data.withdrawals.update({ ...record, resource });
  const transition = transitionBetween(bookings, previous, status);
  const entries = bookings[transition](owner, amount, today, amount - liquidAmount);
  await postEntries(context, "withdrawal", { subject: id, event: "return", entries });
  recordStatus(context, { type: "withdrawal", id }, previous, status);
  await enqueuePostback(context, "withdrawal", resource);
  return resource;
}
