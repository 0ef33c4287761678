import { expect, onTestFinished } from "vitest";
import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { broken, invalid, openSandbox, openShop, START, test } from "../company-fixture.ts";
import { shownMessage } from "../contract-examples.ts";
import { openOver } from "./planted-work.ts";

const DAY = 86_400_000;
const at = (time: string) => new Date(time).toISOString();

const ways = [
  { by: { seconds: 90 }, now: "2026-03-02T12:01:30Z" },
  { by: { days: 1 }, now: "2026-03-03T12:00:00Z" },
  { by: { days: 3660 }, now: "2036-03-09T12:00:00Z" },
  { by: { to: "2026-03-10T00:00:00-03:00" }, now: "2026-03-10T03:00:00Z" },
  { by: { to: START }, now: START },
  // Of several forms, one is as the contract wants it.
  { by: { seconds: 90, days: { unknown: 1 } } as never, now: "2026-03-02T12:01:30Z" },
  { by: { seconds: 90, days: 3661 } as never, now: "2026-03-02T12:01:30Z" },
  { by: { seconds: 0, days: 1, to: "noon" } as never, now: "2026-03-03T12:00:00Z" },
];

test.each(ways)("by $by it comes to $now", async ({ by, now }) => {
  const { control } = await openShop();
  const reading = { now: at(now), moving: false };
  const events = { counts: { "clock.advanced": 1 }, settled: 0, after: 0 };
  expect(await control.clock.advance(by)).toEqual({
    data: { ...reading, events },
    message: shownMessage("clock.advance"),
  });
  expect((await control.clock.get()).data).toEqual(reading);
});

const noTime = invalid(expect.stringContaining("to must be a time"));
const both = invalid("the body must have exactly one of seconds, days, to");

test.each<[string, ClockAdvance, object]>([
  ["back", { to: "2026-03-02T11:59:59Z" }, broken("ClockMovesForward")],
  ["by more than 3660 days", { to: "2036-03-09T12:00:01Z" }, broken("ClockTooFar")],
  ["to a leap second, which no clock shows", { to: "2026-06-30T23:59:60Z" }, noTime],
  ["to a time whose offset has no minutes", { to: "2026-03-10T00:00:00+03" }, noTime],
  ["by two units at once", { days: 1, seconds: 1 } as never, both],
])("it does not go %s", async (_, by, rejection) => {
  const { control } = await openShop();
  await expect(control.clock.advance(by)).rejects.toMatchObject(rejection);
  expect((await control.clock.get()).data.now).toBe(at(START));
});

test("it ends in the year 9999, and a payment made then is complete", async () => {
  const shop = await openSandbox({ clock: "8999-12-31T12:00:00Z" });
  for (const kind of ["card", "pix", "billet"] as const) await shop.pay(kind);
  const billet = await shop.pay("billet");
  await shop.control.payments.setStatus(billet.id, { status: "PAID" });
  await expect(shop.control.clock.advance({ days: 2 })).rejects.toMatchObject(
    broken("ClockTooFar"),
  );
});

test("a clock without a set time follows the machine's, and can be advanced", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const { moving } = (await shop.control.clock.get()).data;
  expect(moving).toBe(true);
  const before = Date.now();
  const { data } = await shop.control.clock.advance({ days: 1 });
  const ahead = Date.parse(data.now) - before - DAY;
  expect(ahead).toBeGreaterThanOrEqual(0);
  expect(ahead).toBeLessThan(60_000);
});

test("what is due next says nothing of what was paid, refunded or suspended meanwhile", async ({
  shop,
}) => {
  const { centavo, control } = shop;
  const next = async () => (await control.clock.getNext()).data;
  const nothing = { settlement: null, charge: null, expiry: null };
  expect(await next()).toEqual({ ...nothing, postback: null });
  // Before the payments: they make a customer with the document of the same example.
  const card = await shop.card();
  const pix = await shop.pay("pix");
  expect(await next()).toMatchObject({ ...nothing, expiry: at("2026-03-03T12:00:00Z") });
  await shop.decide(pix.id, "PAID");
  expect(await next()).toMatchObject(nothing);
  const { id: transactionId } = await shop.pay("card");
  expect(await next()).toMatchObject({ ...nothing, settlement: at("2026-04-01T03:00:00Z") });
  await centavo.payments.refund({ transactionId });
  expect(await next()).toMatchObject(nothing);
  const { id } = await shop.subscription({}, card);
  expect(await next()).toMatchObject({ ...nothing, charge: at("2026-03-10T03:00:00Z") });
  await centavo.subscriptions.suspend(id);
  expect(await next()).toMatchObject(nothing);
  await centavo.subscriptions.reactivate(id);
  expect(await next()).toMatchObject({ ...nothing, charge: at("2026-03-10T03:00:00Z") });
  await centavo.subscriptions.cancel(id);
  expect(await next()).toMatchObject(nothing);
});

test("what is due next is found without a look at payments and subscriptions", async () => {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const withoutRecords: typeof store.read = (id, work) =>
    store.read(id, (data) =>
      work({ ...data, payments: undefined as never, subscriptions: undefined as never }),
    );
  const { shop } = await openOver({ ...store, read: withoutRecords });
  const card = await shop.card();
  await shop.pay("pix");
  await shop.subscription({}, card);
  expect((await shop.control.clock.getNext()).data).toMatchObject({
    charge: at("2026-03-10T03:00:00Z"),
    expiry: at("2026-03-03T12:00:00Z"),
  });
});
