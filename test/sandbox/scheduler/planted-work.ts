import { onTestFinished } from "vitest";
import { openSandbox } from "../../../src/sandbox/open-sandbox.ts";
import { createFetch } from "../../../src/sandbox/requests/fetch.ts";
import type { Timers } from "../../../src/sandbox/runtime/timers.ts";
import type { CompanyData, Store } from "../../../src/sandbox/store/store.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { readOptions } from "../../../src/sandbox-node/options.ts";
import { Shop, START } from "../company-fixture.ts";
import { functions } from "../fetch.ts";

let count = 0;

/** Opens a sandbox over a store that a test reaches too. It ends with the test, or before, and leaves the store open. */
export async function openOver(store: Store, timers: Timers = nodeTimers) {
  const url = `https://planted-${++count}.invalid`;
  const { db: _, isShared, postbacks: _postbacks, ...options } = readOptions({ clock: START });
  const sandbox = await openSandbox(options, {
    store: { ...store, close: async () => {} },
    timers,
    warn: process.emitWarning,
    deliver: async () => ({ status: 200, answer: "", problem: null, timedOut: false }),
    hasOwnSecret: false,
    isShared,
    isSecure: false,
    address: { url, publicUrl: url },
  });
  const served = createFetch(sandbox.handler, { timers });
  functions.set(url, served.fetch);
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= sandbox.close(served).finally(() => functions.delete(url));
    return closed;
  };
  onTestFinished(close);
  sandbox.start();
  const { companyId, keys, settled } = sandbox;
  const plant = (work: (data: CompanyData) => Promise<void>) => store.transaction(companyId, work);
  return { url, shop: new Shop(url, keys), companyId, plant, settled, close };
}

/**
 * Timers whose time passes when a test says so, but for those of less than a second, and a store whose transactions they
 * wait for.
 */
export function steppedTimers(store: Store) {
  let now = 0;
  let transactions = 0;
  const counted = async <Value>(work: Promise<Value>) => {
    transactions += 1;
    return await work.finally(() => (transactions -= 1));
  };
  const watched: Store = {
    ...store,
    transaction: (...args) => counted(store.transaction(...args)),
    sharedTransaction: (...args) => counted(store.sharedTransaction(...args)),
  };
  const waiting = new Map<() => void, number>();
  const timers: Timers = {
    ...nodeTimers,
    monotonicTime: () => now,
    after(milliseconds, callback) {
      if (milliseconds < 1_000) return nodeTimers.after(milliseconds, callback);
      const timer = () => callback();
      waiting.set(timer, now + milliseconds);
      return () => void waiting.delete(timer);
    },
  };
  /** Lets time pass from one timer to the next. What these start gets a moment of real time, and all that its data take. */
  const pass = async (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const [first] = [...waiting].toSorted(([, one], [, other]) => one - other);
      if (!first || first[1] > end) break;
      now = Math.max(now, first[1]);
      waiting.delete(first[0]);
      first[0]();
      do await nodeTimers.sleep(100);
      while (transactions > 0);
    }
    now = end;
  };
  return { timers, pass, watched };
}

/** Adds pending payments like one that exists, and a job each that cancels them at a time. */
export async function plantCancellations(
  plant: (work: (data: CompanyData) => Promise<void>) => Promise<void>,
  { id: example, dueAt, amount }: { id: string; dueAt: number; amount: number },
): Promise<void> {
  for (let from = 0; from < amount; from += 2_000) {
    const ids = Array.from(
      { length: Math.min(2_000, amount - from) },
      (_, index) => `00000000-0000-4000-8000-${`${from + index}`.padStart(12, "0")}`,
    );
    await plant(async (data) => {
      const record = await data.payments.get(example);
      if (!record) throw new Error("There is no such payment.");
      const withId = (id: string) => ({ ...record, id, resource: { ...record.resource, id } });
      await data.payments.insert(...ids.map(withId));
      await data.jobQueue.add(
        ids.map((paymentId) => ({ dueAt, kind: "payment", paymentId, status: "CANCELED" })),
      );
    });
  }
}
