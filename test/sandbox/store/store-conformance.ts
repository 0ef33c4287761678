import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import {
  type LedgerEvent,
  MAX_TOTAL_RECEIVED,
} from "../../../src/sandbox/domain/ledger-balances.ts";
import { type FilterTarget, filterTargets, kinds } from "../../../src/sandbox/store/filters.ts";
import type {
  Company,
  Job,
  Kind,
  NewEvent,
  PaymentRecord,
  PostbackRecord,
  Records,
  SubscriptionRecord,
} from "../../../src/sandbox/store/records.ts";
import {
  type Collection,
  type CompanyCopy,
  type CompanyData,
  MAX_EVENTS,
  MAX_SNAPSHOTS,
  type Posting,
  type Settings,
  type StagedData,
  type Store,
} from "../../../src/sandbox/store/store.ts";
import { extremeTexts, noise } from "../../contract/extreme-values.ts";

const ANA = "ana";
const BIA = "bia";
const DAY = "2026-03-02";
const TIME = Date.parse("2026-03-02T12:00:00Z");
/** The largest exact number. */
const LIMIT = Number.MAX_SAFE_INTEGER;

/** Every filter of every kind of record, and what it compares. */
const allFilters = kinds.flatMap((kind) =>
  Object.entries<FilterTarget>(filterTargets[kind]).map(([filter, target]) => {
    return { kind, filter, target };
  }),
);

/** Texts and numbers that engines may store or compare differently. */
const texts: string[] = [
  ...Object.values(extremeTexts).map((json) => JSON.parse(json)),
  ...[noise(199), noise(200), noise(201), "null", "undefined", "4990", "sha256:"],
];
const extremes = [...texts, 0, 1, 0.1, 33.33, 1e-7, 2 ** 31, 2 ** 32 + 1, LIMIT, -LIMIT];
/** What every record of a test has beside its fields. */
const oddities = extremes.filter((value) => `${value}`.length < 100);

type Work<Result> = (data: CompanyData) => Promise<Result>;

