import { describe, expect, onTestFinished, test } from "vitest";
import type { Entry } from "../../src/sandbox/domain/ledger-balances.ts";
import { openStore } from "../../src/sandbox/store/open-store.ts";
import type { Company, NewEvent, PostbackRecord } from "../../src/sandbox/store/records.ts";
import type { CompanyData, Store } from "../../src/sandbox/store/store.ts";
import { engines } from "./store-engines.ts";

const COMPANY_ID = "53aa3ace-d5f5-4a2f-bd41-9278c1427a4c";

describe.each(engines)("with the engine $engine", ({ storeOptions }) => {
  /** A store with one company, which has an event, a snapshot, a job and an entry of the ledger. */
  async function openFilled(): Promise<Store> {
    const store = await openStore(storeOptions().db);
    onTestFinished(() => store.close());
    await store.sharedTransaction(({ companies }) => companies.insert(company));
    await store.transaction(COMPANY_ID, async (data) => {
      await data.timeline.append([event, event]);
      await data.snapshots.add("a snapshot", { of: "data" });
      await data.jobQueue.add([{ kind: "payment", dueAt: 1, paymentId: "one", status: "PAID" }]);
      await data.ledger.post({ subject: "one", event: "sale", entries });
      await data.postbacks.insert(postback);
      await data.outbox.claim({ dueBy: 1, lease: { from: 1, until: 2 }, limit: 1 });
    });
    return store;
  }

  test("clear() deletes the data and ends leases, but keeps timeline, snapshots and company", async () => {
    const store = await openFilled();
    await store.transaction(COMPANY_ID, (data) => data.clear());
    expect(await contentOf(store)).toEqual({ ...filled, postings: 0, jobs: 0, postbacks: 0 });
    await store.transaction(COMPANY_ID, async (data) => {
      await data.postbacks.insert(postback);
      expect(await data.outbox.nextDueAt(1)).toBe(1);
    });
  });

  test("after timeline.clear(), event ids start at 1 again, and totals at zero", async () => {
    const store = await openFilled();
    await store.transaction(COMPANY_ID, async ({ timeline }) => {
      await timeline.clear();
      expect([await timeline.lastId(), await timeline.totals()]).toEqual([0, {}]);
      await timeline.append([event]);
    });
    expect(await contentOf(store)).toEqual({ ...filled, ids: [1], totals: { [event.type]: 1 } });
  });

  test("a transaction that fails undoes both, and what it added afterwards", async () => {
    const store = await openFilled();
    const failing = store.transaction(COMPANY_ID, async (data) => {
      await data.timeline.append([event]);
      await data.clear();
      await data.timeline.clear();
      await data.timeline.append([event, event, event]);
      await data.ledger.post({ subject: "one", event: "sale", entries });
      throw new Error("after all");
    });
    await expect(failing).rejects.toThrow("after all");
    expect(await contentOf(store)).toEqual(filled);
    await store.transaction(COMPANY_ID, ({ timeline }) => timeline.append([event]));
    expect((await contentOf(store)).ids).toEqual([1, 2, 3]);
  });
});

const company: Company = {
  ...{ id: COMPANY_ID, authorized: true, drawCount: 0, tokens: 0, snapshotCount: 0, generation: 0 },
  ...{ feePercentage: 0, feeFixed: 0, lateFeeAmount: 0, interestAmount: 0, faults: [] },
  clock: { ahead: 0 },
};

const event: NewEvent = {
  at: "2026-03-02T12:00:00.000Z",
  type: "company.restored",
  cause: { type: "request", requestId: null },
  resource: null,
  data: { snapshotId: COMPANY_ID },
};

const entries: Entry[] = [
  { account: "buyers", owner: "", amount: -100, on: "2026-03-02" },
  { account: "available", owner: "", amount: 100, on: "2026-03-02" },
];

/** Only what the outbox reads of it. */
const postback = {
  ...{ id: "a postback", due: 1, attemptCount: 0, hasArrived: false, body: {} },
  resource: { eventId: "a postback", resourceId: "one", status: "PENDING" },
} as PostbackRecord;

const filled = {
  ...{ ids: [1, 2], totals: { [event.type]: 2 }, snapshot: { of: "data" }, company },
  ...{ postings: 1, jobs: 1, postbacks: 1 },
};

function contentOf(store: Store) {
  return store.read(COMPANY_ID, async (data: CompanyData) => ({
    ids: (await data.timeline.after(0, {}, 10)).map(({ id }) => id),
    totals: await data.timeline.totals(),
    snapshot: await data.snapshots.get("a snapshot"),
    company: await data.company.get(),
    postings: (await data.ledger.postings()).length,
    jobs: (await data.jobQueue.all()).length,
    postbacks: (await data.postbacks.find({})).length,
  }));
}
