import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { NOBODY, openSandbox, openShop, Shop, START } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import {
  deliverDue,
  firstPostback,
  payWithPostback,
  postbacksOf,
} from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";
import { DECLINED_LATER, goTo, monthly } from "../subscriptions/subscription-fixtures.ts";

const SEED = "snapshots";

test("a restore brings back everything as it was", async () => {
  const shop = await openSandbox();
  const { payment, pix, customer } = await fill(shop);
  await shop.control.faults.set(body("faults.set", "unavailable"));
  await shop.control.clock.advance({ seconds: 3600 });
  const before = await everythingOf(shop);
  const snapshotId = await createSnapshot(shop);

  await shop.control.faults.set({ faults: [] });
  await shop.decide(pix, "PAID");
  await shop.centavo.payments.refund({ transactionId: payment });
  await shop.withdraw(100);
  await fill(shop, "987.654.321-00");
  await shop.centavo.customers.delete(customer);
  await shop.control.clock.advance({ days: 400 });
  expect(await everythingOf(shop)).not.toEqual(before);

  await restore(shop, snapshotId);
  expect(await everythingOf(shop)).toEqual(before);
});

test("a snapshot can be restored any number of times, whatever happened since", async () => {
  const shop = await openSandbox();
  const snapshotId = await createSnapshot(shop);
  for (let round = 0; round < 3; round++) {
    await fill(shop);
    await shop.control.clock.advance({ days: 40 });
    expect((await shop.centavo.payments.list()).meta.total).toBeGreaterThan(2);
    await restore(shop, snapshotId);
    expect((await shop.centavo.payments.list()).meta.total).toBe(0);
    expect(await shop.balance()).toEqual({ available: 0, receivable: [], subaccounts: [] });
  }
});

test("jobs and subscriptions go on exactly as they would have, with other ids", async () => {
  const shop = await openSandbox();
  const declinedLater = await shop.card({ cardNumber: DECLINED_LATER });
  await shop.subscription({ ...monthly, tolerancePeriod: 6 }, declinedLater);
  await shop.subscription({ ...monthly, frequency: 7 }, await shop.card(declinedLater));
  await shop.pay("pix");
  await goTo(shop, "2026-04-15");
  const snapshotId = await createSnapshot(shop);

  const continued = async () => {
    await shop.control.clock.advance({ days: 100 });
    await shop.pay("card");
    const everything = await everythingOf(shop);
    expect(everything.payments.length).toBeGreaterThan(15);
    return withNumberedIds(everything);
  };
  const first = await continued();
  await restore(shop, snapshotId);
  expect(await continued()).toEqual(first);
});

