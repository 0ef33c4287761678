import { formatMoney } from "../../text/format-money.ts";
import { type Network, short } from "./network.ts";
import type { Order, ShopOrder } from "./shop.ts";
import { isDisputed, isHeld, type SeenPayment, type Truth } from "./truth.ts";

/** What is known of a story, to judge the shop by. */
export interface Evidence {
  orders: readonly Order[];
  /** What the shop believes of each order that it lists, and what it believed at the look before. */
  believed: ReadonlyMap<string, ShopOrder>;
  before: ReadonlyMap<string, ShopOrder>;
  truth: Truth;
  network: Network;
  /** What the shop has logged. */
  logs: string;
  privateKey: string;
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
    broken: ofEachOrder(({ truth }, order) => {
      const held = truth.paymentsOf(order).filter(isHeld);
      return held.length > 1
        ? `The buyer of ${order.id} has paid ${held.length} times: ${listOf(held)}.`
        : undefined;
    }),
  },
  shippedPaid: {
    sentence: "Nothing is shipped that is unpaid at that moment.",
    holds: "always",
    broken: ofEachOrder(({ believed, before, truth }, order) => {
      const isNew = believed.get(order.id)?.shipped && !before.get(order.id)?.shipped;
      return isNew && !truth.wasJustPaid(order)
        ? `The shop has shipped ${order.id}. At that moment its payments were: ${listOf(truth.paymentsOf(order))}.`
        : undefined;
    }),
  },
  noFalsePaid: {
    sentence: "What the shop calls paid was paid.",
    holds: "always",
    broken: ofEachOrder(falselyPaid),
  },
  lostAnswers: {
    sentence: "After a lost answer, shop and service come to the same state.",
    holds: "inTheEnd",
    broken: ofEachOrder((evidence, order) =>
      hasLostAnswer(evidence, order)
        ? (unknownPayment(evidence, order) ?? otherEnd(evidence, order))
        : undefined,
    ),
  },
  paid: {
    sentence: "What was paid, the shop knows once everything is quiet.",
    holds: "inTheEnd",
    broken: ofEachOrder((evidence, order) =>
      hasLostAnswer(evidence, order) ? undefined : unknownPayment(evidence, order),
    ),
  },
  refundsAndDisputes: {
    sentence: "A refund or a dispute reaches its order.",
    holds: "inTheEnd",
    broken: ofEachOrder((evidence, order) =>
      hasLostAnswer(evidence, order) ? undefined : otherEnd(evidence, order),
    ),
  },
  postbacks: {
    sentence: "Every postback is answered with a 2xx in the end.",
    holds: "inTheEnd",
    broken({ network }) {
      const [first] = network.undelivered;
      return (
        first && `${first.sentence} was never accepted. The last time: ${first.failure?.answer}.`
      );
    },
  },
  requests: {
    sentence: "No request of the shop is refused as invalid.",
    holds: "always",
    broken: ({ network }) => network.refused[0],
  },
  logs: {
    sentence: "No card number and no key is in the shop's logs.",
    holds: "inTheEnd",
    broken({ logs, privateKey, orders }) {
      if (logs.includes(privateKey)) return "The shop has logged the private key.";
      const order = orders.find(({ card }) => logs.includes(card.cardNumber));
      return order && `The shop has logged the card number of ${order.id}.`;
    },
  },
} as const satisfies Record<string, ShopPromise>;

/** The name of a promise of every shop. */
export type PromiseName = keyof typeof promises;

/** What is wrong with the first order that something is wrong with. */
function ofEachOrder(find: (evidence: Evidence, order: Order) => string | undefined) {
  return (evidence: Evidence): string | undefined => {
    for (const order of evidence.orders) {
      const found = find(evidence, order);
      if (found) return found;
    }
    return undefined;
  };
}

function hasLostAnswer({ truth, network }: Evidence, order: Order): boolean {
  return truth.paymentsOf(order).some(({ id }) => network.lost.has(id));
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
  const end = (["refunded", "disputed"] as const).find(
    (each) => known[each] !== undefined && known[each] !== ends[each],
  );
  if (!end) return undefined;
  const belief = `calls ${order.id} ${known[end] ? "" : "not "}${end}`;
  return `The shop ${belief}. Its payments are: ${listOf(charged)}.`;
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
