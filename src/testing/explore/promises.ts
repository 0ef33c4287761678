import type { PromiseName } from "./options.ts";
import { isDisputed, isHeld, listOf, wasCharged } from "./payments.ts";
import type { Order } from "./shop.ts";
import type { Story } from "./story.ts";

/** A promise of every shop. */
interface ShopPromise {
  /** What is promised. */
  sentence: string;
  /** Whether it holds all the time, or only once everything is quiet. */
  holds: "always" | "inTheEnd";
  /** How it is broken, or undefined. */
  broken(story: Story): string | undefined;
}

/** What every shop promises its buyers, by name. */
export const promises = {
  chargedOnce: {
    sentence: "An order is charged at most once.",
    holds: "inTheEnd",
    broken: ofEachOrder(({ payments }, order) => {
      const held = payments.of(order).filter(isHeld);
      return held.length > 1
        ? `The buyer of ${order.id} has paid ${held.length} times: ${listOf(held)}.`
        : undefined;
    }),
  },
  shippedPaid: {
    sentence: "Nothing is shipped that is unpaid at that moment.",
    holds: "always",
    broken: ofEachOrder(({ believed, believedBefore, payments }, order) => {
      const isNew = believed.get(order.id)?.shipped && !believedBefore.get(order.id)?.shipped;
      const all = payments.of(order);
      return isNew && !all.some(({ wasJustPaid }) => wasJustPaid)
        ? `The shop has shipped ${order.id}. At that moment its payments were: ${listOf(all)}.`
        : undefined;
    }),
  },
  noFalsePaid: {
    sentence: "What the shop calls paid was paid.",
    holds: "always",
    broken: ofEachOrder(({ believed, payments }, order) => {
      const all = payments.of(order);
      return believed.get(order.id)?.paid && !all.some(wasCharged)
        ? `The shop calls ${order.id} paid. Its payments are: ${listOf(all)}.`
        : undefined;
    }),
  },
  lostAnswers: {
    sentence: "After a lost answer, shop and service come to the same state.",
    holds: "inTheEnd",
    broken: ofEachOrder((story, order) =>
      hasLostAnswer(story, order)
        ? (unknownPayment(story, order) ?? otherEnd(story, order))
        : undefined,
    ),
  },
  paid: {
    sentence: "What was paid, the shop knows once everything is quiet.",
    holds: "inTheEnd",
    broken: ofEachOrder((story, order) =>
      hasLostAnswer(story, order) ? undefined : unknownPayment(story, order),
    ),
  },
  refundsAndDisputes: {
    sentence: "A refund or a dispute reaches its order.",
    holds: "inTheEnd",
    broken: ofEachOrder((story, order) =>
      hasLostAnswer(story, order) ? undefined : otherEnd(story, order),
    ),
  },
  postbacks: {
    sentence: "Every postback is answered with a 2xx in the end.",
    holds: "inTheEnd",
    broken({ network }) {
      const [first] = network.undelivered;
      return first && `${first.name} was never accepted. The last time: ${first.failure}.`;
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
    broken({ logs, sandbox, orders }) {
      if (logs.includes(sandbox.privateKey)) return "The shop has logged the private key.";
      const order = orders.find(({ card }) => logs.includes(card.cardNumber));
      return order && `The shop has logged the card number of ${order.id}.`;
    },
  },
} as const satisfies Record<PromiseName, ShopPromise>;

type Find = (story: Story, order: Order) => string | undefined;

/** What is wrong with the first order that something is wrong with. */
function ofEachOrder(find: Find): ShopPromise["broken"] {
  return (story) => {
    for (const order of story.orders) {
      const found = find(story, order);
      if (found) return found;
    }
    return undefined;
  };
}

function hasLostAnswer({ payments }: Story, order: Order): boolean {
  return payments.of(order).some(({ wasLost }) => wasLost);
}

function unknownPayment({ believed, payments }: Story, order: Order): string | undefined {
  const known = believed.get(order.id);
  const held = payments.of(order).filter(isHeld);
  if (known?.paid || held.length === 0) return undefined;
  const belief = known ? `calls ${order.id} unpaid` : `does not know ${order.id}`;
  return `The shop ${belief}. Its payments are: ${listOf(held)}.`;
}

/** If several payments of an order were charged, which one the shop has in mind is not known. */
function otherEnd({ believed, payments }: Story, order: Order): string | undefined {
  const known = believed.get(order.id);
  const charged = payments.of(order).filter(wasCharged);
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