/** Tests what the comments of `Store` promise. `open` opens an empty store. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  let store: Store;

  beforeEach(async () => {
    store = await open();
    for (const id of [ANA, BIA]) await insertCompany(id);
  });
  afterEach(() => store.close());

  const insertCompany = (id: string) =>
    store.sharedTransaction(({ companies }) => companies.insert(company(id)));
  const companyIds = () => store.sharedRead(({ companies }) => companies.ids());
  const deleteCompany = (id: string) =>
    store.sharedTransaction(({ companies }) => companies.delete(id));
  const all = async (data: CompanyData) => [
    await data.company.get(),
    await data.payments.find({}),
    await data.timeline.lastId(),
    await data.snapshots.list(),
    await data.jobQueue.nextDueAt(),
  ];
  const savedSettings = () => store.sharedRead(({ settings }) => settings.get());
  const endSession = (id: string, exp: number, now: number) =>
    store.sharedTransaction(({ endedSessions }) => endedSessions.add({ id, exp }, now));
  const endedAfter = (number: number) =>
    store.sharedRead(({ endedSessions }) => endedSessions.after(number));
  const savedCompany = (id: string) => store.read(id, (data) => data.company.get());
  const change = <Result>(work: Work<Result>) => store.transaction(ANA, work);
  const look = <Result>(work: Work<Result>) => store.read(ANA, work);
  const failing = (work: Work<unknown>) =>
    expect(
      change(async (data) => {
        await work(data);
        throw new Error("undo");
      }),
    ).rejects.toThrow("undo");

  describe(`${name}: settings and companies`, () => {
    const settings: Settings = {
      id: "sandbox",
      secret: "s",
      seeded: true,
      drawCount: 3,
      codes: ["code"],
    };

    test("companies are listed oldest first, and an id is taken once", async () => {
      await insertCompany("aaa");
      await expect(insertCompany(BIA)).rejects.toThrow();
      expect(await companyIds()).toEqual([ANA, BIA, "aaa"]);
    });

    test("a page of companies begins with the newest, as they are stored at present", async () => {
      await insertCompany("cleo");
      await change(({ company: own }) => own.save({ ...company(ANA), tokens: 7 }));
      const page = (page: number) =>
        store.sharedRead(({ companies }) => companies.page({ page, limit: 2 }));
      expect(await page(1)).toEqual({ companies: ["cleo", BIA].map(company), total: 3 });
      expect(await page(2)).toEqual({ companies: [{ ...company(ANA), tokens: 7 }], total: 3 });
      expect(await page(3)).toEqual({ companies: [], total: 3 });
    });

    test("a deleted company leaves nothing, also for one with its id, and others keep theirs", async () => {
      for (const id of [ANA, BIA])
        await store.transaction(id, async (data) => {
          await data.payments.insert(payment("p"));
          await data.timeline.append([event("one")]);
          await data.snapshots.add({ snapshotId: "s", createdAt: DAY }, company(id));
          await data.jobQueue.add([{ kind: "settlement", dueAt: 1, owner: "", day: DAY }]);
        });
      const failed = store.sharedTransaction(async ({ companies }) => {
        expect(await companies.delete(ANA)).toBe(true);
        expect([await companies.ids(), await companies.delete(ANA)]).toEqual([[BIA], false]);
        throw new Error("undo");
      });
      await expect(failed).rejects.toThrow("undo");
      expect(await companyIds()).toEqual([ANA, BIA]);
      const deletions = await Promise.all([deleteCompany(ANA), deleteCompany(ANA), change(all)]);
      expect(deletions.slice(0, 2).toSorted()).toEqual([false, true]);
      expect(await look(all)).toEqual([undefined, [], 0, [], undefined]);
      expect(await store.read(BIA, all)).toMatchObject([company(BIA), [{}], 1, [{}], 1]);
      await insertCompany(ANA);
      expect(await companyIds()).toEqual([BIA, ANA]);
      expect(await look(all)).toEqual([company(ANA), [], 0, [], undefined]);
    });

    test("nobody sees what a shared transaction does before its end, or if it fails", async () => {
      const failed = store.sharedTransaction(async (data) => {
        await data.settings.save(settings);
        await data.companies.insert(company("carla"));
        await data.endedSessions.add({ id: "session", exp: 1 }, 0);
        expect(await data.companies.ids()).toContain("carla");
        await setTimeout(20);
        throw new Error("undo");
      });
      // It may fail before the test awaits it.
      failed.catch(() => {});
      await setTimeout(1);
      expect(await savedCompany("carla")).toBeUndefined();
      expect([await companyIds(), await endedAfter(0)]).toEqual([[ANA, BIA], []]);
      await expect(failed).rejects.toThrow("undo");
      expect(await savedSettings()).toBeUndefined();
      expect(await companyIds()).toEqual([ANA, BIA]);
      expect(await savedCompany("carla")).toBeUndefined();
    });

    test("shared transactions run one after the other, and replace the settings", async () => {
      expect(await savedSettings()).toBeUndefined();
      const addOne = () =>
        store.sharedTransaction(async (data) => {
          const { drawCount = 0 } = (await data.settings.get()) ?? {};
          await setTimeout(1);
          await data.settings.save({ ...settings, drawCount: drawCount + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, addOne));
      expect(await savedSettings()).toEqual({ ...settings, drawCount: 10 });
    });

    test("an ended session is forgotten when it has expired, and its number is not given again", async () => {
      await endSession("one", 10, 0);
      await endSession("two", 11, 1);
      const first = await endedAfter(0);
      const failed = store.sharedTransaction(async ({ endedSessions }) => {
        await endedSessions.add({ id: "three", exp: 30 }, 20);
        throw new Error("undo");
      });
      await expect(failed).rejects.toThrow("undo");
      expect(await endedAfter(0)).toEqual(first);
      for (const id of ["three", "four"]) await endSession(id, 30, 11);
      const all = [...first, ...(await endedAfter(0))];
      expect(all.map(({ id }) => id)).toEqual(["one", "two", "three", "four"]);
      for (const [index, { number }] of all.entries())
        expect(await endedAfter(number)).toEqual(all.slice(Math.max(2, index + 1)));
    });

    test("closing waits for the work in progress", async () => {
      const working = change(async ({ payments }) => {
        await setTimeout(20);
        await payments.insert(payment("one"));
        return "done";
      });
      // It may fail before the test awaits it.
      working.catch(() => {});
      const closing = store.close().then(() => "closed");
      expect(await Promise.race([closing, working])).toBe("done");
      await closing;
    });

    test("a company is saved, undone, and unknown companies have no data", async () => {
      const faults = texts.map((operationId) => ({ operationId, status: 500 })) as never;
      const changed = { ...company(ANA), feeFixed: 39, faults };
      await failing((data) => data.company.save(changed));
      expect(await savedCompany(ANA)).toEqual(company(ANA));
      await change((data) => data.company.save(changed));
      expect(await savedCompany(ANA)).toEqual(changed);
      await store.transaction("nobody", (data) => data.company.save(company("nobody")));
      expect(await savedCompany("nobody")).toBeUndefined();
      expect(await store.read("nobody", (data) => data.payments.find({}))).toEqual([]);
    });
  });

  describe(`${name}: isolation`, () => {
    test("transactions of a company run one after the other, in the order of their start", async () => {
      const order: number[] = [];
      const addOne = (index: number) =>
        change(async (data) => {
          order.push(index);
          const { drawCount } = (await data.company.get()) as Company;
          await setTimeout(1);
          await data.company.save({ ...company(ANA), drawCount: drawCount + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, (_, index) => addOne(index)));
      expect(await savedCompany(ANA)).toMatchObject({ drawCount: 20 });
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    });

    test("a read sees nothing of a transaction in progress, and nothing of a failed one", async () => {
      const failed = failing(async ({ payments }) => {
        await payments.insert(payment("one"));
        await setTimeout(20);
      });
      await setTimeout(1);
      expect(await look(paymentIds)).toEqual([]);
      await failed;
      expect(await look(paymentIds)).toEqual([]);
    });

    test("all that a read sees belongs to one point in time", async () => {
      const begun = Promise.withResolvers<void>();
      const reading = look(async (data) => {
        const before = await paymentIds(data);
        begun.resolve();
        await setTimeout(20);
        return [before, await paymentIds(data)];
      });
      await begun.promise;
      await change(({ payments }) => payments.insert(payment("one")));
      expect(await reading).toEqual([[], []]);
    });

    test("companies see nothing of each other", async () => {
      const empty = await store.transaction(BIA, everything);
      await change(fill);
      const before = await change(everything);
      await store.transaction(BIA, async (data) => {
        expect(await everything(data)).toEqual(empty);
        expect([await claimed(data), await data.jobQueue.takeDue(TIME)]).toEqual([[], undefined]);
        await data.clear();
      });
      expect(await change(everything)).toEqual(before);
    });
  });

  test(`${name}: a read of the schedule reads the same as one without this hint`, async () => {
    const read = async ({ company, jobQueue, outbox }: CompanyData) => [
      (await company.get())?.id,
      await jobQueue.nextDueAt(),
      await outbox.nextDueAt(),
      await outbox.nextDueAt({ freeAt: 0 }),
      await outbox.nextDueAt({ dueFrom: TIME + 1 }),
    ];
    const both = () => Promise.all([store.read(ANA, read, "schedule"), look(read)]);
    const nothing = [undefined, undefined, undefined, undefined];
    expect(await both()).toEqual(Array(2).fill([ANA, ...nothing]));
    await change(async ({ jobQueue, outbox, postbacks }) => {
      await jobQueue.add([job("one")]);
      await postbacks.insert(postback("first", "one"), postback("second", "two", TIME + 1));
      await outbox.claim({ dueBy: TIME, lease: { from: 0, until: 9 }, limit: 9 });
    });
    expect(await both()).toEqual(Array(2).fill([ANA, TIME, TIME, TIME + 1, TIME + 1]));
  });

  test.each([
    ["of a record", ANA, "one"],
    ["of another company's record", BIA, "one"],
    ["of no record", ANA, "none\0"],
    ["of no company", "carla", "one"],
  ])(`${name}: a read with the hint %s reads the same as one without`, async (_, companyId, id) => {
    await change(async ({ payments, jobQueue }) => {
      await payments.insert(payment("one"));
      await payments.insert(payment("two"));
      await jobQueue.add([{ kind: "payment", paymentId: "one", status: "PAID", dueAt: LIMIT }]);
    });
    const read = async ({ company, jobQueue, payments }: CompanyData) => [
      (await company.get())?.id,
      await jobQueue.nextDueAt(),
      await payments.get(id),
    ];
    const readMore = async (data: CompanyData) => [
      ...(await read(data)),
      await data.payments.find({}),
      await data.customers.get(id),
      await data.recordCount(),
    ];
    for (const work of [read, readMore])
      expect(await store.read(companyId, work, { kind: "payments", id })).toEqual(
        await store.read(companyId, work),
      );
  });

  describe(`${name}: atomicity`, () => {
    test("a call that fails changes nothing, and its transaction goes on", async () => {
      const { entries, ...sale } = posting("one", 100);
      await change(async (data) => {
        await data.payments.insert(payment("one"));
        const unbalanced = data.ledger.post({ ...sale, entries: entries.slice(1) });
        await expect(unbalanced).rejects.toThrow();
        await data.payments.insert(payment("two"));
      });
      expect(await look(paymentIds)).toEqual(["two", "one"]);
      expect(await look(({ ledger }) => ledger.postings())).toEqual([]);
    });

    test("an id that is taken makes the transaction fail", async () => {
      await change(({ payments }) => payments.insert(payment("one")));
      const again = change(async ({ payments }) => {
        await payments.insert(payment("two"), payment("one", { status: "PAID" }));
      });
      await expect(again).rejects.toThrow();
      expect(await look(paymentIds)).toEqual(["one"]);
      expect(await look(({ payments }) => payments.nextNumber())).toBe(2);
    });

    test("a failed transaction undoes every kind of change, and leaves no trace", async () => {
      await change(fill);
      const before = await change(everything);
      await failing(async (data) => {
        await changeEverything(data);
        await everything(data);
      });
      expect(await change(everything)).toEqual(before);
      await failing((data) => data.clear());
      expect(await change(everything)).toEqual(before);

      await store.transaction(BIA, fill);
      for (const id of [ANA, BIA]) await store.transaction(id, changeEverything);
      expect(await change(everything)).toEqual(await store.transaction(BIA, everything));
    });
  });

  describe(`${name}: collections`, () => {
    test("a record is returned as it was stored, and the latest update counts", async () => {
      const record = payment("one", { amount: 1 });
      await change(({ payments }) => payments.insert(record));
      expect(await look(({ payments }) => payments.get("one"))).toEqual(record);
      const changed = payment("one", { amount: 2, status: "PAID", reference: undefined });
      await change(async ({ payments }) => {
        await payments.update(changed);
        await payments.update(payment("none"));
        await payments.delete("none");
      });
      const [stored, ...more] = await look(({ payments }) => payments.find({}));
      // A field that is undefined counts as absent.
      expect([JSON.parse(JSON.stringify(stored)), more]).toEqual([changed, []]);
      expect(await look((data) => paymentIds(data, { status: "PAID" }))).toEqual(["one"]);
      expect(await look((data) => paymentIds(data, { status: "PENDING" }))).toEqual([]);
    });

    test("the records of many ids are read, each once, and ids that no record has are ignored", async () => {
      const records = ["one", "two", "three"].map((id) => payment(id));
      await change(({ payments }) => payments.insert(...records));
      const ids = ["three", "none", "one", "three"];
      const found = await look(({ payments }) => payments.getAll(ids));
      expect(found.map(({ id }) => id).sort()).toEqual(["one", "three"]);
      expect(found).toContainEqual(records[0]);
      expect(await look(({ payments }) => payments.getAll([]))).toEqual([]);
      expect(await look(({ customers }) => customers.getAll(ids))).toEqual([]);
    });

    test("an id may be used again after a deletion", async () => {
      await change(async ({ payments }) => {
        await payments.insert(payment("one"));
        await payments.delete("one");
        expect(await payments.get("one")).toBeUndefined();
        await payments.insert(payment("one"));
      });
      expect(await look(paymentIds)).toEqual(["one"]);
    });

    test("a thousand records and more are all found, newest first", async () => {
      const ids = Array.from({ length: 1_001 }, (_, index) => `${index}`);
      await change(async ({ payments }) => {
        for (const id of ids) await payments.insert(payment(id));
      });
      expect(await look(paymentIds)).toEqual(ids.toReversed());
    });

    test("filters are combined, and count only if they have a value", async () => {
      await change(async ({ payments, subscriptions }) => {
        await payments.insert(payment("one", { status: "PAID", amount: 5 }));
        await payments.insert(payment("two", { status: "PAID", amount: 7 }, "carla"));
        await payments.insert(payment("three", { status: "FAILED", amount: 7 }));
        await subscriptions.insert(subscription("first", ["x", "y", "y"]));
        await subscriptions.insert(subscription("second", []));
      });
      await look(async (data) => {
        expect(await paymentIds(data, { status: "PAID", amount: 7 })).toEqual(["two"]);
        expect(await paymentIds(data, { status: "PAID", customerId: "carla" })).toEqual(["two"]);
        const undefinedOne = { status: "PAID", customerId: undefined };
        expect(await paymentIds(data, undefinedOne)).toEqual(["two", "one"]);
        for (const subaccountId of ["x", "y"])
          expect(idsOf(await data.subscriptions.find({ subaccountId }))).toEqual(["first"]);
      });
    });

    test.each(allFilters)("$kind can be filtered by $filter", async ({ kind, filter, target }) => {
      const records = extremes.map((value, index) => recordWith(`${index}`, filter, target, value));
      const collection = (data: CompanyData) => data[kind] as unknown as Collection<Kind>;
      await change(async (data) => {
        for (const record of records) await collection(data).insert(record);
      });
      await look(async (data) => {
        for (const [index, value] of extremes.entries()) {
          const filters = { [filter]: value } as never;
          const found = await collection(data).find(filters);
          const { resources, total } = await collection(data).page(filters, { page: 1, limit: 9 });
          const expected = records.slice(index, index + 1);
          expect([found, total]).toEqual([expected, 1]);
          expect(resources).toEqual(expected.map(({ resource }) => resource));
        }
        expect(await collection(data).find({ [filter]: "other" } as never)).toEqual([]);
      });
    });

    test("pages begin with the newest, and count all matches", async () => {
      await change(async ({ payments }) => {
        for (let index = 1; index <= 7; index++)
          await payments.insert(payment(`p${index}`, { status: index % 2 ? "PAID" : "FAILED" }));
      });
      await look(async ({ payments }) => {
        const page = async (number: number) =>
          idsOf((await payments.page({}, { page: number, limit: 2 })).resources);
        expect(await page(2)).toEqual(["p5", "p4"]);
        expect(await page(3)).toEqual(["p3", "p2"]);
        expect(await page(4)).toEqual(["p1"]);
      });
      await change(({ payments }) => payments.delete("p3"));
      await look(async ({ payments }) => {
        const page = async (number: number, limit: number, filters = {}) => {
          const { resources, total } = await payments.page(filters, { page: number, limit });
          return [total, ...idsOf(resources)];
        };
        expect(await page(1, 2)).toEqual([6, "p7", "p6"]);
        expect(await page(2, 4)).toEqual([6, "p2", "p1"]);
        expect(await page(4, 2)).toEqual([6]);
        expect(await page(LIMIT, 100)).toEqual([6]);
        expect(await page(1, 2, { status: "PAID" })).toEqual([3, "p7", "p5"]);
        expect(await page(2, 2, { status: "PAID" })).toEqual([3, "p1"]);
        expect(await page(1, 9, { status: "PAID", amount: 1 })).toEqual([0]);
        expect(idsOf(await payments.latest({ status: "PAID" }, 2))).toEqual(["p7", "p5"]);
        expect(await payments.latestIds(9)).toEqual(["p7", "p6", "p5", "p4", "p2", "p1"]);
        expect(await payments.latestIds(2)).toEqual(["p7", "p6"]);
      });
    });

    test("all records are counted, until they are deleted", async () => {
      await change(async (data) => {
        const counts = async () => [await data.recordCount(), await data.payments.nextNumber()];
        expect(await counts()).toEqual([0, 1]);
        await fill(data);
        expect(await counts()).toEqual([5, 4]);
        await data.payments.delete("two");
        expect(await counts()).toEqual([4, 3]);
      });
    });
  });

  describe(`${name}: ledger`, () => {
    const sale = posting("one", 100);

    test("entries are returned with their event, and refunds do not reduce what was received", async () => {
      await change(async ({ ledger }) => {
        await ledger.post(sale);
        await ledger.post(posting("two", 5));
        await ledger.post(posting("one", -100, { event: "refund" }));
      });
      await look(async ({ ledger }) => {
        const posted = await ledger.entriesOf("one");
        expect(posted.map((each) => each.event)).toEqual(["sale", "sale", "refund", "refund"]);
        expect(posted.slice(0, 2)).toEqual(
          expect.arrayContaining(sale.entries.map((entry) => ({ event: "sale", ...entry }))),
        );
        expect(await ledger.entriesOf("none")).toEqual([]);
        const postings = await ledger.postings();
        expect(postings.map(({ subject, event }) => `${subject}: ${event}`)).toEqual([
          "one: sale",
          "two: sale",
          "one: refund",
        ]);
        expect(await ledger.received()).toBe(105);
      });
    });

    test("sums are kept per account, owner and day", async () => {
      await change(async ({ ledger }) => {
        await ledger.post(posting("three", 5, { owner: "sub" }));
        await ledger.post(posting("one", 100, { owner: "" }));
        await ledger.post(posting("two", 7, { owner: "" }));
        await ledger.post(posting("four", 1, { owner: "", on: "2026-01-31" }));
      });
      await look(async ({ ledger }) => {
        const account = "available";
        const sums = await ledger.daySums({ account });
        expect(sums).toEqual([
          { account, owner: "", on: "2026-01-31", amount: 1 },
          { account, owner: "", on: DAY, amount: 107 },
          { account, owner: "sub", on: DAY, amount: 5 },
        ]);
        expect(await ledger.daySums({ account, owner: "sub" })).toEqual(sums.slice(2));
        expect(await ledger.daySums({ account, owner: "" })).toEqual(sums.slice(0, 2));
        expect(await ledger.daySums({})).toHaveLength(2 * sums.length);
      });
    });

    test("what is available on a day of an owner is the sum of its entries, also within a transaction", async () => {
      await change(({ ledger }) => ledger.post(posting("one", 100, { owner: "sub" })));
      await failing(({ ledger }) => ledger.post(posting("three", 5, { owner: "" })));
      await change(async ({ ledger }) => {
        await ledger.post(
          posting("two", -93, { owner: "sub" }),
          posting("three", 5, { owner: "" }),
        );
        const days = [{ owner: "sub" }, { owner: "" }, { owner: "", on: "2026-03-03" }];
        const sums = days.map((day) => ledger.availableOn({ on: DAY, ...day }));
        expect(await Promise.all(sums)).toEqual([7, 5, 0]);
      });
    });

    test("sums are exact numbers up to what a company can receive", async () => {
      const half = (MAX_TOTAL_RECEIVED - 1) / 2;
      await change(async ({ ledger }) => {
        await ledger.post(posting("one", half, { owner: "" }));
        await ledger.post(posting("two", half + 1, { owner: "" }));
        expect(await ledger.received()).toBe(MAX_TOTAL_RECEIVED);
        const [sum] = await ledger.daySums({ account: "available" });
        expect(sum?.amount).toBe(MAX_TOTAL_RECEIVED);
      });
    });

    test("what becomes available is read by day, the latest first and in parts", async () => {
      await change(async ({ ledger }) => {
        await ledger.post(posting("late", 1, { owner: "sub", on: "2026-03-04" }));
        await ledger.post(posting("one", 2, { owner: "sub" }), posting("other", 3, { owner: "" }));
        await ledger.post(posting("two", -2, { owner: "sub", event: "withdrawal" }));
      });
      await change(async ({ ledger }) => {
        const [one, other] = [
          posting("both", -1, { owner: "twice" }),
          posting("", 4, { owner: "twice" }),
        ];
        await ledger.post({ ...one, entries: [...one.entries, ...other.entries] });
      });
      await failing(({ ledger }) => ledger.post(posting("undone", 9, { owner: "sub" })));
      await look(async ({ ledger }) => {
        const owner = "sub";
        const read = async (query: object) =>
          (await ledger.availableEntries({ owner, limit: 9, ...query })).map(
            ({ subject, event, on, amount }) => `${subject} ${event} ${on.slice(-2)} ${amount}`,
          );
        const all = ["late sale 04 1", "two withdrawal 02 -2", "one sale 02 2"];
        expect(await read({})).toEqual(all);
        const [first] = await ledger.availableEntries({ owner, limit: 1 });
        expect(await read({ before: first, limit: 1 })).toEqual([all[1]]);
        const [, second] = await ledger.availableEntries({ owner, limit: 2 });
        expect(await read({ before: second })).toEqual([all[2]]);
        expect(await read({ before: first, to: "2026-03-03" })).toEqual([all[1], all[2]]);
        expect(await read({ before: first, from: "2026-03-03" })).toEqual([]);
        expect(await read({ to: DAY, event: "withdrawal" })).toEqual([all[1]]);
        expect(await read({ owner: "twice" })).toEqual(["both sale 02 4", "both sale 02 -1"]);
        const postings = await ledger.postingsOf(["two", "late", "none"]);
        expect(postings.map(({ subject }) => subject).sort()).toEqual(["late", "two"]);
      });
    });

    test("entries that do not sum to zero on each day are rejected, and none is written", async () => {
      const [debit, credit] = sale.entries as [Posting["entries"][0], Posting["entries"][0]];
      const short = [debit, { ...credit, amount: 99 }];
      const late = [debit, { ...credit, on: "2026-03-03" }];
      await change(async ({ ledger }) => {
        for (const entries of [short, late, [debit]])
          await expect(ledger.post({ ...sale, entries })).rejects.toThrow(
            /^The entries of sale on 2026-03-02 sum to -?\d+, not to zero\.$/,
          );
        expect(await ledger.entriesOf("one")).toEqual([]);
        expect(await ledger.daySums({})).toEqual([]);
      });
    });

    test("an event of a subject is posted once, even with other entries", async () => {
      await change(({ ledger }) => ledger.post(sale));
      for (const again of [sale, posting("one", 3, { on: "2026-05-01" })])
        await expect(change(({ ledger }) => ledger.post(again))).rejects.toThrow();
      expect(await look(({ ledger }) => ledger.entriesOf("one"))).toHaveLength(2);
    });
  });

  test(`${name}: of many jobs the earliest is taken first, and of those due together the oldest`, async () => {
    const jobs = [
      job("last", LIMIT),
      ...Array.from({ length: 500 }, (_, index) => job(`${index}`, TIME + ((index * 7919) % 101))),
      job("first", -LIMIT),
    ];
    const inOrder = jobs.toSorted((one, other) => one.dueAt - other.dueAt);
    const due = inOrder.filter(({ dueAt }) => dueAt <= TIME + 50);
    await change(({ jobQueue }) => jobQueue.add(jobs));
    await change(async ({ jobQueue }) => {
      expect(await jobQueue.all()).toEqual(inOrder);
      expect(await jobQueue.nextDueAt()).toBe(-LIMIT);
      for (const expected of due) expect(await jobQueue.takeDue(TIME + 50)).toEqual(expected);
      expect(await jobQueue.takeDue(TIME + 50)).toBeUndefined();
      expect(await jobQueue.nextDueAt()).toBe(TIME + 51);
      expect(await jobQueue.all()).toEqual(inOrder.slice(due.length));
    });
  });

  test(`${name}: a settlement of a day is in the queue once, until it is taken`, async () => {
    const settlement = (owner: string): Job => ({
      kind: "settlement",
      owner,
      day: DAY,
      dueAt: TIME,
    });
    const days = [settlement(""), settlement("one")];
    const count = () => look(async ({ jobQueue }) => (await jobQueue.all()).length);
    const add = () => change(({ jobQueue }) => jobQueue.add([...days, ...days]));
    await failing(({ jobQueue }) => jobQueue.add(days));
    await add();
    await add();
    expect(await count()).toBe(2);
    await failing(({ jobQueue }) => jobQueue.takeDue(TIME));
    await add();
    expect(await count()).toBe(2);
    await change(async ({ jobQueue }) => {
      expect(await jobQueue.takeDue(TIME)).toEqual(days[0]);
      await jobQueue.add(days);
      expect(await jobQueue.all()).toEqual(days.toReversed());
    });
  });

  test(`${name}: a job that was removed is neither the next of its kind nor taken, also if it was read ahead`, async () => {
    const step = (kind: "charge" | "end", subscriptionId: string, dueAt: number): Job => {
      return { kind, subscriptionId, day: DAY, dueAt };
    };
    const [first, second, third] = [1, 2, 3].map((time) => step("charge", "one", TIME + time));
    const end = step("end", "one", TIME + 1);
    if (!first || !second || !third) throw new Error("There are three.");
    const nextAfter = (kind: Job["kind"], after: number) =>
      look(({ jobQueue }) => jobQueue.nextDueAt({ kind, after }));
    await change(({ jobQueue }) => jobQueue.add([third, second, first, end]));
    expect(await nextAfter("expiry", TIME)).toBeUndefined();
    expect(await nextAfter("end", TIME)).toBe(TIME + 1);
    expect(await nextAfter("charge", TIME)).toBe(TIME + 1);
    expect(await nextAfter("charge", TIME + 1)).toBe(TIME + 2);
    await failing(({ jobQueue }) => jobQueue.remove(first));
    expect(await nextAfter("charge", TIME)).toBe(TIME + 1);
    await change(({ jobQueue }) => jobQueue.remove(first));
    expect(await nextAfter("charge", TIME)).toBe(TIME + 2);
    await failing(async ({ jobQueue }) => {
      await jobQueue.remove(second);
      expect(await jobQueue.nextDueAt({ kind: "charge", after: TIME })).toBe(TIME + 3);
    });
    await change(async ({ jobQueue }) => {
      await jobQueue.ahead(TIME + 9, 9);
      expect(await jobQueue.takeDue(TIME + 9)).toEqual(end);
      await jobQueue.remove(second);
      expect(await jobQueue.nextDueAt()).toBe(TIME + 3);
      expect(await jobQueue.takeDue(TIME + 9)).toEqual(third);
      expect(await jobQueue.all()).toEqual([]);
    });
    expect(await look(({ jobQueue }) => jobQueue.all())).toEqual([]);
  });

  describe(`${name}: outbox`, () => {
    const leaseAt = (from: number) => ({ from, until: from + 100 });
    const claimAt =
      (from: number) =>
      async ({ outbox }: CompanyData) =>
        idsOf(await outbox.claim({ dueBy: TIME, lease: leaseAt(from), limit: 9 }));
    const releaseAt =
      (from: number, line = "one") =>
      ({ outbox }: CompanyData) =>
        outbox.release(line, leaseAt(from));

    test("only the first pending postback of a line counts, in the order of insertion", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("first", "one", TIME + 5));
        await postbacks.insert(postback("second", "one"));
        await postbacks.insert(postback("other", "two", TIME + 1));
        await postbacks.insert(postback("done", "three", TIME, "DELIVERED"));
        expect(await claimed({ outbox }, TIME + 4)).toEqual(["other"]);
        expect((await outbox.first("one"))?.id).toBe("first");
        expect(await outbox.nextDueAt({ freeAt: 0 })).toBe(TIME + 5);
        expect(await outbox.first("three")).toBeUndefined();
      });
      await change(async ({ postbacks, outbox }) => {
        await postbacks.update(postback("first", "one", TIME + 5, "DELIVERED"));
        expect((await outbox.first("one"))?.id).toBe("second");
        expect(await outbox.nextDueAt({ freeAt: 0 })).toBe(TIME);
        // A redelivery: pending again, and before the second.
        await postbacks.update(postback("first", "one", TIME + 9));
        expect((await outbox.first("one"))?.id).toBe("first");
      });
    });

    test("the earliest of many come first, and of those due together the oldest", async () => {
      const many = Array.from({ length: 100 }, (_, index) =>
        postback(`${index}`, `line ${index}`, TIME - ((index * 7919) % 31)),
      );
      const inOrder = many.toSorted((one, other) => one.due - other.due);
      const overdue = inOrder.filter(({ due }) => due < TIME);
      await change(async ({ postbacks, outbox }) => {
        for (const each of many) await postbacks.insert(each);
        expect(idsOf(await outbox.overdue(TIME))).toEqual(idsOf(overdue));
        expect(await claimed({ outbox }, TIME, 40)).toEqual(idsOf(inOrder.slice(0, 40)));
        expect(await claimed({ outbox }, TIME, 99)).toEqual(idsOf(inOrder.slice(40)));
      });
    });

    test("a claimed line is skipped until its lease has run out", async () => {
      await change(({ postbacks }) => postbacks.insert(postback("first", "one")));
      await failing(claimAt(1000));
      expect(await change(claimAt(1000))).toEqual(["first"]);
      expect(await change(claimAt(1099))).toEqual([]);
      await look(async ({ outbox }) => {
        expect(await outbox.nextDueAt({ freeAt: 1099 })).toBeUndefined();
        expect(await outbox.nextDueAt()).toBe(TIME);
        expect(await outbox.nextDueAt({ freeAt: 1100 })).toBe(TIME);
      });
      expect(await change(claimAt(1100))).toEqual(["first"]);
      // The lease that has run out is no longer its claimant's to end.
      expect(await change(releaseAt(1000))).toBe(false);
      expect(await change(claimAt(1150))).toEqual([]);
      expect(await change(releaseAt(1100))).toBe(true);
      expect(await change(claimAt(1150))).toEqual(["first"]);
      expect(await change(releaseAt(1150, "unknown"))).toBe(false);
    });

    test("a lease is the line's: what changes its postbacks leaves it", async () => {
      await change(({ postbacks }) => postbacks.insert(postback("first", "one")));
      await change(({ postbacks }) => postbacks.insert(postback("second", "one")));
      await change(claimAt(1000));
      await failing(releaseAt(1000));
      expect(await change(claimAt(1050))).toEqual([]);
      await change(({ postbacks }) =>
        postbacks.update(postback("first", "one", TIME, "DELIVERED")),
      );
      expect(await change(claimAt(1050))).toEqual([]);
      await look(async ({ outbox }) => {
        expect((await outbox.first("one"))?.id).toBe("second");
        expect(idsOf(await outbox.overdue(TIME + 1))).toEqual(["second"]);
      });
      // The line is empty meanwhile.
      await change(({ postbacks }) => postbacks.delete("second"));
      await failing(releaseAt(1000));
      await change(({ postbacks }) => postbacks.insert(postback("third", "one")));
      expect(await change(claimAt(1050))).toEqual([]);
      expect(await change(releaseAt(1000))).toBe(true);
      expect(await change(claimAt(1050))).toEqual(["third"]);
    });

    test("the lines of one type are claimed, whatever is due before", async () => {
      const lease = { from: 1, until: 9 };
      await change(async ({ withdrawals, postbacks, outbox }) => {
        await withdrawals.insert({ id: "two", owner: "", resource: {} as never });
        await postbacks.insert(postback("paid", "one", TIME - 1));
        const { resource, ...rest } = postback("withdrawn", "two");
        await postbacks.insert({ ...rest, resource: { ...resource, type: "withdrawal" } });
        const due = { dueBy: TIME, lease, limit: 1 };
        expect(idsOf(await outbox.claim({ ...due, type: "withdrawal" }))).toEqual(["withdrawn"]);
        expect(await outbox.claim({ ...due, type: "withdrawal" })).toEqual([]);
        expect(idsOf(await outbox.claim({ ...due, type: "payment" }))).toEqual(["paid"]);
      });
    });

    test("lines that are due before a time can be left out", async () => {
      const lease = { from: 1, until: 9 };
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("overdue", "one", TIME - 1));
        await postbacks.insert(postback("due", "two"));
        await postbacks.insert(postback("later", "three", TIME + 1));
        expect(await outbox.nextDueAt({ dueFrom: TIME })).toBe(TIME);
        const dueNow = await outbox.claim({ dueFrom: TIME, dueBy: TIME, lease, limit: 9 });
        expect(idsOf(dueNow)).toEqual(["due"]);
        expect(await outbox.nextDueAt({ dueFrom: TIME, freeAt: 1 })).toBe(TIME + 1);
        expect(await outbox.nextDueAt({ dueFrom: TIME + 2 })).toBeUndefined();
        expect(idsOf(await outbox.claim({ dueBy: TIME, lease, limit: 9 }))).toEqual(["overdue"]);
      });
    });
  });

  describe(`${name}: timeline`, () => {
    test("events get consecutive ids, and are listed newest first", async () => {
      const third = { ...event("three"), data: oddities } as unknown as NewEvent;
      await change(({ timeline }) => timeline.append([event("one"), event("two")]));
      await change(({ timeline }) => timeline.append([third]));
      await look(async ({ timeline }) => {
        expect(await timeline.lastId()).toBe(3);
        const { resources, total } = await timeline.page({}, { page: 1, limit: 2 });
        expect(resources).toEqual([
          { id: 3, ...third },
          { id: 2, ...event("two") },
        ]);
        expect(total).toBe(3);
        expect(idsOf(await timeline.after(1, {}, 9))).toEqual([2, 3]);
        expect(idsOf(await timeline.after(0, {}, 2))).toEqual([1, 2]);
        expect(await timeline.after(3, {}, 9)).toEqual([]);
        expect(await timeline.totals()).toEqual({ "status.changed": 3 });
      });
    });

    test("filters match all that they name", async () => {
      const request = {
        type: "request.completed",
        at: "2026-03-02T13:00:00.000Z",
        cause: { type: "request", requestId: "r1" },
        resource: null,
        data: { operationId: "payments.list", status: 200, path: "/payments" },
      } as unknown as NewEvent;
      const at = "2026-03-02T14:00:00.000Z";
      const later = { ...event("one"), at, data: { status: 200 } } as unknown as NewEvent;
      const closed = { ...request.data, status: null, path: "/_sandbox/clock" };
      const resource = { type: "payment", id: "Two" };
      const control = { ...later, type: request.type, resource, data: closed } as never;
      await change(({ timeline }) => timeline.append([event("one"), request, later, control]));
      await look(async ({ timeline }) => {
        const ids = async (filters: object) =>
          idsOf((await timeline.page(filters, { page: 1, limit: 9 })).resources);
        expect(await ids({ type: "request.completed" })).toEqual([4, 2]);
        expect(await ids({ resourceId: "one" })).toEqual([3, 1]);
        expect(await ids({ requestId: "r1" })).toEqual([2]);
        expect(await ids({ operationId: "payments.list", status: 200 })).toEqual([2]);
        // A request without an answer counts as an error.
        expect(await ids({ type: "request.completed", minStatus: 201 })).toEqual([4]);
        expect(await ids({ type: "request.completed", minStatus: 200 })).toEqual([4, 2]);
        expect(await ids({ api: "service" })).toEqual([2]);
        expect(await ids({ api: "control" })).toEqual([4]);
        const first = { id: 2, requestId: "r1", resourceId: null };
        const second = { id: 4, requestId: null, resourceId: "Two" };
        expect(await timeline.latestRequests(9)).toEqual([second, first]);
        expect(await timeline.latestRequests(1)).toEqual([second]);
        // Only requests have a status to find.
        expect(await ids({ status: 200 })).toEqual([2]);
        expect(await ids({ since: "2026-03-02T13:00:00.000Z" })).toEqual([4, 3, 2]);
        expect(await ids({ until: "2026-03-02T13:00:00.000Z" })).toEqual([1]);
        expect(await ids({ after: 1, resourceId: "one" })).toEqual([3]);
        for (const all of [{ type: undefined }, { after: -LIMIT }, { since: "-000001-12-31" }])
          expect(await ids(all)).toEqual([4, 3, 2, 1]);
        for (const none of [{ status: LIMIT }, { after: LIMIT }, { until: "-000001-12-31" }])
          expect(await ids(none)).toEqual([]);
        expect(idsOf(await timeline.after(1, { resourceId: "one" }, 9))).toEqual([3]);
      });
    });

    test("an id that a database cannot store is found too", async () => {
      const id = "a\0b";
      const cause = { type: "request" as const, requestId: id };
      await change(({ timeline }) => timeline.append([event(id), { ...event("one"), cause }]));
      await look(async ({ timeline }) => {
        expect(idsOf(await timeline.after(0, { resourceId: id }, 9))).toEqual([1]);
        expect(idsOf(await timeline.after(0, { requestId: id }, 9))).toEqual([2]);
      });
    });

    test("only the latest are kept", async () => {
      const batch = Array.from({ length: 1000 }, () => event("one"));
      for (let count = 0; count <= MAX_EVENTS; count += batch.length)
        await change(({ timeline }) => timeline.append(batch));
      await look(async ({ timeline }) => {
        const first = 1000 + 1;
        const last = MAX_EVENTS + 1000;
        expect(await timeline.lastId()).toBe(last);
        expect(await timeline.totals()).toEqual({ "status.changed": last });
        const { total, resources } = await timeline.page({}, { page: MAX_EVENTS, limit: 1 });
        expect([total, ...idsOf(resources)]).toEqual([MAX_EVENTS, first]);
        expect(idsOf(await timeline.after(0, {}, 1))).toEqual([first]);
        expect(idsOf(await timeline.after(last - 1, {}, 9))).toEqual([last]);
      });
    });

    test("when it is cleared it is empty, and its ids and totals go on", async () => {
      await change(({ timeline }) => timeline.append([event("one"), event("one")]));
      await change(async ({ timeline }) => {
        await timeline.clear();
        expect(await timeline.after(0, {}, 9)).toEqual([]);
        expect([await timeline.lastId(), await timeline.totals()]).toEqual([
          2,
          { "status.changed": 2 },
        ]);
        await timeline.append([event("two")]);
      });
      await failing(({ timeline }) => timeline.clear());
      expect(await look(({ timeline }) => timeline.after(0, {}, 9))).toEqual([
        { id: 3, ...event("two") },
      ]);
    });
  });

  describe(`${name}: copies and staged data`, () => {
    const MANY = 1_000;

    test("a copy has everything of one moment, and replaces or becomes the data of a company", async () => {
      await change(fill);
      await change(async ({ payments, ledger }) => {
        const ids = Array.from({ length: MANY }, (_, index) => `many ${index}`);
        await payments.insert(...ids.map((id) => payment(id)));
        await ledger.post(...ids.map((id) => posting(id, 1)));
      });
      const before = await change(everything);
      const copy = await store.copyCompany(ANA);
      expect(copy?.company).toEqual(company(ANA));
      await change(changeEverything);
      const staged = await store.stageData(BIA);
      await writeCopy(copy, staged);
      const added = await store.stageData("carla");
      await writeCopy(copy, added);
      await copy?.close();
      const kept = await store.transaction(BIA, everything);
      expect(kept.payments).toEqual([]);
      const replace = (data: CompanyData) => data.replaceBy(staged);
      const undone = store.transaction(BIA, async (data) => {
        await replace(data);
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
      expect(await store.transaction(BIA, everything)).toEqual(kept);
      await store.transaction(BIA, replace);
      await store.sharedTransaction(({ companies }) => companies.insert(company("carla"), added));
      for (const each of [staged, added]) await each.discard();
      const ofAna = { ...before, events: kept.events, snapshots: [], postings: expect.anything() };
      for (const id of [BIA, "carla"]) {
        const filled = await store.transaction(id, everything);
        expect(filled).toEqual(ofAna);
        expect(bySubject(filled.postings)).toEqual(bySubject(before.postings));
        const failed = store.transaction(id, async (data) => {
          await changeEverything(data);
          throw new Error("undo");
        });
        await expect(failed).rejects.toThrow("undo");
        expect(await store.transaction(id, everything)).toEqual(filled);
        await store.transaction(id, changeEverything);
      }
    });

    test("copies that nobody reads any further keep nothing waiting, and show their moment", async () => {
      await change(fill);
      const before = await look(paymentIds);
      const copies = await Promise.all(Array.from({ length: 12 }, () => store.copyCompany(ANA)));
      await change(({ payments }) => payments.insert(payment("later")));
      expect(await look(paymentIds)).toEqual(["later", ...before]);
      for (const copy of copies) {
        const ids: string[] = [];
        for await (const payments of copy?.records("payments") ?? [])
          ids.unshift(...payments.map(({ id }) => id).toReversed());
        expect(ids).toEqual(before);
      }
      await Promise.all(copies.map((copy) => copy?.close()));
    });

    test("a copy is read in parts that do not grow with its records", async () => {
      const large = (id: string) => payment(id, { reference: "x".repeat(400_000) });
      const ids = Array.from({ length: 7 }, (_, index) => `${index}`);
      await change(({ payments }) => payments.insert(...ids.map(large)));
      const copy = await store.copyCompany(ANA);
      const parts: string[][] = [];
      for await (const part of copy?.records("payments") ?? [])
        parts.push(part.map(({ id }) => id));
      await copy?.close();
      expect(parts.flat()).toEqual(ids);
      // What is in memory already takes no more there.
      if (!name.includes("memory")) expect(parts.map(({ length }) => length)).toEqual([3, 3, 1]);
    });

    test("staged data that are discarded, or whose write fails, change nothing", async () => {
      await change(fill);
      const before = await change(everything);
      expect(await store.copyCompany("nobody")).toBeUndefined();
      const staged = await store.stageData(ANA);
      await staged.write(({ payments }) => payments.insert(payment("one")));
      const twice = staged.write(async ({ payments }) => {
        await payments.insert(payment("two"));
        await payments.insert(payment("one"));
      });
      await expect(twice).rejects.toThrow();
      await staged.discard();
      expect(await change(everything)).toEqual(before);
      const again = await store.stageData(ANA);
      await again.write(({ payments }) => payments.insert(payment("two")));
      await change((data) => data.replaceBy(again));
      expect(await look(paymentIds)).toEqual(["two"]);
    });
  });

  describe(`${name}: snapshots and clearing`, () => {
    test("the latest snapshots are kept, with their companies", async () => {
      const names = Array.from({ length: MAX_SNAPSHOTS + 1 }, (_, index) => `snapshot ${index}`);
      await change(async ({ snapshots }) => {
        for (const each of names) await snapshots.add(snapshot(each), oddCompany(each));
      });
      expect(await look(({ snapshots }) => snapshots.list())).toEqual(
        names.slice(1).toReversed().map(snapshot),
      );
      for (const [index, each] of names.entries())
        expect(await change(({ snapshots }) => snapshots.restore(each))).toEqual(
          index === 0 ? undefined : oddCompany(each),
        );
    });

    test("a restore replaces everything but the timeline and the snapshots, any number of times", async () => {
      await change(fill);
      const { events: _, snapshots, ...before } = await change(everything);
      for (let round = 0; round < 2; round++) {
        await change(async (data) => {
          await changeEverything({
            ...data,
            snapshots: { ...data.snapshots, add: async () => {} },
          });
        });
        const { events, ...changed } = await change(everything);
        await failing((data) => data.snapshots.restore("kept"));
        expect(await change(everything)).toEqual({ ...changed, events });
        await change((data) => data.snapshots.restore("kept"));
        expect(await change(everything)).toEqual({ ...before, events, snapshots });
      }
      expect(await store.transaction(BIA, everything)).toMatchObject({ payments: [], received: 0 });
    });

    test("what is added to restored data comes after it", async () => {
      await change(fill);
      await change(({ snapshots }) => snapshots.restore("kept"));
      await change(async (data) => {
        await data.payments.insert(payment("new"));
        await data.ledger.post(posting("new", 1));
        await data.jobQueue.add([job("new", TIME)]);
      });
      await look(async (data) => {
        expect(await paymentIds(data)).toEqual(["new", "three", "two", "one"]);
        expect((await data.ledger.postings()).at(-1)?.subject).toBe("new");
        expect(
          (await data.jobQueue.all()).map((each) => "paymentId" in each && each.paymentId),
        ).toEqual(["one", "new", "two"]);
      });
    });

    test("clearing leaves only the company, the timeline and the snapshots, and what follows begins anew", async () => {
      const empty = await change(everything);
      await change(fill);
      const full = await change(everything);
      const { events, snapshots } = full;
      await change(({ outbox }) =>
        outbox.claim({ dueBy: TIME, lease: { from: 0, until: 1e15 }, limit: 9 }),
      );
      await change((data) => data.clear());
      expect(await change(everything)).toEqual({ ...empty, events, snapshots });
      expect(await savedCompany(ANA)).toEqual(company(ANA));
      await change(addRecords);
      expect(await change(everything)).toEqual(full);
    });
  });
}

/** Reads a copy in parts, and writes what it holds elsewhere. */
async function writeCopy(copy: CompanyCopy | undefined, staged: StagedData): Promise<void> {
  if (!copy) throw new Error("There is no copy.");
  for (const kind of kinds)
    for await (const records of copy.records(kind))
      await staged.write((data) => (data[kind] as Collection<Kind>).insert(...records));
  for await (const postings of copy.postings())
    await staged.write(({ ledger }) => ledger.post(...postings));
  for await (const jobs of copy.jobs()) await staged.write(({ jobQueue }) => jobQueue.add(jobs));
}

