import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createCentavo } from "centavo";
import type { ExploreOptions, Shop } from "centavo/testing";
import express from "express";
import { Hono } from "hono";
import { craftsperson } from "../../../../examples/people.ts";
import { createMarketplace, type Marketplace } from "../../../../examples/shops/marketplace.ts";
import { stateOf } from "../../../../examples/shops/orders.ts";
import { createControl } from "../../../../src/sandbox/create-control.ts";
import { type Club, openClub } from "./club.ts";
import type { Disk } from "./disk.ts";
import { forgetfulShop, impatientShop } from "./forgetful-shop.ts";
import { type OpenShop, shopWith } from "./open-shop.ts";
import { createSqliteOrders } from "./sqlite-orders.ts";

const checkout = shopWith();

const onSqlite = shopWith({ orders: createSqliteOrders });

/** Its framework has the routes, and the receiver is one of them. */
const behindHono: Shop<OpenShop> = {
  ...checkout,
  postbacks({ checkout: { postbacks } }) {
    const routes = new Hono();
    routes.post("*", (context) => postbacks.fetch(context.req.raw));
    return (request) => routes.fetch(request);
  },
};

interface WithServer extends OpenShop {
  server: Server;
}

/** It has a port of its own. */
const overHttp: Shop<WithServer> = {
  ...checkout,
  async open(sandbox) {
    return listen(checkout.open(sandbox));
  },
  postbacks({ server }) {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  async restart(shop, sandbox) {
    close(shop);
    return listen(checkout.restart(shop, sandbox));
  },
  close,
};

async function listen(shop: OpenShop): Promise<WithServer> {
  const routes = express();
  routes.use(express.json());
  routes.post("/*path", shop.checkout.postbacks.node);
  const server = routes.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { ...shop, server };
}

function close({ server }: WithServer): void {
  server.close();
  server.closeAllConnections();
}

/** It accepts postbacks and forgets them. Whoever looks at its orders makes it read their payments. */
const polls: Shop<OpenShop> = {
  ...checkout,
  postbacks: () => () => new Response(null, { status: 204 }),
  async orders(shop) {
    await shop.checkout.reconcile();
    return checkout.orders(shop);
  },
};

interface TwoProcesses {
  one: OpenShop;
  other: OpenShop;
}

/** Two processes share a database, and take turns. */
const twoProcesses: Shop<TwoProcesses> = {
  open(sandbox) {
    const one = patient.open(sandbox);
    return { one, other: patient.start(sandbox, one.disk, one.log) };
  },
  buy: (shop, order) => takeTurns(shop).checkout.pay(order),
  postbacks: (shop) => (request) => takeTurns(shop).checkout.postbacks.fetch(request),
  orders: ({ one }) => patient.orders(one),
  refund: (shop, { id }) => takeTurns(shop).checkout.refund(id),
  restart({ one, other }, sandbox) {
    other.connection.cut();
    const again = patient.restart(one, sandbox);
    return { one: again, other: patient.start(sandbox, again.disk, again.log) };
  },
  database: ({ one }, state) => patient.database(one, state),
  logs: ({ one }) => patient.logs(one),
};

/** One process does not know what the other is sending. */
const patient = shopWith({ options: { patience: 60_000 } });

function takeTurns(shop: TwoProcesses): OpenShop {
  [shop.one, shop.other] = [shop.other, shop.one];
  return shop.one;
}

const DAY = 24 * 60 * 60 * 1000;
const sent = new WeakMap<Disk, Set<string>>();

/** It sends the goods a day after the payment, if it is still paid. What time it is, the service tells. */
const shipsLater: Shop<OpenShop> = {
  ...checkout,
  postbacks: (shop) => async (request) => {
    const { occurredAt } = await request.clone().json();
    const response = await shop.checkout.postbacks.fetch(request);
    await shop.checkout.reconcile();
    for (const order of await shop.disk.orders.all()) {
      const isOld = order.attempts.some(
        ({ payment }) =>
          Date.parse(payment?.updatedAt ?? occurredAt) + DAY <= Date.parse(occurredAt),
      );
      if (isOld && stateOf(order) === "paid") sentFrom(shop.disk).add(order.id);
    }
    return response;
  },
  async orders(shop) {
    const orders = await checkout.orders(shop);
    return orders.map((order) => ({ ...order, shipped: sentFrom(shop.disk).has(order.id) }));
  },
};

function sentFrom(disk: Disk): Set<string> {
  const ids = sent.get(disk) ?? new Set();
  sent.set(disk, ids);
  return ids;
}

const sellersOf = (disk: Disk, id: string) => disk.sellers[Number(/\d+$/.exec(id)) % 2] ?? "";
const shared = shopWith({
  create: (options, disk) =>
    createMarketplace({ ...options, sellerOf: (id) => sellersOf(disk, id), percentage: 80 }),
});

/** Each of two sellers has every other order. */
const marketplace: Shop<OpenShop> & ExploreOptions<OpenShop> = {
  ...shared,
  async open(sandbox) {
    const shop = shared.open(sandbox);
    const centavo = createCentavo(sandbox);
    const control = createControl(sandbox);
    for (const seller of SELLERS) {
      const { id } = (await centavo.subaccounts.createPf(seller)).data;
      await control.subaccounts.setStatus(id, { status: "APPROVED" });
      shop.disk.sellers.push(id);
    }
    return shop;
  },
  promises: {
    async "each seller's statement is what the service holds"({ checkout, disk }, { control }) {
      const { statementOf } = checkout as Marketplace;
      const { subaccounts } = (await control.balance.get()).data;
      for (const { subaccountId, available, receivable } of subaccounts) {
        if (!disk.sellers.includes(subaccountId)) continue;
        const held = receivable.reduce((sum, { amount }) => sum + amount, available);
        const { earned } = await statementOf(subaccountId);
        if (earned !== held) throw new Error(`It says ${earned}, and the service ${held}.`);
      }
    },
  },
};

const SELLERS = [
  craftsperson("Ana", "Lima", "52998224725"),
  craftsperson("Bruno", "Reis", "11144477735"),
];

/** A club whose members pay by subscription, for one period. */
const membership: Shop<Club> = {
  open: (sandbox) => openClub(sandbox, new Map()),
  buy: (club, order) => club.join(order),
  // Its charges send none.
  postbacks: () => () => new Response(null, { status: 404 }),
  orders: (club) => club.orders(),
  restart: ({ rows }, sandbox) => openClub(sandbox, rows),
};

export const correctShops = {
  "a checkout": checkout,
  "a checkout on SQLite": onSqlite,
  "a checkout behind Hono": behindHono,
  "a checkout on a port of its own": overHttp,
  "a shop of two processes": twoProcesses,
  "a marketplace": marketplace,
  "a club with subscriptions": membership,
  "a shop that writes nothing before it charges": forgetfulShop,
  "strange: it polls": polls,
  "strange: it charges again and refunds the surplus": impatientShop,
  "strange: it ships a day later": shipsLater,
};
