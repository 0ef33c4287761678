import { formatMoney } from "../../text/format-money.ts";
import { type Network, short } from "./network.ts";
import type { Order, ShopOrder } from "./shop.ts";
import { isDisputed, isHeld, type SeenPayment, type Truth } from "./truth.ts";

/** What is known of a story, to judge the shop by. */
export interface Evidence {
  orders: readonly Order[];
  /** What the shop believes of each order that it lists. */
  believed: ReadonlyMap<string, ShopOrder>;
  truth: Truth;
  /** The moment of the look before, since which something may have happened. */
  lastLook: number;
  /** The orders that were shipped at the look before. */
  shipped: ReadonlySet<string>;
  /** The orders of which an answer never reached the shop. */
  lostAnswers: ReadonlySet<string>;
  refused: readonly string[];
  undelivered: Network["undelivered"];
  /** What the shop has logged, and what must not be in it. */
  logs: string;
  secrets: readonly { name: string; text: string }[];
}

/** A promise of every shop. */
interface ShopPromise {
  /** What is promised. */
  sentence: string;
  /** Whether it holds all the time, or only once everything is quiet. */
  holds: "always" | "inTheEnd";
  /** How it is broken, or undefined. */
  broken(evidence: Evidence): string | undefined;
}

/** What every shop promises its buyers, by name. */
export const promises = {
  chargedOnce: {
    sentence: "An order is charged at most once.",
    holds: "inTheEnd",
    broken: ({ orders, truth }) =>
      firstOf(orders, (order) => {
        const held = truth.paymentsOf(order).filter(isHeld);
        return held.length > 1
          ? `The buyer of ${order.id} has paid ${held.length} times: ${listOf(held)}.`
          : undefined;
      }),
  },
  shippedPaid: {
    sentence: "Nothing is shipped that is unpaid at that moment.",
    holds: "always",
    broken: ({ orders, believed, truth, shipped, lastLook }) =>
      firstOf(orders, (order) => {
        const isNew = believed.get(order.id)?.shipped && !shipped.has(order.id);
        return isNew && !truth.wasPaidSince(order, lastLook)
          ? `The shop has shipped ${order.id}. At that moment its payments were: ${listOf(truth.paymentsOf(order))}.`
          : undefined;
      }),
  },
  noFalsePaid: {
    sentence: "What the shop calls paid was paid.",
    holds: "always",
    broken: (evidence) => firstOf(evidence.orders, (order) => falselyPaid(evidence, order)),
  },
  lostAnswers: {
    sentence: "After a lost answer, shop and service come to the same state.",
    holds: "inTheEnd",
    broken: (evidence) =>
      firstOf(evidence.orders, (order) =>
        evidence.lostAnswers.has(order.id)
          ? (unknownPayment(evidence, order) ?? otherEnd(evidence, order))
          : undefined,
      ),
  },
  paid: {
    sentence: "What was paid, the shop knows once everything is quiet.",
    holds: "inTheEnd",
    broken: (evidence) =>
      firstOf(evidence.orders, (order) =>
        evidence.lostAnswers.has(order.id) ? undefined : unknownPayment(evidence, order),
      ),
  },
  refundsAndDisputes: {
    sentence: "A refund or a dispute reaches its order.",
    holds: "inTheEnd",
    broken: (evidence) =>
      firstOf(evidence.orders, (order) =>
        evidence.lostAnswers.has(order.id) ? undefined : otherEnd(evidence, order),
      ),
  },
  postbacks: {
    sentence: "Every postback is answered with a 2xx in the end.",
    holds: "inTheEnd",
    broken({ undelivered }) {
      const [first] = undelivered.values();
      return first && `${first.sentence} was never accepted. The last time: ${first.answer}.`;
    },
  },
  requests: {
    sentence: "No request of the shop is refused as invalid.",
    holds: "always",
    broken: ({ refused }) => refused[0],
  },
  logs: {
    sentence: "No card number and no key is in the shop's logs.",
    holds: "inTheEnd",
    broken({ logs, secrets }) {
      const found = secrets.find(({ text }) => logs.includes(text));
      return found && `The shop has logged ${found.name}.`;
    },
  },
} as const satisfies Record<string, ShopPromise>;

/** The name of a promise of every shop. */
export type PromiseName = keyof typeof promises;

function firstOf<Value>(
  values: readonly Value[],
  find: (value: Value) => string | undefined,
): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found) return found;
  }
  return undefined;
}

/** Only what was charged is disputed or refunded, also if that was before anybody looked. */
function wasCharged({ history }: SeenPayment): boolean {
  return history.some((each) => isHeld(each) || isDisputed(each) || each.status === "REFUNDED");
}

function falselyPaid({ believed, truth }: Evidence, order: Order): string | undefined {
  if (!believed.get(order.id)?.paid) return undefined;
  const payments = truth.paymentsOf(order);
  return payments.some(wasCharged)
    ? undefined
    : `The shop calls ${order.id} paid. Its payments are: ${listOf(payments)}.`;
}

function unknownPayment({ believed, truth }: Evidence, order: Order): string | undefined {
  const known = believed.get(order.id);
  const held = truth.paymentsOf(order).filter(isHeld);
  if (known?.paid || held.length === 0) return undefined;
  const belief = known ? `calls ${order.id} unpaid` : `does not know ${order.id}`;
  return `The shop ${belief}. Its payments are: ${listOf(held)}.`;
}

/** If several payments of an order were charged, which one the shop has in mind is not known. */
function otherEnd({ believed, truth }: Evidence, order: Order): string | undefined {
  const known = believed.get(order.id);
  const charged = truth.paymentsOf(order).filter(wasCharged);
  const [payment] = charged;
  if (!known || charged.length > 1) return undefined;
  const ends = {
    refunded: payment?.status === "REFUNDED",
    disputed: payment !== undefined && isDisputed(payment),
  };
  return firstOf(["refunded", "disputed"] as const, (end) => {
    if (known[end] === undefined || known[end] === ends[end]) return undefined;
    const belief = `calls ${order.id} ${known[end] ? "" : "not "}${end}`;
    return `The shop ${belief}. Its payments are: ${listOf(charged)}.`;
  });
}

/** Payments with what became of them. */
export function listOf(payments: readonly SeenPayment[]): string {
  if (payments.length === 0) return "none";
  return payments
    .map(({ id, amount, history }) => {
      const statuses = history.map(({ status }) => status).join(" → ");
      return `${short(id)} of ${formatMoney(amount)}, ${statuses}`;
    })
    .join("; ");
}
