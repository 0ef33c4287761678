import type { Payment, PaymentStatus } from "../../../generated/types.ts";
import { formatMoney } from "../../text/format-money.ts";
import type { Order } from "./shop.ts";

/** A payment that the service has. */
export interface SeenPayment {
  readonly id: string;
  readonly method: Payment["paymentMethod"];
  readonly amount: number;
  readonly order: Order | undefined;
  status: PaymentStatus;
  /** The statuses that it had, the first one first. */
  readonly history: PaymentStatus[];
  /** Whether it was paid at any time since the shop was last asked for its orders. */
  wasJustPaid: boolean;
  /** Whether the shop was to learn of it from a response that got lost. */
  wasLost: boolean;
  /** Whether no other response has had it since then. */
  isHidden: boolean;
}

/** The statuses in which the shop has the buyer's money. */
const HELD: readonly string[] = ["SUCCEEDED", "PAID"];
/** The statuses in which the bank looks at it, or has taken it. */
const DISPUTED: readonly string[] = ["DISPUTED", "CHARGEBACK"];
/** Only what was charged gets there, also if that was before anybody looked. */
const CHARGED: readonly string[] = [...HELD, ...DISPUTED, "REFUNDED"];

export const isHeld = ({ status }: SeenPayment) => HELD.includes(status);
export const isDisputed = ({ status }: SeenPayment) => DISPUTED.includes(status);
export const wasCharged = ({ history }: SeenPayment) =>
  history.some((status) => CHARGED.includes(status));

/** The payments that the service has, and the orders that they are for. */
export class Payments {
  readonly all: SeenPayment[] = [];
  /** Whether the service may have changed payments since they were read. */
  isStale = false;
  readonly #orders: readonly Order[];

  constructor(orders: readonly Order[]) {
    this.#orders = orders;
  }

  see(payment: Payment): SeenPayment {
    const { id, status, amount, paymentMethod: method } = payment;
    let seen = this.all.find((each) => each.id === id);
    if (!seen) {
      const order = this.#orderOf(payment);
      const flags = { wasJustPaid: false, wasLost: false, isHidden: false };
      seen = { id, method, amount, order, status, history: [], ...flags };
      this.all.push(seen);
    }
    seen.status = status;
    if (seen.history.at(-1) !== status) seen.history.push(status);
    seen.wasJustPaid ||= isPaid(status);
    return seen;
  }

  of({ id }: Order): SeenPayment[] {
    return this.all.filter(({ order }) => order?.id === id);
  }

  get hasHidden(): boolean {
    return this.all.some(({ isHidden }) => isHidden);
  }

  /** The shop gets a response, and may show its buyer what is in it. */
  show(response: string): void {
    for (const each of this.all) each.isHidden &&= !response.includes(each.id);
  }

  /** The shop has been asked for its orders. */
  endMoment(): void {
    for (const each of this.all) each.wasJustPaid = isPaid(each.status);
  }

  /** The shop may have its own way to write the buyer, but not all of them. */
  #orderOf({ buyerDetails, amount }: Payment): Order | undefined {
    const email = buyerDetails.email.toLowerCase();
    const { document } = buyerDetails;
    return (
      this.#orders.find(({ buyer }) => buyer.email === email) ??
      this.#orders.find(({ buyer }) => buyer.document === document) ??
      this.#orders.find((order) => order.amount === amount)
    );
  }
}

/** Goods may also leave while the bank looks at the payment. */
function isPaid(status: PaymentStatus): boolean {
  return HELD.includes(status) || status === "DISPUTED";
}

/** Payments with what became of them. */
export function listOf(payments: readonly SeenPayment[]): string {
  const texts = payments.map(
    ({ id, amount, history }) => `${short(id)} of ${formatMoney(amount)}, ${history.join(" → ")}`,
  );
  return texts.join("; ") || "none";
}

/** The end of an id, which is enough in a story. The beginning is a time. */
export function short(id: string): string {
  return id.slice(-6);
}
