import { createCentavo, type Subscription } from "centavo";
import type { Order, ShopOrder, ShopSandbox } from "centavo/testing";
import { type Charge, createMembership } from "../../../../examples/shops/membership.ts";
import { createControl } from "../../../../src/sandbox/create-control.ts";

/** A club that runs. An order is a subscription with one charge, whose title has the id of the order. */
export interface Club {
  /** The charges, which outlive the process. */
  rows: Map<string, Charge>;
  join(order: Order): Promise<void>;
  orders(): Promise<ShopOrder[]>;
}

export function openClub(sandbox: ShopSandbox, rows: Club["rows"]): Club {
  const centavo = createCentavo({ ...sandbox, retry: { baseDelay: 1 } });
  // The service's own way to create customers and subscriptions is not in its API.
  const control = createControl(sandbox);
  const chargesOf = (id: string) => [...rows.values()].filter((row) => row.subscriptionId === id);
  const { update } = createMembership(centavo, {
    save: async (charge) => void rows.set(charge.id, charge),
    of: async (subscriptionId) => chargesOf(subscriptionId),
  });
  const joining = new Map<string, Promise<void>>();

  async function join(order: Order): Promise<void> {
    if ((await subscriptions()).has(order.id)) return;
    const { buyer, card, amount, id: title } = order;
    const customerId = (await customerOf(order)) ?? (await createCustomer(buyer));
    const { id: cardId } = (await centavo.cards.tokenize({ customerId, ...card })).data;
    const dueDate = (await control.clock.get()).data.now.slice(0, 10);
    const terms = { frequency: 30, duration: 1, dueDate };
    await control.subscriptions.create({ customerId, cardId, title, amount, ...terms });
  }

  async function customerOf({ buyer }: Order): Promise<string | undefined> {
    for await (const { id, document } of centavo.customers.list())
      if (document === buyer.document) return id;
    return undefined;
  }

  async function createCustomer(buyer: Order["buyer"]): Promise<string> {
    const { firstName, lastName, email, document, phone: phoneNumber } = buyer;
    const person = { firstName, lastName, email, document, phoneNumber, birthdate: "1990-05-17" };
    return (await control.customers.create(person)).data.id;
  }

  /** By their titles. */
  async function subscriptions(): Promise<Map<string, Subscription>> {
    const found = new Map<string, Subscription>();
    for await (const each of centavo.subscriptions.list()) found.set(each.title, each);
    return found;
  }

  return {
    rows,
    join(order) {
      const joined = joining.get(order.id) ?? join(order).finally(() => joining.delete(order.id));
      joining.set(order.id, joined);
      return joined;
    },
    async orders() {
      const orders: ShopOrder[] = [];
      for (const [id, subscription] of await subscriptions()) {
        await update(subscription.id);
        const statuses = chargesOf(subscription.id).map(({ status }) => status);
        const has = (...wanted: typeof statuses) => wanted.some((each) => statuses.includes(each));
        orders.push({
          ...{ id, paid: has("SUCCEEDED"), refunded: has("REFUNDED") },
          disputed: has("DISPUTED", "CHARGEBACK"),
        });
      }
      return orders;
    },
  };
}
