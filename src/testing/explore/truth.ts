import type { Payment, PaymentStatus } from "../../../generated/types.ts";
import type { Order } from "./shop.ts";

/** A payment of an order, and what became of it. */
export interface SeenPayment {
  readonly id: string;
  readonly method: Payment["paymentMethod"];
  readonly amount: number;
  readonly order: Order | undefined;
  status: PaymentStatus;
  /** The statuses that it had, the first one first, each with the number of the moment from which on. */
  readonly history: { status: PaymentStatus; since: number }[];
}

/** The statuses in which the shop has the buyer's money. */
const HELD: readonly PaymentStatus[] = ["SUCCEEDED", "PAID"];
/** The statuses in which the bank looks at it, or has taken it. */
const DISPUTED: readonly PaymentStatus[] = ["DISPUTED", "CHARGEBACK"];

export function isHeld({ status }: Pick<SeenPayment, "status">): boolean {
  return HELD.includes(status);
}

export function isDisputed({ status }: Pick<SeenPayment, "status">): boolean {
  return DISPUTED.includes(status);
}

/** What the service knows: the payments of each order, by their buyers. A moment lies between two looks at the shop. */
export class Truth {
  readonly payments = new Map<string, SeenPayment>();
  /** How often each status was reached, by the method and the status. */
  readonly reached: Record<string, number> = {};
  readonly #orders: readonly Order[];
  /** Counts the looks at the shop. */
  moment = 0;
  /** Whether the service may have changed payments since they were read. */
  isStale = false;
  /** What a buyer pays later, and the shop has not got from the service. */
  readonly #hidden = new Set<string>();

  constructor(orders: readonly Order[]) {
    this.#orders = orders;
  }

  see(payment: Payment): void {
    const { id, status, amount, paymentMethod: method } = payment;
    const seen = this.payments.get(id) ?? {
      ...{ id, method, amount, status, history: [] },
      order: this.#orderOf(payment),
    };
    if (!this.payments.has(id) && method !== "card") this.#hidden.add(id);
    this.payments.set(id, seen);
    if (seen.history.at(-1)?.status === status) return;
    seen.status = status;
    seen.history.push({ status, since: this.moment });
    const name = `${method} ${status}`;
    this.reached[name] = (this.reached[name] ?? 0) + 1;
  }

  paymentsOf({ id }: Pick<Order, "id">): SeenPayment[] {
    return [...this.payments.values()].filter(({ order }) => order?.id === id);
  }

  get hasHidden(): boolean {
    return this.#hidden.size > 0;
  }

  /** The shop gets an answer, and may show its buyer what is in it. */
  show(answer: string): void {
    for (const id of this.#hidden) if (answer.includes(id)) this.#hidden.delete(id);
  }

  /** Whether a buyer may move it: a card needs nobody to show anything. */
  isShown({ id }: SeenPayment): boolean {
    return !this.#hidden.has(id);
  }

  /** Whether an order was paid at any time since the look before. */
  wasJustPaid(order: Pick<Order, "id">): boolean {
    return this.paymentsOf(order).some(({ history }) =>
      history.some(({ status }, index) => {
        const until = history[index + 1]?.since ?? Number.POSITIVE_INFINITY;
        return until >= this.moment && (HELD.includes(status) || status === "DISPUTED");
      }),
    );
  }

  /** The shop may have its own way to write the buyer, but not all of them. */
  #orderOf({ buyerDetails, amount }: Payment): Order | undefined {
    const email = buyerDetails.email.toLowerCase();
    const isOf = [
      ({ buyer }: Order) => buyer.email === email,
      ({ buyer }: Order) => buyer.document === buyerDetails.document,
      (order: Order) => order.amount === amount,
    ];
    return isOf.map((is) => this.#orders.find(is)).find((order) => order !== undefined);
  }
}