/** Adds something of everything that a company has. */
async function fill(data: CompanyData): Promise<void> {
  await addRecords(data);
  await data.timeline.append([event("one")]);
  await data.snapshots.add(snapshot("kept"), oddCompany("kept"));
}

/** Adds what a company has until it is cleared. */
async function addRecords({ payments, postbacks, ledger, jobQueue }: CompanyData): Promise<void> {
  for (const id of ["one", "two", "three"]) await payments.insert(payment(id));
  await postbacks.insert(postback("first", "one"));
  await postbacks.insert(postback("second", "one", TIME - 1));
  await ledger.post(posting("one", 100));
  await jobQueue.add([job("one"), job("two", TIME + 1)]);
}

/** Makes a change of every kind to what `fill` has added. */
async function changeEverything(data: CompanyData): Promise<void> {
  const postbackUrl = "https://shop.example/?pedido=second";
  await data.payments.update(payment("two", { status: "PAID", postbackUrl }));
  await data.payments.delete("one");
  await data.payments.insert(payment("four"));
  await data.postbacks.update(postback("first", "one", TIME, "DELIVERED"));
  await data.postbacks.delete("second");
  await data.postbacks.insert(postback("third", "two"));
  await data.outbox.claim({ dueBy: TIME, lease: { from: 1, until: 50 }, limit: 9 });
  await data.ledger.post(posting("one", -100, { event: "refund" }));
  await data.ledger.post(posting("four", 7));
  await data.jobQueue.takeDue(TIME);
  await data.jobQueue.add([job("three", TIME - 5)]);
  await data.timeline.append([event("two"), event("three")]);
  await data.snapshots.add(snapshot("added"), oddCompany("added"));
}