test("a restore drops the jobs of resources that were created after the snapshot", async () => {
  const shop = await openSandbox();
  const snapshotId = await createSnapshot(shop);
  await shop.subscription(monthly);
  await shop.pay("pix");
  await restore(shop, snapshotId);
  await shop.control.clock.advance({ days: 60 });
  expect((await shop.centavo.payments.list()).data).toEqual([]);
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

test("a redelivery in progress at the restore leaves no attempt in the future", async () => {
  const shop = await openSandbox();
  const held = heldReply(500);
  const receiver = await receive(200, held.reply, 200);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const snapshotId = await createSnapshot(shop);
  const before = await postbacksOf(shop);
  await shop.control.clock.advance({ days: 9 });
  await shop.control.postbacks.redeliver((await firstPostback(shop)).eventId);
  await receiver.arrived(2);
  await restore(shop, snapshotId);
  held.release();
  await deliverDue(shop);
  expect(await postbacksOf(shop)).toEqual(before);
});

test("the clock is back, standing or moving", async () => {
  const standing = await openSandbox();
  const snapshot = (await standing.control.snapshots.create()).data;
  await standing.control.clock.advance({ days: 9 });
  await restore(standing, snapshot.snapshotId);
  expect((await standing.control.clock.get()).data).toEqual({
    ...{ now: snapshot.createdAt, moving: false },
  });

  const moving = await openSandbox({ clock: undefined } as never);
  await moving.control.clock.advance({ days: 3 });
  const { snapshotId, createdAt } = (await moving.control.snapshots.create()).data;
  await moving.control.clock.advance({ days: 9 });
  await restore(moving, snapshotId);
  const { now, moving: isMoving } = (await moving.control.clock.get()).data;
  expect(isMoving).toBe(true);
  const passed = Date.parse(now) - Date.parse(createdAt);
  expect(passed).toBeGreaterThanOrEqual(0);
  expect(passed).toBeLessThan(60_000);
});

test("the timeline goes on, with the restore at the time of the snapshot", async () => {
  const shop = await openSandbox();
  const snapshotId = await createSnapshot(shop);
  await shop.control.clock.advance({ days: 1 });
  const before = await eventsOf(shop);
  await restore(shop, snapshotId);
  const after = await eventsOf(shop);
  expect(after.slice(0, before.length)).toEqual(before);
  const restored = after.filter(({ type }) => type === "company.restored");
  expect(restored).toMatchObject([
    { at: new Date(START).toISOString(), resource: null, data: { snapshotId } },
  ]);
  expect(after.map(({ id }) => id)).toEqual(after.map((_, index) => index + 1));
});

test("a reset keeps the snapshots, and begins the timeline anew", async () => {
  const shop = await openSandbox();
  const { payment } = await fill(shop);
  const before = await everythingOf(shop);
  const snapshotId = await createSnapshot(shop);
  await shop.control.company.reset();
  expect(await eventsOf(shop)).toMatchObject([
    { type: "request.completed", data: { operationId: "company.reset" } },
  ]);
  await expect(shop.payment(payment)).rejects.toMatchObject({ status: 404 });
  await restore(shop, snapshotId);
  expect(await everythingOf(shop)).toEqual(before);
});

test("a snapshot changes no ids, and no two snapshots have the same id", async () => {
  const shop = await openSandbox({ seed: SEED });
  const snapshots = [await createSnapshot(shop)];
  const ids = [(await shop.pay("pix")).id, (await shop.pay("card")).id];
  snapshots.push(await createSnapshot(shop));
  await restore(shop, snapshots[0]);
  snapshots.push(await createSnapshot(shop));
  await shop.control.company.reset();
  snapshots.push(await createSnapshot(shop));
  expect(new Set(snapshots).size).toBe(4);

  await restore(shop, snapshots[1]);
  expect((await shop.centavo.payments.list()).meta.total).toBe(2);
  const repeated = await openSandbox({ seed: SEED });
  expect([(await repeated.pay("pix")).id, (await repeated.pay("card")).id]).toEqual(ids);
  expect(await createSnapshot(repeated)).toBe(snapshots[0]);
});

test("only the latest 10 snapshots stay", async () => {
  const shop = await openSandbox();
  const snapshots: string[] = [];
  for (let count = 0; count < 11; count++) {
    snapshots.push(await createSnapshot(shop));
    await shop.pay("pix");
  }
  await expect(restore(shop, snapshots[0])).rejects.toMatchObject({ status: 404 });
  await restore(shop, snapshots[1]);
  expect((await shop.centavo.payments.list()).meta.total).toBe(1);
  await restore(shop, snapshots[10]);
  expect((await shop.centavo.payments.list()).meta.total).toBe(10);
});

test("the list shows the latest 10, the newest first, whatever was restored or reset", async () => {
  const shop = await openSandbox();
  expect((await shop.control.snapshots.list()).data).toEqual([]);
  const created = [];
  for (let count = 0; count < 10; count++) {
    created.push((await shop.control.snapshots.create()).data);
    await shop.control.clock.advance({ seconds: 3600 });
  }
  await restore(shop, created[1]?.snapshotId);
  await shop.control.clock.advance({ seconds: 60 });
  created.push((await shop.control.snapshots.create()).data);
  await shop.control.company.reset();
  const { data, message } = await shop.control.snapshots.list();
  expect(data).toEqual(created.slice(1).toReversed());
  expect(data.map(({ createdAt }) => createdAt).slice(0, 2)).toEqual([
    ...["2026-03-02T13:01:00.000Z", "2026-03-02T21:00:00.000Z"],
  ]);
  expect(message).toBeNull();
});

test("a company's list has no snapshot of another", async () => {
  const shop = await openSandbox();
  const { data: keys } = await shop.control.companies.create();
  await createSnapshot(new Shop(shop.url, keys));
  expect((await shop.control.snapshots.list()).data).toEqual([]);
});

test("an unknown snapshot, and one of another company, return SnapshotNotFound", async () => {
  const shop = await openSandbox();
  const { data: keys } = await shop.control.companies.create();
  const other = new Shop(shop.url, keys);
  const { id } = await shop.pay("pix");
  for (const snapshotId of [NOBODY, await createSnapshot(other)]) {
    await expect(restore(shop, snapshotId)).rejects.toMatchObject(
      shownError("snapshots.restore", "SnapshotNotFound"),
    );
  }
  expect((await shop.payment(id)).id).toBe(id);
});

test("a snapshot in a file survives a restart", async () => {
  const db = newFile();
  const options = { db, clock: START, publicUrl: "http://127.0.0.1:4020" };
  const first = await startSandbox(options);
  const shop = new Shop(first.url, first);
  await fill(shop);
  const before = await everythingOf(shop);
  const { data: snapshot } = await shop.control.snapshots.create();
  await shop.control.company.reset();
  await first.close();

  const again = await openSandbox(options);
  expect((await again.control.snapshots.list()).data).toEqual([snapshot]);
  await restore(again, snapshot.snapshotId);
  expect(await everythingOf(again)).toEqual(before);
});

test("a moving clock that a restore sets back still runs jobs by itself", async () => {
  const sandbox = await startSandbox({});
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const receiver = await receive();
  const seconds = 24 * 3600 - 2;
  await payWithPostback(shop, receiver.url, "pix");
  await receiver.arrived(1);
  await shop.control.clock.advance({ seconds });
  const snapshotId = await createSnapshot(shop);
  await shop.control.clock.advance({ days: 1 });
  await restore(shop, snapshotId);
  // The PIX ends about two seconds later: once before the restore, and once after it.
  await receiver.arrived(3);
  expect(receiver.deliveries.map(({ body }) => body.data.status)).toEqual([
    ...["PENDING", "CANCELED", "CANCELED"],
  ]);
});

test("responses have the message of the contract, and keys and tokens stay valid", async () => {
  const shop = await openShop();
  const created = await shop.control.snapshots.create();
  expect(created.message).toBe(shownMessage("snapshots.create"));
  const token = await shop.token();
  const { data, message } = await shop.control.snapshots.restore(created.data.snapshotId);
  expect({ data, message }).toEqual({
    data: { snapshotId: created.data.snapshotId },
    message: shownMessage("snapshots.restore"),
  });
  expect((await shop.send("GET", "/payments", { token })).status).toBe(200);
  expect(await shop.token()).toEqual(expect.any(String));
});

/** Makes one of everything that a company can have. */
async function fill(shop: Shop, document?: string) {
  const owner = await shop.customer(document === undefined ? {} : { document });
  const card = await shop.card({ customerId: owner.id });
  await shop.subscription(monthly, card);
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 20, splitAmount: undefined }];
  const { id: payment } = await shop.pay("card", { splits });
  const { id: pix } = await shop.pay("pix");
  await shop.decide((await shop.pay("pix")).id, "PAID");
  await shop.withdraw(1_000);
  await shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  return { payment, pix, customer: owner.id };
}

