import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createSharedContext } from "../../../src/sandbox/context.ts";
import { newSettings } from "../../../src/sandbox/runtime/random-seed.ts";
import { createCompany } from "../../../src/sandbox/services/companies.ts";
import type { NewEvent } from "../../../src/sandbox/store/records.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";
import { StoreError } from "../../../src/sandbox/store/store-error.ts";
import { UnitOfWork } from "../../../src/sandbox/unit-of-work.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { NOBODY, START } from "../company-fixture.ts";

const settings = newSettings({ seed: "batches", hasOwnSecret: false });
const shared = createSharedContext({ settings, timers: nodeTimers });

/** How a transaction ends: as it should, by an error of its work or of its commit, or by one after the commit. */
type End = "commits" | "throws" | "fails" | "commits unheard";
const ENDS: End[] = ["commits", "throws", "fails"];

const event = (name: string): NewEvent => ({
  type: "clock.advanced",
  at: START,
  cause: { type: "request", requestId: NOBODY },
  resource: null,
  data: { from: name, to: START },
});

/** A company, whose transactions are counted and end as the test says. */
async function openLog() {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const { id } = await store.sharedTransaction(async (data) => {
    await data.settings.save(settings);
    return createCompany(data, shared, {});
  });
  const state = { transactions: 0, end: "commits" as End };
  const reported: unknown[] = [];
  const transaction: Store["transaction"] = async (companyId, work) => {
    state.transactions += 1;
    const result = await store.transaction(companyId, async (data) => {
      const result = await work(data);
      if (state.end === "fails") throw new StoreError("the disk is full");
      return result;
    });
    if (state.end === "commits unheard") throw new StoreError("lost", { mayBeCommitted: true });
    return result;
  };
  const report = (error: unknown) => void reported.push(error);
  const unitOfWork = new UnitOfWork({ ...store, transaction }, shared, report);
  const { requestLog } = unitOfWork;
  return {
    ...{ state, reported, flush: () => requestLog.flush(id) },
    request: (name: string) => requestLog.add(id, [event(name)]),
    /** Changes the company by an event. */
    change: (name: string, end: End = "commits") =>
      unitOfWork.run(id, {
        mode: "transaction",
        cause: { type: "request", requestId: NOBODY },
        async run(context) {
          state.end = end;
          await setTimeout(1);
          context.events.push(event(name));
          if (end === "throws") throw new Error("refused");
        },
      }),
    timeline: () =>
      store.read(id, async ({ timeline }) =>
        (await timeline.after(0, {}, 1_000)).map(({ data }) => (data as { from: string }).from),
      ),
  };
}

test("requests come before the changes that began after them, once each, whatever fails", async () => {
  const { request, change, flush, timeline, state, reported } = await openLog();
  const requests: string[] = [];
  const clients = Array.from({ length: 60 }, async (_, index) => {
    await setTimeout(index % 7);
    const name = `${index}`;
    requests.push(name);
    request(name);
    const end = ENDS[index % ENDS.length];
    const changing = change(`change after ${name}`, end);
    expect(await changing.then(() => "commits").catch(() => end)).toBe(end);
  });
  await Promise.all(clients);
  state.end = "commits";
  await flush();
  const all = await timeline();
  const changes = all.filter((name) => name.startsWith("change"));
  expect(all.filter((name) => !name.startsWith("change"))).toEqual(requests);
  expect(changes).toHaveLength(20);
  for (const name of changes)
    expect(all.indexOf(name)).toBeGreaterThan(all.indexOf(name.replace("change after ", "")));
  expect(reported).toEqual([]);
});

test("a transaction stores the requests before it, and only those that end afterwards get another", async () => {
  const { request, change, timeline, state } = await openLog();
  for (const name of ["1", "2", "3"]) {
    request(name);
    await change(`change ${name}`);
  }
  const changing = change("change 4");
  await setImmediate();
  request("5");
  await changing;
  expect(await timeline()).toEqual(["1", "change 1", "2", "change 2", "3", "change 3", "change 4"]);
  expect(state.transactions).toBe(4);
  await expect.poll(timeline).toContain("5");
  expect(state.transactions).toBe(5);
});

test.each<{ next: string; end: End; goesOn: boolean }>([
  { next: "silence", end: "throws", goesOn: false },
  { next: "silence", end: "fails", goesOn: false },
  { next: "others that fail", end: "throws", goesOn: true },
])(
  "a request before a change that $end is stored soon by itself, with $next",
  async ({ end, goesOn }) => {
    const { request, change, timeline, state } = await openLog();
    const startedAt = performance.now();
    request("1");
    do {
      await change("change", end).catch(() => {});
      state.end = "commits";
    } while (goesOn && performance.now() < startedAt + 5_000 && (await timeline()).length === 0);
    await expect.poll(timeline).toEqual(["1"]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);

test("a request is not stored again after a commit whose answer was lost", async () => {
  const { request, change, flush, timeline, state } = await openLog();
  request("1");
  await expect(change("change", "commits unheard")).rejects.toThrow("lost");
  state.end = "commits";
  request("2");
  await flush();
  expect(await timeline()).toEqual(["1", "change", "2"]);
});

test("requests that cannot be stored are dropped, and the first failure in a row is reported", async () => {
  const { request, flush, timeline, state, reported } = await openLog();
  const ends = ["fails", "fails", "commits", "commits unheard", "fails", "commits"] as const;
  for (const [index, end] of ends.entries()) {
    state.end = end;
    request(`${index}`);
    await flush();
  }
  expect(await timeline()).toEqual(["2", "3", "5"]);
  expect(reported).toMatchObject([{ mayBeCommitted: false }, { mayBeCommitted: true }]);
});

test.each([
  { what: "that stores requests", requests: ["1"], first: "change" },
  { what: "that stores none", requests: [], first: "read" },
])(
  "a read of the timeline and a change $what: the $first comes first",
  async ({ requests, first }) => {
    const { request, change, flush, state } = await openLog();
    for (const each of requests) request(each);
    const changing = change("change").then(() => "change");
    const reading = flush().then(() => "read");
    expect(await Promise.race([reading, changing])).toBe(first);
    await Promise.all([reading, changing]);
    expect(state.transactions).toBe(1);
  },
);