/** All that a company has, in a form that can be compared. */
async function everything(data: CompanyData) {
  const { resources, total } = await data.timeline.page({}, { page: 1, limit: 100 });
  return {
    payments: await data.payments.find({}),
    listed: (await data.payments.page({}, { page: 1, limit: 9 })).resources,
    pending: await data.payments.find({ status: "PENDING" }),
    paid: await data.payments.find({ status: "PAID" }),
    payment: await data.payments.get("one"),
    latest: await data.payments.latestIds(2),
    counts: [await data.payments.nextNumber(), await data.recordCount()],
    postbacks: await data.postbacks.find({}),
    first: await data.outbox.first("one"),
    overdue: await data.outbox.overdue(TIME + 1),
    nextDueAt: await data.outbox.nextDueAt({ freeAt: 0 }),
    postings: (await data.ledger.postings()).map(({ entries, ...each }) => ({ ...each, entries })),
    entries: (await data.ledger.entriesOf("one")).length,
    sums: (await data.ledger.daySums({})).filter(({ amount }) => amount !== 0),
    received: await data.ledger.received(),
    jobs: await data.jobQueue.all(),
    events: [resources, total, await data.timeline.totals(), await data.timeline.lastId()],
    snapshots: await data.snapshots.list(),
  };
}

/** The ids of the postbacks that are claimed now, with a lease that has then run out. */
async function claimed({ outbox }: Pick<CompanyData, "outbox">, dueBy = TIME, limit = 9) {
  return idsOf(await outbox.claim({ dueBy, lease: { from: 0, until: 1 }, limit }));
}

