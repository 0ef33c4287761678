import { createHash } from "node:crypto";
import { beforeAll, describe, test } from "vitest";
import type { Entry } from "../../../src/sandbox/domain/ledger-balances.ts";
import { type FilterTarget, filterTargets, kinds } from "../../../src/sandbox/store/filters.ts";
import type { Kind, Records } from "../../../src/sandbox/store/records.ts";
import type { Collection, CompanyData } from "../../../src/sandbox/store/store.ts";
import { isNightly } from "../../sample.ts";
import { expectSame, openEveryEngine } from "./every-engine.ts";
import { event, job, TIME } from "./stored-records.ts";

const COUNT = isNightly ? 20_000 : 2_000;
/** The records of a transaction. PostgreSQL updates its counts once for each. */
const BATCH = 100;
/** In milliseconds. It takes a minute on two quiet processors. */
const FILLING_TIMEOUT = 10 * 60_000;

/** What is put into a company of its own, in batches. */
const parts: Record<string, (data: CompanyData, indexes: number[]) => Promise<void>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, insertRecords(kind)])),
  async jobs({ jobQueue }, indexes) {
    await jobQueue.add(indexes.map((index) => job(`${index}`, TIME + ((index * 7919) % 500))));
  },
  async ledger({ ledger }, indexes) {
    for (const index of indexes)
      await ledger.post({ subject: `${index}`, event: "sale", entries: entriesOf(index) });
  },
  async timeline({ timeline }, indexes) {
    await timeline.append(indexes.map((index) => event(filteredValue(index), index)));
  },
};

describe(`with ${COUNT} of each, all engines return the same`, () => {
  const engines = openEveryEngine(Object.keys(parts));
  beforeAll(async () => {
    const filling = [...engines.values()].flatMap((store) =>
      Object.entries(parts).map(async ([company, add]) => {
        for (let from = 0; from < COUNT; from += BATCH) {
          const indexes = Array.from({ length: BATCH }, (_, index) => from + index);
          await store.transaction(company, (data) => add(data, indexes));
        }
      }),
    );
    await Promise.all(filling);
  }, FILLING_TIMEOUT);

  const pages = [1, 2, COUNT / 20, COUNT / 10 - 1, COUNT / 10, COUNT / 10 + 1].flatMap((page) =>
    [1, 10, 100].map((limit) => ({ page, limit })),
  );

  test.each(kinds)("%s", async (kind) => {
    await expectSame(engines, kind, "transaction", async (data) => {
      const collection = data[kind] as unknown as Collection<Kind>;
      const results: unknown[] = [await collection.nextNumber(), await data.recordCount()];
      const filtersOf = (name: string) =>
        ["even", "odd", "none", `${COUNT - 1}`].map((value) => ({ [name]: value }));
      for (const filters of [{}, ...Object.keys(filterTargets[kind]).flatMap(filtersOf)]) {
        for (const page of pages) results.push(await collection.page(filters as never, page));
        results.push(hashOf(await collection.find(filters as never)));
      }
      return results;
    });
  });

  test("postbacks that are due", async () => {
    const lease = { from: TIME, until: TIME + 1 };
    await expectSame(engines, "postbacks", "transaction", async ({ outbox }) => [
      await outbox.nextDueAt({ freeAt: 0 }),
      hashOf(await outbox.overdue(TIME + COUNT)),
      hashOf(await outbox.claim({ dueBy: TIME + COUNT, lease, limit: 16 })),
      hashOf(await outbox.claim({ dueBy: TIME + COUNT, lease, limit: COUNT })),
      await outbox.nextDueAt({ freeAt: TIME }),
      await outbox.first("odd"),
    ]);
  });

  test("jobs", async () => {
    await expectSame(engines, "jobs", "transaction", async ({ jobQueue }) => [
      ...[await jobQueue.nextDueAt(), hashOf(await jobQueue.all()), await jobQueue.takeDue(TIME)],
      ...[await jobQueue.takeDue(TIME + 1), await jobQueue.nextDueAt()],
    ]);
  });

  test("the ledger", async () => {
    await expectSame(engines, "ledger", "transaction", async ({ ledger }) => [
      ...[hashOf(await ledger.postings()), await ledger.daySums({}), await ledger.received()],
      ...[await ledger.entriesOf("7"), await ledger.daySums({ account: "fees", owner: "" })],
    ]);
  });

  test("the timeline", async () => {
    await expectSame(engines, "timeline", "transaction", async ({ timeline }) => {
      const results: unknown[] = [await timeline.lastId(), await timeline.totals()];
      for (const resourceId of [undefined, "even", `${COUNT - 1}`, "none"]) {
        for (const page of pages) results.push(await timeline.page({ resourceId }, page));
        results.push(await timeline.after(0, { resourceId }, 100));
        results.push(await timeline.after(COUNT - 5, { resourceId }, 100));
      }
      return results;
    });
  });

  test("a snapshot, and what is left after clearing", async () => {
    await expectSame(engines, "customers", "transaction", async (data) => {
      const copy = await data.customers.find({});
      await data.snapshots.add({ snapshotId: "one", createdAt: "" }, copy);
      await data.clear();
      return [
        ...[hashOf(await data.snapshots.get("one")), await data.snapshots.list()],
        ...[await data.recordCount(), await data.customers.page({}, { page: 1, limit: 10 })],
      ];
    });
  });
});

function insertRecords(kind: Kind) {
  return async (data: CompanyData, indexes: number[]) => {
    const collection = data[kind] as unknown as Collection<Kind>;
    for (const index of indexes) await collection.insert(recordOf(kind, index));
  };
}

/** What filters find: one of two values, but the last record has a value of its own. */
function filteredValue(index: number): string {
  if (index === COUNT - 1) return `${index}`;
  return index % 2 === 0 ? "even" : "odd";
}

function recordOf(kind: Kind, index: number): Records[Kind] {
  const id = `${index}`;
  const value = filteredValue(index);
  const filters = Object.entries<FilterTarget>(filterTargets[kind]);
  const fieldsIn = (target: FilterTarget) =>
    Object.fromEntries(filters.filter((each) => each[1] === target).map(([name]) => [name, value]));
  const resource = { id, ...fieldsIn("resource"), splits: [{ subaccountId: value }] };
  const pending = { status: "PENDING", resourceId: index % 3 === 0 ? id : "odd" };
  return {
    ...{ id, due: TIME + ((index * 7919) % COUNT), ...fieldsIn("internal") },
    resource: kind === "postbacks" ? { ...resource, ...pending } : resource,
  } as never;
}

function entriesOf(index: number): Entry[] {
  const on = new Date(TIME + (index % 400) * 86_400_000).toISOString().slice(0, 10);
  return [
    { account: "buyers", owner: "", on, amount: -index - 2 },
    { account: "available", owner: index % 2 === 0 ? "" : "subaccount", on, amount: index + 1 },
    { account: "fees", owner: "", on, amount: 1 },
  ];
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
