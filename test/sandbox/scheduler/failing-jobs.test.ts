import { expect, onTestFinished, test, vi } from "vitest";
import { Context } from "../../../src/sandbox/context.ts";
import type { Job } from "../../../src/sandbox/store/records.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";
import { UnitOfWork } from "../../../src/sandbox/unit-of-work.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { type Shop, START } from "../company-fixture.ts";
import { openOver, plantCancellations, steppedTimers } from "./planted-work.ts";

const WITHOUT_POSTBACK = { billingData: { postbackUrl: undefined } };

async function openStoreOfTest() {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  return store;
}

/** The defects that are reported from here on. */
function reports(): () => string[] {
  const error = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => error.mockRestore());
  return () => error.mock.calls.map(([text]) => `${text}`);
}

/** A company with a subscription that cannot be billed, another that is due after it, and a PIX that ends before. */
async function openPoisoned() {
  const store = await openStoreOfTest();
  const { timers, pass, watched } = steppedTimers(store);
  const opened = await openOver(watched, timers);
  const { shop, plant } = opened;
  const card = await shop.card();
  const { id: pix } = await shop.pay("pix", WITHOUT_POSTBACK);
  const poisoned = await shop.subscription({ dueDate: "2026-03-10" }, card);
  await shop.subscription({ dueDate: "2026-03-11" }, card);
  await plant(async ({ subscriptions }) => {
    const record = await subscriptions.get(poisoned.id);
    if (!record) throw new Error("There is no such subscription.");
    await subscriptions.update({ ...record, resource: { ...record.resource, frequency: -30 } });
  });
  return { ...opened, store, timers, pass, pix };
}

/** The id with which an advance has failed for a defect. */
async function failedAdvance({ control }: Shop): Promise<string> {
  const error = await control.clock.advance({ days: 30 }).catch((reason) => reason);
  expect(error).toMatchObject({ status: 500 });
  return error.headers.get("x-defect-id");
}

const chargesOf = async (shop: Shop) => await shop.events({ type: "subscription.charged" });

test("a job that fails for a defect stops the time of its company, which goes on answering, and is reported once", async () => {
  const { shop, pix } = await openPoisoned();
  const reported = reports();
  const id = await failedAdvance(shop);
  expect(reported()).toEqual([expect.stringContaining(`Defect in the sandbox, id ${id}:`)]);
  expect(await failedAdvance(shop)).toBe(id);
  // Before it, everything is done, and nothing that is due after it.
  expect((await shop.payment(pix)).status).toBe("CANCELED");
  expect(await chargesOf(shop)).toEqual([]);
  expect((await shop.control.clock.get()).data.now).toBe("2026-03-03T12:00:00.000Z");
  expect((await shop.pay("card", WITHOUT_POSTBACK)).status).toBe("SUCCEEDED");
  await expect.poll(reported).toHaveLength(1);
  // What replaces the data replaces the job.
  await shop.control.company.reset();
  await shop.control.clock.advance({ days: 30 });
});

test("a job that fails for a defect waits longer each time, up to five minutes, and is then tried again", async () => {
  const { shop, plant, pass } = await openPoisoned();
  const reported = reports();
  await failedAdvance(shop);
  const tries = vi.spyOn(UnitOfWork.prototype, "runDueWork");
  onTestFinished(() => tries.mockRestore());
  await pass(240_000);
  // After 1, 3, 7, 15, 31, 63 and 127 seconds.
  expect(tries).toHaveBeenCalledTimes(7);
  await pass(300_000);
  tries.mockClear();
  await pass(600_000);
  expect(tries).toHaveBeenCalledTimes(2);
  expect(reported()).toHaveLength(1);
  await plant(async ({ subscriptions }) => {
    for (const { resource, ...record } of await subscriptions.find({}))
      await subscriptions.update({ ...record, resource: { ...resource, frequency: 30 } });
  });
  await pass(310_000);
  await expect.poll(() => chargesOf(shop)).toHaveLength(2);
  expect(reported()).toHaveLength(1);
});

test("a failed job is tried again in time, whatever wakes its worker meanwhile", async () => {
  const { shop, pass } = await openPoisoned();
  reports();
  await failedAdvance(shop);
  const tries = vi.spyOn(UnitOfWork.prototype, "runDueWork");
  onTestFinished(() => tries.mockRestore());
  // After 1, 3, 7, 15 and 31 seconds. The next one is after 63.
  await pass(50_000);
  expect(tries).toHaveBeenCalledTimes(5);
  await shop.pay("card", WITHOUT_POSTBACK);
  await nodeTimers.sleep(100);
  await pass(20_000);
  expect(tries).toHaveBeenCalledTimes(6);
});

