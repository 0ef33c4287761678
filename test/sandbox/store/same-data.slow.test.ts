import { describe, test } from "vitest";
import type {
  Company,
  Kind,
  NewEvent,
  PostbackRecord,
} from "../../../src/sandbox/store/records.ts";
import type { Collection, CompanyData, EventFilters } from "../../../src/sandbox/store/store.ts";
import { expectSame, openEveryEngine } from "./every-engine.ts";
import { extremeTexts, noise } from "./extreme-values.ts";
import { allFilters, event, job, recordWith } from "./stored-records.ts";

const LIMIT = Number.MAX_SAFE_INTEGER;

const texts: string[] = [
  ...Object.values(extremeTexts).map((json) => JSON.parse(json)),
  ...[noise(200), noise(201), noise(199), "null", "undefined", "4990", "sha256:", "x".repeat(5000)],
];
const integers = [0, -0, 1, 4990, 2 ** 31, 2 ** 32 + 1, LIMIT, -LIMIT];
const numbers = [...integers, 0.1, 33.33, 1e-7];

/** Pages at the limits of what requests ask for. */
const pages = [1, 2, 3, 2 ** 31, LIMIT].flatMap((page) =>
  [1, 7, 100].map((limit) => ({ page, limit })),
);

/** Each filter has values of one type. */
const filters = allFilters.flatMap((filter) => [
  { ...filter, what: "a text", values: texts },
  { ...filter, what: "a number", values: numbers },
]);

describe("all engines store and find the same:", () => {
  const names = Array.from({ length: 50 }, (_, index) => `company ${index}`);
  const engines = openEveryEngine(names);
  let companies = 0;

  /** Compares what a change and then reads return, in a company of its own. */
  async function expectSameAfter(
    change: (data: CompanyData) => Promise<unknown>,
    ...reads: ((data: CompanyData) => Promise<unknown>)[]
  ): Promise<void> {
    const company = names[companies++] as string;
    await expectSame(engines, company, "transaction", change);
    for (const read of reads) await expectSame(engines, company, "read", read);
  }

  test.each(filters)("$kind by $filter, $what", async ({ kind, filter, target, values }) => {
    const collection = (data: CompanyData) => data[kind] as unknown as Collection<Kind>;
    const record = (id: string, value: unknown) =>
      recordWith(id, { filter, target }, value, { texts, numbers });
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
    await expectSameAfter(
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
      ...event(`payment ${index}`, index),
      cause: { type: "request", requestId: `request ${index}` },
      data: { from: text, to: text },
    }));
    const request = {
      type: "request.completed",
      at: "9999-12-31T23:59:59.999Z",
      resource: null,
      cause: { type: "request", requestId: "request" },
      data: {
        operationId: "payments.list",
        status: 200,
        body: Object.fromEntries(texts.map((text) => [text, text])),
      },
    };
    const times = [
      "-000001-12-31T23:59:59.999Z",
      "0000-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
    ];
    const queries: EventFilters[] = [
      {},
      ...["type", "resourceId", "requestId", "operationId"].flatMap((name) =>
        texts.map((text) => ({ [name]: text })),
      ),
      ...["since", "until"].flatMap((name) => times.map((time) => ({ [name]: time }))),
      ...["status", "after"].flatMap((name) => integers.map((number) => ({ [name]: number }))),
    ];
    await expectSameAfter(
      ({ timeline }) => timeline.append([...events, request] as unknown as NewEvent[]),
      async ({ timeline }) => {
        const totals = Object.entries(await timeline.totals()).sort();
        const results: unknown[] = [totals, await timeline.lastId()];
        for (const page of pages) results.push(await timeline.page({}, page));
        for (const query of queries) {
          results.push(await timeline.page(query, { page: 1, limit: 100 }));
          results.push(await timeline.after(0, { ...query, after: undefined }, 100));
        }
        for (const number of integers.filter((each) => each >= 0))
          results.push(await timeline.after(number, {}, 100));
        return results;
      },
    );
  });

  test("the ledger", async () => {
    // Their sum is exact.
    const amounts = [0, -0, 1, -4990, 2 ** 32 + 1, LIMIT - 2 ** 33];
    const on = "0000-01-01";
    await expectSameAfter(
      async ({ ledger }) => {
        for (const [index, amount] of amounts.entries()) {
          await ledger.post({
            subject: `payment ${index}`,
            event: "sale",
            entries: [
              { account: "buyers", owner: "", on, amount: -amount },
              { account: "available", owner: `owner-${index % 3}`, on, amount },
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
    const fill = async ({ jobQueue, postbacks }: CompanyData) => {
      await jobQueue.add(integers.map((dueAt, index) => job(`${index}`, dueAt)));
      for (const [index, due] of [...integers, ...integers].entries()) {
        const [id, resourceId] = [`${index}`, `${index % 9}`];
        const resource = { eventId: id, resourceId, status: "PENDING" };
        const postback = { id, due, attemptCount: 0, hasArrived: false, body: texts, resource };
        await postbacks.insert(postback as unknown as PostbackRecord);
      }
      return jobQueue.takeDue(-1);
    };
    await expectSameAfter(fill, async ({ jobQueue, outbox }) => [
      ...[await jobQueue.all(), await jobQueue.nextDueAt(), await outbox.overdue(LIMIT)],
      ...[await outbox.nextDueAt({ freeAt: 0 }), await outbox.overdue(0), await outbox.first("8")],
    ]);
    await expectSameAfter(async (data) => [
      ...[await fill(data), await data.jobQueue.takeDue(LIMIT)],
      await data.outbox.claim({ dueBy: LIMIT, lease: { from: 0, until: LIMIT }, limit: LIMIT }),
    ]);
  });

  test("companies and snapshots", async () => {
    await expectSameAfter(
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
