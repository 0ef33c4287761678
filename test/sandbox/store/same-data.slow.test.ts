import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FilterTarget, filterTargets, kinds } from "../../../src/sandbox/store/filters.ts";
import type { Company, Job, Kind, NewEvent, Records } from "../../../src/sandbox/store/records.ts";
import type { Collection, CompanyData, EventFilters } from "../../../src/sandbox/store/store.ts";
import { differing, EveryEngine } from "./every-engine.ts";
import { extremeTexts, noise } from "./extreme-values.ts";

const TIME = Date.parse("2026-03-02T12:00:00Z");
const LIMIT = Number.MAX_SAFE_INTEGER;

const texts: string[] = [
  ...Object.values(extremeTexts).map((json) => JSON.parse(json)),
  ...[noise(200), noise(201), noise(199), "null", "undefined", "4990", "sha256:", "x".repeat(5000)],
];
const numbers = [0, -0, 1, 4990, 0.1, 33.33, 1e-7, 2 ** 31, 2 ** 32 + 1, LIMIT, -LIMIT];

/** Pages at the limits of what requests ask for. */
const pages = [1, 2, 3, 2 ** 31, LIMIT].flatMap((page) =>
  [1, 7, 100].map((limit) => ({ page, limit })),
);

/** Each filter has values of one type. */
const filters = kinds.flatMap((kind) =>
  Object.entries<FilterTarget>(filterTargets[kind]).flatMap(([filter, target]) => [
    { kind, filter, target, what: "a text", values: texts },
    { kind, filter, target, what: "a number", values: numbers },
  ]),
);

