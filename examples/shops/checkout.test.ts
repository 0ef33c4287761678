import { createCentavo } from "centavo";
import { createSandbox } from "centavo/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { maria, mariasCard } from "../people.ts";
import { type Checkout, createCheckout, type Purchase } from "./checkout.ts";
import { createOrderMap, stateOf } from "./orders.ts";

/** A shop whose orders outlive its process. */
async function openShop() {
  let checkout: Checkout | undefined;
  const sandbox = await createSandbox({
    clock: "2026-03-02T12:00:00Z",
    receiver: async (request) =>
      (await checkout?.postbacks.fetch(request)) ?? new Response(null, { status: 503 }),
  });
  onTestFinished(() => sandbox.close());
  const orders = createOrderMap();
  const { control } = sandbox;
  const begin = () =>
    createCheckout({
      centavo: createCentavo({ baseUrl: sandbox.url, ...sandbox }),
      orders,
      url: "https://shop.example/postbacks",
      secret: "a long random text from your settings",
      patience: 0,
      log: () => {},
    });
  checkout = begin();
  return {
    sandbox,
    control,
    checkout,
    stop() {
      checkout = undefined;
    },
    restart() {
      checkout = begin();
      return checkout;
    },
    state: async (id: string) => stateOf(await orders.get(id)),
    isShipped: async (id: string) => (await orders.get(id)).shipped,
    payments: async () =>
      (await createCentavo({ baseUrl: sandbox.url, ...sandbox }).payments.list()).data,
    loseAnswer: (operationId: "payments.create" | "payments.refund") =>
      control.faults.set({ faults: [{ operationId, reset: true, when: "after", times: 1 }] }),
  };
}

const purchase = (method: Purchase["method"], cardNumber = mariasCard.cardNumber): Purchase => ({
  id: "1042",
  amount: 14970,
  method,
  buyer: maria,
  card: { ...mariasCard, cardNumber },
});

test.each(["card", "storedCard", "pix", "billet"] as const)(
  "an order by %s is paid, shipped, and cannot be paid again",
  async (method) => {
    const { checkout, sandbox, control, state, isShipped, payments } = await openShop();
    const { id, status } = await checkout.pay(purchase(method));
    await sandbox.settled();
    if (status === "PENDING") {
      expect(await isShipped("1042")).toBe(false);
      await control.payments.setStatus(id, { status: "PAID" });
      await sandbox.settled();
    }
    expect(await state("1042")).toBe("paid");
    expect(await isShipped("1042")).toBe(true);
    await expect(checkout.pay(purchase("pix"))).rejects.toThrow("is paid");
    expect(await payments()).toHaveLength(1);
  },
);

test("two clicks at once are one payment", async () => {
  const { checkout, payments } = await openShop();
  const clicks = [checkout.pay(purchase("card")), checkout.pay(purchase("card"))];
  const outcomes = (await Promise.allSettled(clicks)).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(["fulfilled", "rejected"]);
  expect(await payments()).toHaveLength(1);
});

test("a payment whose answer is lost is found, and not made again", async () => {
  const { checkout, loseAnswer, payments, state } = await openShop();
  await loseAnswer("payments.create");
  const found = await checkout.pay(purchase("card"));
  expect(await payments()).toMatchObject([{ id: found.id }]);
  expect(await state("1042")).toBe("paid");
});

test("an order is open again if the service never got its payment", async () => {
  const { checkout, control, state, payments } = await openShop();
  const lost = { operationId: "payments.create", reset: true, when: "before", times: 1 } as const;
  await control.faults.set({ faults: [lost] });
  await expect(checkout.pay(purchase("card"))).rejects.toThrow("connection");
  expect(await state("1042")).toBe("waits");
  await checkout.reconcile();
  expect(await state("1042")).toBe("open");
  await checkout.pay(purchase("card"));
  expect(await payments()).toHaveLength(1);
});

test("what happened while no process ran is known after the next start", async () => {
  const { checkout, control, sandbox, stop, restart, state } = await openShop();
  const { id } = await checkout.pay(purchase("pix"));
  stop();
  await control.payments.setStatus(id, { status: "PAID" });
  await sandbox.settled();
  expect(await state("1042")).toBe("waits");
  await restart().reconcile();
  expect(await state("1042")).toBe("paid");
});

test("a declined card and an expired Pix leave the order open", async () => {
  const { checkout, control, sandbox, state, isShipped } = await openShop();
  await checkout.pay(purchase("card", "4000000000000028"));
  expect(await state("1042")).toBe("open");
  await checkout.pay(purchase("pix"));
  expect(await state("1042")).toBe("waits");
  await control.clock.advance({ days: 1 });
  await sandbox.settled();
  expect(await state("1042")).toBe("open");
  expect(await isShipped("1042")).toBe(false);
});

test("a dispute reaches the order, and so does a repeated postback, without effect", async () => {
  const { checkout, control, sandbox, state } = await openShop();
  const { id } = await checkout.pay(purchase("card"));
  for (const [status, expected] of [
    ["DISPUTED", "disputed"],
    ["SUCCEEDED", "paid"],
    ["DISPUTED", "disputed"],
    ["CHARGEBACK", "disputed"],
  ] as const) {
    await control.payments.setStatus(id, { status });
    await sandbox.settled();
    expect(await state("1042")).toBe(expected);
  }
  for (const { eventId } of (await control.postbacks.list()).data)
    await control.postbacks.redeliver(eventId);
  await sandbox.settled();
  expect(await state("1042")).toBe("disputed");
});

test("a refund is known although its answer is lost, and does not happen twice", async () => {
  const { checkout, loseAnswer, state } = await openShop();
  await checkout.pay(purchase("card"));
  await loseAnswer("payments.refund");
  await checkout.refund("1042");
  expect(await state("1042")).toBe("refunded");
  await expect(checkout.refund("1042")).rejects.toThrow("no payment that can be refunded");
});