async function paymentIds({ payments }: CompanyData, filters = {}): Promise<string[]> {
  return idsOf(await payments.find(filters));
}

function idsOf<Id>(records: { id: Id }[]): Id[] {
  return records.map(({ id }) => id);
}

function bySubject(postings: Posting[]): Posting[] {
  return postings.toSorted((one, other) => one.subject.localeCompare(other.subject));
}

function oddCompany(id: string): Company {
  return { ...company(id), ...{ oddities } };
}

export function company(id: string): Company {
  return {
    id,
    createdAt: 0,
    authorized: true,
    checkTaxIds: false,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    clock: { ahead: 0 },
    faults: [],
    receiver: "accept",
    drawCount: 0,
    tokens: 0,
    holdsExamples: false,
    snapshotCount: 0,
    generation: 0,
  };
}

/** A record of any kind, with a value where a filter looks. */
function recordWith(
  id: string,
  filter: string,
  target: FilterTarget,
  value: unknown,
): Records[Kind] {
  const field = { [filter]: value };
  const required = { status: "DELIVERED", paymentMethod: "pix", splits: [] };
  const inList = typeof target === "object" && { [target.list]: [field, field] };
  const resource = { ...required, id, oddities, ...inList, ...(target === "resource" && field) };
  return { id, due: TIME, oddities, ...(target === "internal" && field), resource } as never;
}

