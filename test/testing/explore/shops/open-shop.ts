import { createCentavo } from "centavo";
import type { Shop, ShopOrder, ShopSandbox } from "centavo/testing";
import {
  type Checkout,
  type CheckoutOptions,
  createCheckout,
} from "../../../../examples/shops/checkout.ts";
import { type OrderTable, stateOf } from "../../../../examples/shops/orders.ts";
import { type Connection, Disk } from "./disk.ts";

/** A shop that runs, and what outlives its process. */
export interface OpenShop {
  checkout: Checkout;
  connection: Connection;
  disk: Disk;
  log: string[];
}

/** What the shops with a checkout differ in. */
interface Parts {
  /** The checkout, or a copy of it with a mistake. */
  create?: (options: CheckoutOptions, disk: Disk) => Checkout;
  orders?: () => OrderTable;
  options?: Partial<CheckoutOptions>;
}

/** The shop of a checkout. Other shops change some of its functions. */
export function shopWith({ create = createCheckout, orders, options }: Parts = {}) {
  /** Begins a process of the shop. */
  const start = (sandbox: ShopSandbox, disk: Disk, log: string[]): OpenShop => {
    const connection = disk.connect();
    const checkoutOptions: CheckoutOptions = {
      // In a real shop, a read is repeated later than that.
      centavo: createCentavo({ ...sandbox, retry: { baseDelay: 1 } }),
      orders: connection.orders,
      url: sandbox.postbackUrl,
      secret: "a long random text from your settings",
      // No request of a process that has ended is still under way.
      patience: 0,
      log: (problem) => log.push(String(problem)),
      ...options,
    };
    const checkout = create(checkoutOptions, disk);
    return { checkout, connection, disk, log };
  };
  return {
    start,
    open: (sandbox) => start(sandbox, new Disk(orders?.()), []),
    buy: ({ checkout }, order) => checkout.pay(order),
    postbacks: ({ checkout }) => checkout.postbacks.fetch,
    orders: ({ disk }) => ordersOf(disk),
    refund: ({ checkout }, { id }) => checkout.refund(id),
    restart({ connection, disk, log }, sandbox) {
      connection.cut();
      const shop = start(sandbox, disk, log);
      shop.checkout.reconcile().catch((problem) => log.push(String(problem)));
      return shop;
    },
    database({ disk }, state) {
      disk.state = state;
    },
    logs: ({ log }) => log.join("\n"),
  } satisfies Shop<OpenShop> & { start: typeof start };
}

/** What the rows say. */
async function ordersOf({ orders }: Disk): Promise<ShopOrder[]> {
  return (await orders.all()).map((order) => {
    const state = stateOf(order);
    const is = (each: typeof state) => state === each;
    const { id, shipped } = order;
    return { id, shipped, paid: is("paid"), refunded: is("refunded"), disputed: is("disputed") };
  });
}