describe("all engines store and find the same:", () => {
  let engines: EveryEngine;
  let companies = 0;
  const names = Array.from({ length: 50 }, (_, index) => `company ${index}`);
  beforeAll(async () => {
    engines = await EveryEngine.open(names);
  });
  afterAll(() => engines?.[Symbol.asyncDispose]());

  /** Compares what a change and then a read return, in a company of its own. */
  async function expectSame(
    change: (data: CompanyData) => Promise<unknown>,
    ...reads: ((data: CompanyData) => Promise<unknown>)[]
  ): Promise<void> {
    const company = names[companies++] as string;
    expect(differing(await engines.outcomes(company, "transaction", change))).toEqual([]);
    for (const read of reads)
      expect(differing(await engines.outcomes(company, "read", read))).toEqual([]);
  }

  test.each(filters)("$kind by $filter, $what", async ({ kind, filter, target, values }) => {
    const collection = (data: CompanyData) => data[kind] as unknown as Collection<Kind>;
    const record = (id: string, value: unknown) => recordOf(id, filter, target, value);
    const found = async (data: CompanyData) => {
      const results = [];
      for (const value of values) {
        const query = { [filter]: value } as never;
        results.push(await collection(data).find(query));
        for (const page of pages.slice(0, 3))
          results.push(await collection(data).page(query, page));
      }
      return results;
    };
    await expectSame(
      async (data) => {
        for (const [index, value] of values.entries())
          await collection(data).insert(record(`${index}`, value));
        // To another extreme, and away.
        await collection(data).update(record("0", values.at(-1)));
        await collection(data).delete("1");
        return found(data);
      },
      found,
      async (data) => {
        const results: unknown[] = [await data.recordCount(), await collection(data).nextNumber()];
        for (const page of pages) results.push(await collection(data).page({}, page));
        for (const value of texts) results.push(await collection(data).get(value));
        return results;
      },
    );
  });

  test("the timeline", async () => {
    const events = texts.map((text, index) => ({
      ...{ type: "status.changed", at: new Date(TIME + index).toISOString() },
      ...{ cause: { type: "request", requestId: `request ${index}` } },
      ...{ resource: { type: "payment", id: `payment ${index}` }, data: { from: text, to: text } },
    }));
    const request = {
      ...{ type: "request.completed", at: "9999-12-31T23:59:59.999Z", resource: null },
      cause: { type: "request", requestId: "request" },
      data: {
        operationId: "payments.list",
        status: 200,
        body: Object.fromEntries(texts.map((text) => [text, text])),
      },
    };
    const queries: EventFilters[] = [
      {},
      ...texts.flatMap((text) => [
        ...[{ type: text }, { resourceId: text }, { requestId: text }, { operationId: text }],
      ]),
      ...[
        "-000001-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z",
      ].flatMap((time) => [{ since: time }, { until: time }]),
      ...numbers
        .filter(Number.isInteger)
        .flatMap((number) => [{ status: number }, { after: number }]),
    ];
    await expectSame(
      ({ timeline }) => timeline.append([...events, request] as unknown as NewEvent[]),
      async ({ timeline }) => {
        const totals = Object.entries(await timeline.totals()).sort();
        const results: unknown[] = [totals, await timeline.lastId()];
        for (const page of pages) results.push(await timeline.page({}, page));
        for (const query of queries) {
          results.push(await timeline.page(query, { page: 1, limit: 100 }));
          results.push(await timeline.after(0, { ...query, after: undefined }, 100));
        }
        for (const number of numbers.filter((each) => Number.isInteger(each) && each >= 0))
          results.push(await timeline.after(number, {}, 100));
        return results;
      },
    );
  });

  test("the ledger", async () => {
    // Their sum is exact.
    const whole = [0, -0, 1, -4990, 2 ** 32 + 1, LIMIT - 2 ** 33];
    await expectSame(
      async ({ ledger }) => {
        for (const [index, amount] of whole.entries()) {
          await ledger.post({
            subject: `payment ${index}`,
            event: "sale",
            entries: [
              { account: "buyers", owner: "", on: "0000-01-01", amount: -amount },
              { account: "available", owner: `owner-${index % 3}`, on: "0000-01-01", amount },
            ],
          });
        }
      },
      async ({ ledger }) => [
        ...[await ledger.daySums({}), await ledger.received(), await ledger.postings()],
        ...(await Promise.all(texts.map((text) => ledger.entriesOf(text)))),
        ...(await Promise.all(texts.map((text) => ledger.daySums({ owner: text })))),
      ],
    );
  });

  test("jobs and postbacks", async () => {
    const times = numbers.filter(Number.isInteger);
    const jobs = times.map((dueAt, index): Job => {
      return { kind: "payment", paymentId: `${index}`, status: "PAID", dueAt };
    });
    await expectSame(
      async ({ jobQueue, postbacks }) => {
        await jobQueue.add(jobs);
        for (const [index, due] of [...times, ...times].entries()) {
          await postbacks.insert({
            ...{ id: `${index}`, due, attemptCount: 0, hasArrived: false, body: texts as never },
            resource: {
              eventId: `${index}`,
              resourceId: `${index % 9}`,
              status: "PENDING",
            } as never,
          });
        }
        return jobQueue.takeDue(-1);
      },
      async ({ jobQueue, outbox }) => [
        ...[await jobQueue.all(), await jobQueue.nextDueAt(), await outbox.overdue(LIMIT)],
        ...[
          await outbox.nextDueAt({ freeAt: 0 }),
          await outbox.overdue(0),
          await outbox.first("8"),
        ],
      ],
    );
    await expectSame(async ({ jobQueue, outbox }) => [
      await jobQueue.takeDue(LIMIT),
      await outbox.claim({ dueBy: LIMIT, lease: { from: 0, until: LIMIT }, limit: LIMIT }),
    ]);
  });

  test("companies and snapshots", async () => {
    await expectSame(
      async ({ company, snapshots }) => {
        const stored = (await company.get()) as Company;
        const faults = texts.map((operationId) => ({ operationId, status: 500 }));
        await company.save({ ...stored, faults: faults as never });
        await snapshots.add({ snapshotId: "one", createdAt: "" }, { texts, numbers });
      },
      async ({ company, snapshots }) => [
        ...[await company.get(), await snapshots.list(), await snapshots.get("one")],
        ...(await Promise.all(texts.map((text) => snapshots.get(text)))),
      ],
    );
  });
});

/** A record with a value where a filter looks, and each extreme text in a field of its own. */
function recordOf(id: string, filter: string, target: FilterTarget, value: unknown): Records[Kind] {
  const field = { [filter]: value };
  const resource = {
    ...{ id, status: "DELIVERED", paymentMethod: "pix", splits: [], texts, numbers },
    ...(target === "resource" ? field : {}),
    ...(typeof target === "object" && { [target.list]: [field, field] }),
  };
  return { id, due: TIME, texts, ...(target === "internal" && field), resource } as never;
}