export function payment(id: string, resource: object = {}, customerId = "maria"): PaymentRecord {
  const base = { id, status: "PENDING", paymentMethod: "pix", amount: 4990 };
  return {
    id,
    customerId,
    subscriptionId: null,
    anticipated: false,
    resource: { ...base, postbackUrl: `https://shop.example/?pedido=${id}`, ...resource } as never,
  };
}

function subscription(id: string, subaccountIds: string[], customerId = ""): SubscriptionRecord {
  const splits = subaccountIds.map((subaccountId) => ({ subaccountId }));
  return { id, billing: {} as never, resource: { id, splits, customerId } as never };
}

export function postback(
  id: string,
  resourceId: string,
  due = TIME,
  status: PostbackRecord["resource"]["status"] = "PENDING",
): PostbackRecord {
  const resource = { eventId: id, type: "payment", resourceId, status } as never;
  return { id, due, attemptCount: 0, hasArrived: false, body: {} as never, resource };
}

export function snapshot(snapshotId: string): Snapshot {
  return { snapshotId, createdAt: "2026-03-02T12:00:00.000Z" };
}

/** Money that a buyer pays, of which an owner gets all. */
export function posting(
  subject: string,
  amount: number,
  { event = "sale" as LedgerEvent, owner = subject, on = DAY } = {},
): Posting {
  return {
    subject,
    event,
    entries: [
      { account: "buyers", owner, on, amount: -amount },
      { account: "available", owner, on, amount },
    ],
  };
}

export function job(paymentId: string, dueAt = TIME): Job {
  return { kind: "payment", paymentId, dueAt, status: "CANCELED" };
}

export function event(resourceId: string): NewEvent {
  return {
    type: "status.changed",
    at: "2026-03-02T12:00:00.000Z",
    cause: { type: "job", requestId: null },
    resource: { type: "payment", id: resourceId },
    data: { from: null, to: "PENDING" },
  };
}