/** Everything that can be read of a company, but the timeline. */
async function everythingOf({ centavo, control }: Shop) {
  const { payments, customers, subaccounts, subscriptions, bankAccounts, withdrawals } = centavo;
  const all = { payments, customers, subaccounts, subscriptions, bankAccounts, withdrawals };
  const { clock, faults, balance, ledger } = control;
  const faultsNow = (await faults.get()).data;
  await faults.set({ faults: [] });
  const lists = {
    payments: (await all.payments.list({ limit: 100 })).data,
    customers: (await all.customers.list({ limit: 100 })).data,
    subaccounts: (await all.subaccounts.list({ limit: 100 })).data,
    subscriptions: (await all.subscriptions.list({ limit: 100 })).data,
    bankAccounts: (await all.bankAccounts.list({ limit: 100 })).data,
    withdrawals: (await all.withdrawals.list({ limit: 100 })).data,
  };
  const entries = [];
  for (const { id: resourceId } of [...lists.payments, ...lists.withdrawals]) {
    entries.push((await ledger.listEntries({ resourceId })).data);
  }
  await faults.set(faultsNow);
  return {
    ...lists,
    entries,
    accounts: (await ledger.listAccounts()).data,
    balance: (await balance.get()).data,
    postbacks: (await control.postbacks.list({ limit: 100 })).data,
    clock: (await clock.get()).data,
    faults: faultsNow,
  };
}

/** The same with a number for each id, in the order of their first mention. */
function withNumberedIds(value: object): unknown {
  const ids: string[] = [];
  const numbered = JSON.stringify(value).replace(
    /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
    (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `#${ids.indexOf(id)}`;
    },
  );
  return JSON.parse(numbered);
}

/** The timeline, the earliest event first. */
async function eventsOf({ control }: Shop) {
  return (await control.events.list({ limit: 100 })).data.toReversed();
}

async function createSnapshot({ control }: Shop): Promise<string> {
  return (await control.snapshots.create()).data.snapshotId;
}

async function restore({ control }: Shop, snapshotId = NOBODY): Promise<void> {
  await control.snapshots.restore(snapshotId);
}

test("responses have the generation of the data, once a reset or a restore has raised it", async () => {
  const shop = await openShop();
  const { id } = await shop.pay("pix");
  const { snapshotId } = (await shop.control.snapshots.create()).data;
  const generations: unknown[] = [];
  for (const replace of [
    async () => {},
    () => shop.control.snapshots.restore(snapshotId),
    () => shop.control.company.reset(),
  ]) {
    await replace();
    const { headers } = await shop.send("GET", `/payments/${id}`, { token: await shop.token() });
    generations.push(headers.get("x-sandbox-generation"));
  }
  expect(generations).toEqual([null, "1", "2"]);
});
