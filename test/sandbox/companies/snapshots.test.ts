import { expect, onTestFinished, test } from "vitest";
import {
  NOBODY,
  openSandbox,
  openShop,
  type Shop,
  START,
  startSandbox,
} from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";
import {
  deliverDue,
  firstPostback,
  payWithPostback,
  postbacksOf,
} from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";
import { DECLINED_LATER, goTo, monthly } from "../subscriptions/subscription-fixtures.ts";
import { type Company, everythingOf, furnishedCompany } from "./furnished-company.ts";

/** Everything that can be read of a company, but the timeline, which goes on. */
async function stateOf(company: Company): Promise<string[]> {
  const responses = await everythingOf(company);
  return responses.filter((response) => !response.startsWith("/_sandbox/events"));
}

async function createSnapshot({ control }: Shop): Promise<string> {
  return (await control.snapshots.create()).data.snapshotId;
}

async function restore({ control }: Shop, snapshotId = NOBODY): Promise<void> {
  await control.snapshots.restore(snapshotId);
}

test("a restore brings back everything as it was, any number of times", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const company = await furnishedCompany(sandbox, "Ana");
  const { shop, has } = company;
  const [charged = "", , waiting = ""] = has.paymentId ?? [];
  await shop.control.faults.set({ faults: [{ operationId: "payments.create", status: 503 }] });
  await shop.control.clock.advance({ seconds: 600 });
  const snapshotId = await createSnapshot(shop);
  const before = await stateOf(company);
  for (let round = 0; round < 2; round++) {
    await shop.control.faults.set({ faults: [] });
    await shop.decide(waiting, "PAID");
    await shop.centavo.payments.refund({ transactionId: charged });
    await shop.withdraw(100);
    await shop.pay("pix");
    await shop.centavo.customers.delete(`${has.customerId}`);
    await shop.control.clock.advance({ days: 400 });
    expect((await shop.payment(charged)).status).toBe("REFUNDED");
    await restore(shop, snapshotId);
    expect(await stateOf(company)).toEqual(before);
  }
});

test("jobs and subscriptions go on exactly as they would have", async () => {
  const shop = await openSandbox();
  const { centavo, control } = shop;
  const declinedLater = await shop.card({ cardNumber: DECLINED_LATER });
  await shop.subscription({ ...monthly, tolerancePeriod: 6 }, declinedLater);
  await shop.subscription({ ...monthly, frequency: 7 }, await shop.card(declinedLater));
  await shop.pay("pix");
  await goTo(shop, "2026-04-15");
  const snapshotId = await createSnapshot(shop);

  const continued = async () => {
    await control.clock.advance({ days: 100 });
    await shop.pay("card");
    await deliverDue(shop);
    const { data: payments } = await centavo.payments.list({ limit: 100 });
    expect(payments.length).toBeGreaterThan(15);
    const { data: subscriptions } = await centavo.subscriptions.list();
    return {
      payments: payments.map(({ createdAt, status, amount }) => [createdAt, status, amount]),
      subscriptions: subscriptions.map(({ id, updatedAt, status }) => [id, updatedAt, status]),
      postbacks: (await postbacksOf(shop)).map(({ status, attempts }) => [status, attempts]),
      accounts: (await control.ledger.listAccounts()).data,
      balance: await shop.balance(),
    };
  };
  const first = await continued();
  await restore(shop, snapshotId);
  expect(await continued()).toEqual(first);
});

test("a postback that was pending is sent after the restore", async () => {
  const shop = await openSandbox();
  const receiver = await receive(500, 200);
  const { id } = await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const snapshotId = await createSnapshot(shop);
  const before = await postbacksOf(shop);
  await shop.control.clock.advance({ seconds: 60 });
  expect(await firstPostback(shop)).toMatchObject({ status: "DELIVERED" });

  await restore(shop, snapshotId);
  await deliverDue(shop);
  expect(await postbacksOf(shop)).toEqual(before);
  await shop.control.clock.advance({ seconds: 60 });
  expect(receiver.deliveries.map(({ body }) => body.data.id)).toEqual([id, id, id]);
  expect(await firstPostback(shop)).toMatchObject({
    status: "DELIVERED",
    attempts: [{ status: 500 }, { status: 200 }],
  });
});

test("the outcome of a delivery in progress at the restore does not count", async () => {
  const shop = await openSandbox();
  const held = heldReply(500);
  const receiver = await receive(held.reply, 200);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(1);
  await restore(shop, await createSnapshot(shop));
  await receiver.arrived(2);
  held.release();
  await deliverDue(shop);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "DELIVERED", attempts: [{ status: 200 }] },
  ]);
});

test("the timeline goes on, with the restore at the time of the snapshot", async () => {
  const shop = await openSandbox();
  const snapshotId = await createSnapshot(shop);
  await shop.control.clock.advance({ days: 1 });
  const before = await shop.events();
  await restore(shop, snapshotId);
  const after = await shop.events();
  expect(after.slice(0, before.length)).toEqual(before);
  const restored = after.filter(({ type }) => type === "company.restored");
  expect(restored).toMatchObject([
    { at: new Date(START).toISOString(), resource: null, data: { snapshotId } },
  ]);
  expect(after.map(({ id }) => id)).toEqual(after.map((_, index) => index + 1));
});

test("all snapshots are listed, the newest first, each with its own id, whatever was restored or reset", async () => {
  const shop = await openSandbox();
  const { snapshots, clock, company } = shop.control;
  const first = (await snapshots.create()).data;
  await clock.advance({ days: 2 });
  await restore(shop, first.snapshotId);
  const second = (await snapshots.create()).data;
  await company.reset();
  const third = (await snapshots.create()).data;
  const { data } = await snapshots.list();
  expect(data).toEqual([third, second, first]);
  expect(new Set(data.map(({ snapshotId }) => snapshotId)).size).toBe(3);
});

test("another company's snapshot is not listed, and like an unknown one SnapshotNotFound", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { id } = await shop.pay("pix");
  const notFound = shownError("snapshots.restore", "SnapshotNotFound");
  for (const snapshotId of [NOBODY, await createSnapshot(other)])
    await expect(restore(shop, snapshotId)).rejects.toMatchObject(notFound);
  expect((await shop.control.snapshots.list()).data).toEqual([]);
  expect((await shop.payment(id)).id).toBe(id);
});

test("tokens stay valid, and responses have the generation that a restore or a reset has raised", async () => {
  const shop = await openShop();
  const token = await shop.token();
  const snapshotId = await createSnapshot(shop);
  const read = async () => {
    const { status, headers } = await shop.send("GET", "/payments", { token });
    return [status, headers.get("x-sandbox-generation")];
  };
  expect(await read()).toEqual([200, null]);
  await restore(shop, snapshotId);
  expect(await read()).toEqual([200, "1"]);
  await shop.control.company.reset();
  expect(await read()).toEqual([200, "2"]);
});

test("a company keeps as many snapshots as the sandbox allows, the latest ones", async () => {
  const shop = await openSandbox({ maxSnapshots: 2 });
  const made: string[] = [];
  for (let count = 0; count < 3; count++)
    made.push((await shop.control.snapshots.create()).data.snapshotId);
  const listed = (await shop.control.snapshots.list()).data.map(({ snapshotId }) => snapshotId);
  expect(listed).toEqual(made.slice(1).toReversed());
  const [dropped = "", , latest = ""] = made;
  await expect(shop.control.snapshots.restore(dropped)).rejects.toMatchObject({ status: 404 });
  await shop.control.snapshots.restore(latest);
});
