import type { PaymentMethod, PaymentStatus } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { DAY, dayOf, daysBetween } from "../domain/calendar.ts";
import { firstLateDay } from "../domain/late-fees.ts";
import { type OutcomeStep, testOutcomes } from "../domain/test-outcomes.ts";
import { BusinessRuleError } from "../errors.ts";
import type { PaymentRecord } from "../store/records.ts";
import { startAdvance } from "./advance-clock.ts";
import { changePaymentStatus } from "./payment-status-changes.ts";
import { scheduleJobs } from "./payments.ts";

/** What a buyer does with a payment of these methods that has a status. */
interface BuyerMove {
  methods: readonly PaymentMethod[];
  from: PaymentStatus;
  to: PaymentStatus;
  /** The automatic status changes that follow. */
  later?: readonly OutcomeStep[];
}

const fromPending = { methods: ["pix", "billet"], from: "PENDING" } as const;

/** The card and its bank decide a payment that waits, with an outcome of the test cards. */
function cardMove(outcome: "succeeds" | "declined" | "declinedForFunds" | "disputed"): BuyerMove {
  const { status: to, later } = testOutcomes[outcome];
  return { methods: ["card"], from: "PENDING", to, later };
}

/** The outcomes that come later are missing: the payment waits already. */
const moves = {
  pay: { ...fromPending, to: "PAID" },
  payLate: { ...fromPending, methods: ["billet"], to: "PAID" },
  expire: { ...fromPending, to: "CANCELED" },
  succeeds: cardMove("succeeds"),
  declined: cardMove("declined"),
  declinedForFunds: cardMove("declinedForFunds"),
  disputed: cardMove("disputed"),
  dispute: { methods: ["card"], from: "SUCCEEDED", to: "DISPUTED" },
} as const satisfies Record<string, BuyerMove>;

export type BuyerMoveName = keyof typeof moves;

export function isBuyerMove(name: unknown): name is BuyerMoveName {
  return typeof name === "string" && Object.hasOwn(moves, name);
}

/** What the buyer can do with a payment now. */
export function buyerMovesOf(context: Context, { resource }: PaymentRecord): BuyerMoveName[] {
  const names = Object.keys(moves) as BuyerMoveName[];
  return names.filter((name) => {
    const { methods, from }: BuyerMove = moves[name];
    if (from !== resource.status || !methods.includes(resource.paymentMethod)) return false;
    return name !== "payLate" || dayToPayLate(context, resource) !== undefined;
  });
}

/** The first day on which a boleto is late, if it is still to come. After it, whoever pays is late. */
export function dayToPayLate(
  { today }: Context,
  payment: PaymentRecord["resource"],
): string | undefined {
  if (payment.paymentMethod !== "billet") return undefined;
  const day = firstLateDay(payment);
  return today < day ? day : undefined;
}

/**
 * Begins to advance the clock of the company to the first late day of a boleto, at the same time of day, and returns the
 * time there. Undefined if the boleto cannot be paid, or is late already. Late fees follow from the date, so a payment with
 * them before it would be one that the service never makes.
 */
export async function startAdvanceToLateDay(
  context: Context,
  record: PaymentRecord,
): Promise<number | undefined> {
  const day = dayToPayLate(context, record.resource);
  if (day === undefined || !buyerMovesOf(context, record).includes("payLate")) return undefined;
  const { clockTarget } = context;
  const to = clockTarget + Math.max(0, daysBetween(dayOf(clockTarget), day)) * DAY;
  if (to > clockTarget) await startAdvance(context, to);
  return to;
}

/** @throws {BusinessRuleError} if the payment does not allow the move, or no longer. */
export async function makeBuyerMove(
  context: Context,
  record: PaymentRecord,
  name: BuyerMoveName,
): Promise<void> {
  const { to, later = [] }: BuyerMove = moves[name];
  if (!buyerMovesOf(context, record).includes(name))
    throw new BusinessRuleError("StepRefused", `${record.resource.status} → ${name}`);
  await changePaymentStatus(context, record, to);
  if (later.length > 0) await scheduleJobs(context, record, later);
}
