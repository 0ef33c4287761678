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
  /** Whether the shop has got it from the service, so that a buyer may see it. */
  isShown: boolean;
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
  readonly reached = new Map<string, number>();
  readonly #orders: readonly Order[];
  moment = 0;

  constructor(orders: readonly Order[]) {
    this.#orders = orders;
  }

  see(payment: Payment): void {
    const { id, status, amount, paymentMethod: method } = payment;
    const seen = this.payments.get(id) ?? {
      ...{ id, method, amount, status, history: [], isShown: false },
      order: this.#orderOf(payment),
    };
    this.payments.set(id, seen);
    if (seen.history.at(-1)?.status === status) return;
    seen.status = status;
    seen.history.push({ status, since: this.moment });
    const name = `${method} ${status}`;
    this.reached.set(name, (this.reached.get(name) ?? 0) + 1);
  }

  paymentsOf({ id }: Pick<Order, "id">): SeenPayment[] {
    return [...this.payments.values()].filter(({ order }) => order?.id === id);
  }

  /** Whether an order was paid at any time from the end of an earlier moment on. */
  wasPaidSince(order: Pick<Order, "id">, moment: number): boolean {
    return this.paymentsOf(order).some(({ history }) =>
      history.some(({ status }, index) => {
        const until = history[index + 1]?.since ?? Number.POSITIVE_INFINITY;
        return until > moment && (HELD.includes(status) || status === "DISPUTED");
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