test("work that fails for a worker and a request at once has one error, which its company takes with it", async () => {
  const runs = vi.spyOn(UnitOfWork.prototype, "runDueWork");
  onTestFinished(() => runs.mockRestore());
  const { shop, store, companyId, pass } = await openPoisoned();
  reports();
  await failedAdvance(shop);
  const unitOfWork = runs.mock.contexts[0] as UnitOfWork;
  unitOfWork.failures.forget(companyId);
  let defects = 0;
  const fail = () =>
    unitOfWork.runDueWork(companyId, () => Promise.reject(new Error(`defect ${++defects}`)));
  const [one, other] = await Promise.allSettled([fail(), fail()]);
  expect(one).toMatchObject({ status: "rejected" });
  expect(other).toEqual(one);
  await store.sharedTransaction(({ companies }) => companies.delete(companyId));
  await pass(2_000);
  expect(unitOfWork.failures.of(companyId)).toBeUndefined();
});

test("after a restart, a job that fails for a defect is reported once more, and holds up nobody", async () => {
  const { shop, store, close } = await openPoisoned();
  const reported = reports();
  await failedAdvance(shop);
  await close();
  const { timers, pass, watched } = steppedTimers(store);
  const again = await openOver(watched, timers);
  await expect.poll(reported).toHaveLength(2);
  await pass(60_000);
  expect((await again.shop.pay("card", WITHOUT_POSTBACK)).status).toBe("SUCCEEDED");
  await failedAdvance(again.shop);
  expect(reported()).toHaveLength(2);
});

test("a job that schedules another for its own instant is a defect, also after a restart", async () => {
  const schedule = Context.prototype.schedule;
  const endless = vi.spyOn(Context.prototype, "schedule").mockImplementation(function (
    this: Context,
    ...jobs: Job[]
  ) {
    const isJob = this.cause.type === "job";
    return schedule.apply(this, isJob ? jobs.map((job) => ({ ...job, dueAt: this.now })) : jobs);
  });
  onTestFinished(() => endless.mockRestore());
  const store = await openStoreOfTest();
  const { shop, close } = await openOver(store);
  await shop.subscription({ dueDate: "2026-03-10", frequency: 1 });
  const reported = reports();
  await failedAdvance(shop);
  expect(reported()).toEqual([expect.stringContaining("RangeError: A job has scheduled another")]);
  await close();
  const again = await openOver(store);
  await expect.poll(reported).toHaveLength(2);
  expect(await chargesOf(again.shop)).toEqual([]);
});

test("a billing step that is later than its day does not bill the days between", async () => {
  const { shop, plant } = await openOver(await openStoreOfTest());
  const { id } = await shop.subscription({ dueDate: "2026-03-10", frequency: 1 });
  const day = "1970-01-05";
  await plant(async ({ subscriptions, jobQueue }) => {
    const record = await subscriptions.get(id);
    if (!record) throw new Error("There is no such subscription.");
    const resource = { ...record.resource, dueDate: day, duration: null };
    const billing = { ...record.billing, next: { day, kind: "charge" as const } };
    await subscriptions.update({ ...record, resource, billing });
    const dueAt = Date.parse(START) + 1_000;
    await jobQueue.add([{ kind: "charge", subscriptionId: id, day, dueAt }]);
  });
  await shop.control.clock.advance({ days: 2 });
  const days = (await chargesOf(shop)).map(({ at }) => at.slice(0, 10));
  expect(days).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
});

test("a request waits for due jobs for half a second, and sees of more what is done so far", async () => {
  let time = 0;
  const timers = { ...nodeTimers, monotonicTime: () => (time += 100) };
  const { shop, plant } = await openOver(await openStoreOfTest(), timers);
  const { id } = await shop.pay("pix", WITHOUT_POSTBACK);
  const now = Date.parse(START);
  await plantCancellations(plant, { id, dueAt: now - 2_000, amount: 3_000 });
  const { meta } = await shop.centavo.payments.list({ status: "CANCELED", limit: 1 });
  expect(meta.total).toBeGreaterThan(0);
  expect(meta.total).toBeLessThan(3_000);
});

test.each([
  [0, 1, 20],
  [7, 30, 60],
  [100, 100, 250],
])(
  "jobs that take %i ms share transactions with others, and take turns",
  async (each, least, most) => {
    let [time, transactions] = [0, 0];
    const store = await openStoreOfTest();
    const counted: Store = {
      ...store,
      transaction(...args) {
        transactions += 1;
        return store.transaction(...args);
      },
    };
    const timers = { ...nodeTimers, monotonicTime: () => (time += each) };
    const { shop, plant } = await openOver(counted, timers);
    const { id } = await shop.pay("pix", WITHOUT_POSTBACK);
    await plantCancellations(plant, { id, dueAt: Date.parse(START) + 1_000, amount: 100 });
    transactions = 0;
    await shop.control.clock.advance({ seconds: 2 });
    const { meta } = await shop.centavo.payments.list({ status: "CANCELED", limit: 1 });
    expect(meta.total).toBe(100);
    expect(transactions).toBeGreaterThanOrEqual(least);
    expect(transactions).toBeLessThan(most);
  },
);
