import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import { type Entry, MAX_TOTAL_RECEIVED } from "../../../src/sandbox/domain/ledger-balances.ts";
import { type FilterTarget, filterTargets, kinds } from "../../../src/sandbox/store/filters.ts";
import type {
  CardRecord,
  Company,
  Job,
  NewEvent,
  PaymentRecord,
  PostbackRecord,
  SubscriptionRecord,
} from "../../../src/sandbox/store/records.ts";
import {
  type CompanyData,
  MAX_EVENTS,
  MAX_SNAPSHOTS,
  type Settings,
  type Store,
} from "../../../src/sandbox/store/store.ts";
import { parsed } from "../../../src/sandbox/store/unparsed-json.ts";

/** Every filter of every kind of record, and what it compares. */
const allFilters = kinds.flatMap((kind) =>
  Object.entries<FilterTarget>(filterTargets[kind]).map(([filter, target]) => ({
    ...{ kind, filter, target },
  })),
);

/** The fields of a resource that every payment and every subscription has. */
const REQUIRED = { status: "DELIVERED", paymentMethod: "pix", splits: [] };

const ANA = "ana";
const BIA = "bia";
const TIME = Date.parse("2026-03-02T12:00:00Z");

/** Tests what the comments of `Store` promise. `open` opens an empty store. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  let store: Store;

  beforeEach(async () => {
    store = await open();
    await store.sharedTransaction(async ({ companies }) => {
      await companies.insert(company(ANA));
      await companies.insert(company(BIA));
    });
  });
  afterEach(() => store.close());

  const change = <Result>(work: (data: CompanyData) => Promise<Result>) =>
    store.transaction(ANA, work);
  const look = <Result>(work: (data: CompanyData) => Promise<Result>) => store.read(ANA, work);
  const failing = (work: (data: CompanyData) => Promise<unknown>) =>
    expect(
      change(async (data) => {
        await work(data);
        throw new Error("undo");
      }),
    ).rejects.toThrow("undo");
  const paymentIds = (data: CompanyData, filters = {}) =>
    data.payments.find(filters).then((records) => records.map(({ id }) => id));

  describe(`${name}: settings and companies`, () => {
    const settings: Settings = {
      ...{ id: "sandbox", secret: "s", seeded: true, drawCount: 3 },
      ...{ codes: ["code"], endedSessions: [{ id: "session", exp: 1 }] },
    };

    test("settings are missing until they are saved, and then replaced", async () => {
      const get = () => store.sharedTransaction((data) => data.settings.get());
      expect(await get()).toBeUndefined();
      await store.sharedTransaction((data) => data.settings.save(settings));
      await store.sharedTransaction((data) => data.settings.save({ ...settings, drawCount: 4 }));
      expect(await get()).toEqual({ ...settings, drawCount: 4 });
    });

    test("companies are listed oldest first, and an id is taken once", async () => {
      const insert = (id: string) =>
        store.sharedTransaction(({ companies }) => companies.insert(company(id)));
      await insert("aaa");
      await expect(insert(BIA)).rejects.toThrow();
      expect(await store.sharedTransaction(({ companies }) => companies.ids())).toEqual([
        ANA,
        BIA,
        "aaa",
      ]);
    });

    test("a failed shared transaction leaves nothing", async () => {
      const failed = store.sharedTransaction(async (data) => {
        await data.settings.save(settings);
        await data.companies.insert(company("carla"));
        throw new Error("undo");
      });
      await expect(failed).rejects.toThrow("undo");
      await store.sharedTransaction(async (data) => {
        expect(await data.settings.get()).toBeUndefined();
        expect(await data.companies.ids()).toEqual([ANA, BIA]);
      });
      expect(await store.read("carla", (data) => data.company.get())).toBeUndefined();
    });

    test("shared transactions run one after the other", async () => {
      const addOne = () =>
        store.sharedTransaction(async (data) => {
          const { drawCount = 0 } = (await data.settings.get()) ?? {};
          await setTimeout(1);
          await data.settings.save({ ...settings, drawCount: drawCount + 1 });
        });
      await Promise.all(Array.from({ length: 10 }, addOne));
      const saved = await store.sharedTransaction((data) => data.settings.get());
      expect(saved).toMatchObject({ drawCount: 10 });
    });

    test("nobody sees a company before it is committed", async () => {
      const inserting = store.sharedTransaction(async ({ companies }) => {
        await companies.insert(company("carla"));
        expect(await companies.ids()).toContain("carla");
        await setTimeout(20);
        throw new Error("undo");
      });
      // It may fail before the test awaits it.
      inserting.catch(() => {});
      await setTimeout(1);
      expect(await store.read("carla", (data) => data.company.get())).toBeUndefined();
      await expect(inserting).rejects.toThrow("undo");
    });

    test("closing waits for the work in progress, and a second time does nothing", async () => {
      let hasEnded = false;
      const working = change(async (data) => {
        await setTimeout(20);
        await data.payments.insert(payment("one"));
        hasEnded = true;
      });
      await store.close();
      expect(hasEnded).toBe(true);
      await working;
      await store.close();
    });

    test("saving a company that does not exist does nothing", async () => {
      await store.transaction("nobody", (data) => data.company.save(company("nobody")));
      expect(await store.read("nobody", (data) => data.company.get())).toBeUndefined();
    });

    test("a company is saved, undone, and unknown companies have no data", async () => {
      const changed = { ...company(ANA), feeFixed: 39 };
      await failing((data) => data.company.save(changed));
      expect(await look((data) => data.company.get())).toEqual(company(ANA));
      await change((data) => data.company.save(changed));
      expect(await look((data) => data.company.get())).toEqual(changed);
      expect(await store.read("nobody", (data) => data.company.get())).toBeUndefined();
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
      expect(await look((data) => data.company.get())).toMatchObject({ drawCount: 20 });
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    });

    test("a read sees nothing of a transaction in progress, and nothing of a failed one", async () => {
      const failed = failing(async (data) => {
        await data.payments.insert(payment("one"));
        await setTimeout(20);
      });
      await setTimeout(1);
      expect(await look((data) => paymentIds(data))).toEqual([]);
      await failed;
      expect(await look((data) => paymentIds(data))).toEqual([]);
    });

    test("a transaction sees its own changes", async () => {
      await change(async (data) => {
        await data.payments.insert(payment("one"));
        expect(await paymentIds(data)).toEqual(["one"]);
        await data.payments.delete("one");
        expect(await data.payments.get("one")).toBeUndefined();
      });
    });

    test("companies see nothing of each other", async () => {
      await change(async (data) => {
        await data.payments.insert(payment("one"));
        await data.postbacks.insert(postback("event", "one", TIME));
        await data.ledger.post({ subject: "one", event: "sale", entries: entries("one", 100) });
        await data.jobQueue.add([job("one", TIME)]);
        await data.timeline.append([event("one")]);
        await data.snapshots.add(snapshot("snapshot"), {});
      });
      await store.transaction(BIA, async (data) => {
        expect(await data.payments.get("one")).toBeUndefined();
        expect(await paymentIds(data)).toEqual([]);
        expect(await data.payments.nextNumber()).toBe(1);
        expect(await claimed(data)).toEqual([]);
        expect(await data.ledger.daySums({})).toEqual([]);
        expect(await data.ledger.received()).toBe(0);
        expect(await data.jobQueue.takeDue(TIME)).toBeUndefined();
        expect(await data.timeline.lastId()).toBe(0);
        expect(await data.snapshots.get("snapshot")).toBeUndefined();
        expect(await data.snapshots.list()).toEqual([]);
        await data.clear();
      });
      expect(await look((data) => paymentIds(data))).toEqual(["one"]);
    });

    test("a slow transaction of one company ends, and so does one of another", async () => {
      const slow = change(async (data) => {
        await setTimeout(20);
        await data.payments.insert(payment("slow"));
      });
      await store.transaction(BIA, (data) => data.payments.insert(payment("quick")));
      await slow;
      expect(await look((data) => paymentIds(data))).toEqual(["slow"]);
    });
  });

  describe(`${name}: atomicity`, () => {
    test("a call that fails changes nothing, and its transaction goes on", async () => {
      await change(async (data) => {
        await data.payments.insert(payment("one"));
        const again = data.payments.insert(payment("one", { status: "PAID" }));
        await expect(again).rejects.toThrow();
        await data.payments.insert(payment("two"));
      });
      await look(async (data) => {
        expect(await paymentIds(data)).toEqual(["two", "one"]);
        expect(await paymentIds(data, { status: "PAID" })).toEqual([]);
      });
    });

    test("a transaction rejects with the error of its work", async () => {
      const error = new Error("mine");
      const rejected = change(() => Promise.reject(error));
      await expect(rejected).rejects.toBe(error);
    });

    test("all that a read sees belongs to one point in time", async () => {
      const reading = look(async (data) => {
        const before = await paymentIds(data);
        await setTimeout(20);
        return [before, await paymentIds(data)];
      });
      await setTimeout(1);
      await change((data) => data.payments.insert(payment("one")));
      expect(await reading).toEqual([[], []]);
    });

    test("a failed transaction undoes every kind of change", async () => {
      await change(async (data) => {
        for (const id of ["one", "two", "three"]) await data.payments.insert(payment(id));
        await data.postbacks.insert(postback("first", "one", TIME));
        await data.postbacks.insert(postback("second", "one", TIME - 1));
        await data.ledger.post({ subject: "one", event: "sale", entries: entries("one", 100) });
        await data.jobQueue.add([job("one", TIME), job("two", TIME + 1)]);
        await data.timeline.append([event("one")]);
        await data.snapshots.add(snapshot("kept"), { name: "kept" });
      });
      const before = await change(everything);
      await failing(async (data) => {
        await data.payments.update(payment("two", { status: "PAID" }));
        await data.payments.delete("one");
        await data.payments.insert(payment("four"));
        await data.postbacks.update(postback("first", "one", TIME, "DELIVERED"));
        await data.postbacks.delete("second");
        await data.outbox.claim({ dueBy: TIME, lease: { from: 1, until: 50 }, limit: 9 });
        await data.ledger.post({ subject: "one", event: "refund", entries: entries("one", -100) });
        await data.ledger.post({ subject: "four", event: "sale", entries: entries("four", 7) });
        await data.jobQueue.takeDue(TIME);
        await data.jobQueue.add([job("three", TIME - 5)]);
        await data.timeline.append([event("two"), event("three")]);
        await data.snapshots.add(snapshot("undone"), {});
      });
      expect(await change(everything)).toEqual(before);
      await failing((data) => data.clear());
      expect(await change(everything)).toEqual(before);
    });

    test("what follows a failed transaction works as if it had not been", async () => {
      await failing(async (data) => {
        await data.payments.insert(payment("one"));
        await data.jobQueue.add([job("one", TIME)]);
        await data.timeline.append([event("one")]);
      });
      await change(async (data) => {
        await data.payments.insert(payment("one", { status: "PAID" }));
        await data.jobQueue.add([job("two", TIME)]);
        await data.timeline.append([event("two")]);
      });
      await change(async (data) => {
        expect((await data.payments.get("one"))?.resource.status).toBe("PAID");
        expect(await data.jobQueue.takeDue(TIME)).toEqual(job("two", TIME));
        expect(await data.jobQueue.takeDue(TIME)).toBeUndefined();
        expect(await data.timeline.after(0, {}, 9)).toMatchObject([{ id: 1, ...event("two") }]);
      });
    });
  });

  describe(`${name}: collections`, () => {
    test("a record is returned as it was stored, and the latest update counts", async () => {
      const record = payment("one", { amount: 1 });
      await change((data) => data.payments.insert(record));
      expect(await look((data) => data.payments.get("one"))).toEqual(record);
      const changed = payment("one", { amount: 2, status: "PAID" });
      await change((data) => data.payments.update(changed));
      expect(await look((data) => data.payments.get("one"))).toEqual(changed);
      expect(await look((data) => data.payments.get("two"))).toBeUndefined();
    });

    test("an id is taken once, and may be used again after a deletion", async () => {
      await change((data) => data.payments.insert(payment("one")));
      await expect(change((data) => data.payments.insert(payment("one")))).rejects.toThrow();
      await change((data) => data.payments.delete("one"));
      await change((data) => data.payments.insert(payment("one")));
      expect(await look((data) => paymentIds(data))).toEqual(["one"]);
    });

    test("updating or deleting a missing record does nothing", async () => {
      await change(async (data) => {
        await data.payments.update(payment("none"));
        await data.payments.delete("none");
      });
      expect(await look((data) => paymentIds(data))).toEqual([]);
    });

    test("records are found newest first, also after an update", async () => {
      await change(async (data) => {
        for (const id of ["b", "c", "a"]) await data.payments.insert(payment(id));
        await data.payments.update(payment("b", { status: "PAID" }));
      });
      expect(await look((data) => paymentIds(data))).toEqual(["a", "c", "b"]);
    });

    test("a thousand records and more are all found, and have pages", async () => {
      const count = 1_001;
      await change(async (data) => {
        for (let index = 0; index < count; index++) await data.payments.insert(payment(`${index}`));
      });
      await look(async (data) => {
        expect((await paymentIds(data)).map(Number)).toEqual(
          Array.from({ length: count }, (_, index) => count - 1 - index),
        );
        for (const page of [4, 8]) {
          const { resources, total } = await data.payments.page({}, { page, limit: 100 });
          const first = count - 1 - (page - 1) * 100;
          expect([total, parsed(resources)[0]]).toMatchObject([count, { id: `${first}` }]);
        }
      });
    });

    test("filters compare the resource, internal fields and the items of a list", async () => {
      await change(async (data) => {
        await data.payments.insert(payment("one", { status: "PAID", amount: 5 }));
        await data.payments.insert(payment("two", { status: "PAID", amount: 7 }, "carla"));
        await data.payments.insert(payment("three", { status: "FAILED", amount: 7 }));
        await data.cards.insert(card("card", "carla"));
        await data.subscriptions.insert(subscription("first", ["x", "y", "y"]));
        await data.subscriptions.insert(subscription("second", []));
      });
      await look(async (data) => {
        expect(await paymentIds(data, { status: "PAID" })).toEqual(["two", "one"]);
        expect(await paymentIds(data, { status: "PAID", amount: 7 })).toEqual(["two"]);
        expect(await paymentIds(data, { customerId: "carla" })).toEqual(["two"]);
        expect(await paymentIds(data, { status: "PAID", customerId: undefined })).toHaveLength(2);
        expect(await paymentIds(data, { status: "CANCELED" })).toEqual([]);
        expect(await data.cards.find({ customerId: "carla" })).toHaveLength(1);
        const bySubaccount = (subaccountId: string) =>
          data.subscriptions.find({ subaccountId }).then((found) => found.map(({ id }) => id));
        expect(await bySubaccount("y")).toEqual(["first"]);
        expect(await bySubaccount("z")).toEqual([]);
      });
    });

    test.each(allFilters)("$kind can be filtered by $filter", async ({ kind, filter, target }) => {
      const withValue = (id: string, value: string) => {
        const fields = { [filter]: value };
        const list = typeof target === "object" ? { [target.list]: [fields] } : {};
        const inResource = target === "resource" ? fields : list;
        const inRecord = target === "internal" ? fields : {};
        return {
          id,
          due: TIME,
          ...inRecord,
          resource: { ...REQUIRED, id, ...inResource },
        } as never;
      };
      await change(async (data) => {
        await data[kind].insert(withValue("one", "x"));
        await data[kind].insert(withValue("two", "y"));
      });
      await look(async (data) => {
        const found = async (value: string) => {
          const filters = { [filter]: value };
          const { resources, total } = await data[kind].page(filters, { page: 1, limit: 9 });
          expect(parsed(resources as never)).toHaveLength(total);
          return (await data[kind].find(filters)).map(({ id }) => id);
        };
        expect([await found("x"), await found("y"), await found("z")]).toEqual([
          ["one"],
          ["two"],
          [],
        ]);
      });
    });

    test("a field that is undefined counts as absent", async () => {
      const record = payment("one", { reference: undefined });
      await change((data) => data.payments.insert(record));
      const stored = await look((data) => data.payments.get("one"));
      expect(JSON.parse(JSON.stringify(stored))).toEqual(JSON.parse(JSON.stringify(record)));
    });

    test("a filter follows updates, deletions and their undoing", async () => {
      await change(async (data) => {
        for (const id of ["one", "two", "three"]) await data.payments.insert(payment(id));
        await data.payments.update(payment("two", { status: "PAID" }));
      });
      await failing(async (data) => {
        await data.payments.update(payment("three", { status: "PAID" }));
        await data.payments.delete("two");
      });
      await look(async (data) => {
        expect(await paymentIds(data, { status: "PAID" })).toEqual(["two"]);
        expect(await paymentIds(data, { status: "PENDING" })).toEqual(["three", "one"]);
      });
    });

    test("pages begin with the newest, and count all matches", async () => {
      await change(async (data) => {
        for (let index = 1; index <= 7; index++) {
          const status = index % 2 ? "PAID" : "FAILED";
          await data.payments.insert(payment(`p${index}`, { status }));
        }
        await data.payments.delete("p3");
      });
      await look(async (data) => {
        const page = async (number: number, limit: number, filters = {}) => {
          const { resources, total } = await data.payments.page(filters, { page: number, limit });
          return [total, ...parsed(resources).map(({ id }) => id)];
        };
        expect(await page(1, 2)).toEqual([6, "p7", "p6"]);
        expect(await page(2, 2)).toEqual([6, "p5", "p4"]);
        expect(await page(2, 4)).toEqual([6, "p2", "p1"]);
        expect(await page(3, 2)).toEqual([6, "p2", "p1"]);
        expect(await page(4, 2)).toEqual([6]);
        expect(await page(99_999_999, 100)).toEqual([6]);
        expect(await page(1, 2, { status: "PAID" })).toEqual([3, "p7", "p5"]);
        expect(await page(2, 2, { status: "PAID" })).toEqual([3, "p1"]);
        expect(await page(1, 9, { status: "PAID", amount: 1 })).toEqual([0]);
      });
    });

    test("all records are counted, until they are deleted", async () => {
      await change(async (data) => {
        expect(await data.recordCount()).toBe(0);
        for (const id of ["one", "two"]) await data.payments.insert(payment(id));
        await data.postbacks.insert(postback("event", "one", TIME));
        await data.payments.update(payment("one", { status: "PAID" }));
        expect(await data.recordCount()).toBe(3);
        expect(await data.payments.nextNumber()).toBe(3);
        await data.payments.delete("two");
      });
      await failing((data) => data.payments.insert(payment("three")));
      expect(await look((data) => data.recordCount())).toBe(2);
      await change((data) => data.clear());
      expect(await look((data) => data.recordCount())).toBe(0);
    });
  });

  describe(`${name}: ledger`, () => {
    const sale = entries("one", 100);

    test("entries are returned with their event, in the order of the events", async () => {
      await change(async ({ ledger }) => {
        await ledger.post({ subject: "one", event: "sale", entries: sale });
        await ledger.post({ subject: "two", event: "sale", entries: entries("two", 5) });
        await ledger.post({ subject: "one", event: "refund", entries: entries("one", -100) });
      });
      await look(async ({ ledger }) => {
        const posted = await ledger.entriesOf("one");
        expect(posted.map((each) => each.event)).toEqual(["sale", "sale", "refund", "refund"]);
        expect(posted.slice(0, 2)).toEqual(
          expect.arrayContaining(sale.map((entry) => ({ event: "sale", ...entry }))),
        );
        expect(await ledger.entriesOf("none")).toEqual([]);
        expect((await ledger.postings()).map(({ subject, event }) => [subject, event])).toEqual([
          ["one", "sale"],
          ["two", "sale"],
          ["one", "refund"],
        ]);
      });
    });

    test("sums are kept per account, owner and day", async () => {
      await change(async ({ ledger }) => {
        await ledger.post({ subject: "three", event: "sale", entries: entries("sub", 5) });
        await ledger.post({ subject: "one", event: "sale", entries: entries("", 100) });
        await ledger.post({ subject: "two", event: "sale", entries: entries("", 7) });
        const other = entries("", 1).map((entry) => ({ ...entry, on: "2026-01-31" }));
        await ledger.post({ subject: "four", event: "sale", entries: other });
      });
      await look(async ({ ledger }) => {
        const on = "2026-03-02";
        expect(await ledger.daySums({ account: "available" })).toEqual([
          { account: "available", owner: "", on: "2026-01-31", amount: 1 },
          { account: "available", owner: "", on, amount: 107 },
          { account: "available", owner: "sub", on, amount: 5 },
        ]);
        expect(await ledger.daySums({ account: "available", owner: "sub" })).toHaveLength(1);
        expect(await ledger.daySums({ account: "available", owner: "" })).toHaveLength(2);
        expect((await ledger.daySums({})).map(({ account }) => account)).toEqual([
          ...["available", "available", "available"],
          ...["buyers", "buyers", "buyers"],
        ]);
        expect(await ledger.received()).toBe(113);
      });
    });

    test("the first entries of the account available on a day of an owner are told", async () => {
      const first = async (subject: string, owner: string, amount: number) =>
        (
          await change(({ ledger }) =>
            ledger.post({ subject, event: "sale", entries: entries(owner, amount) }),
          )
        ).map(({ owner, on }) => ({ owner, on }));
      const on = "2026-03-02";
      expect(await first("one", "sub", 100)).toEqual([{ owner: "sub", on }]);
      expect(await first("two", "sub", -100)).toEqual([]);
      await failing(({ ledger }) =>
        ledger.post({ subject: "three", event: "sale", entries: entries("", 5) }),
      );
      expect(await first("three", "", 5)).toEqual([{ owner: "", on }]);
      expect(await first("four", "sub", 7)).toEqual([]);
      await look(async ({ ledger }) => {
        expect(await ledger.availableOn({ owner: "sub", on })).toBe(7);
        expect(await ledger.availableOn({ owner: "", on })).toBe(5);
        expect(await ledger.availableOn({ owner: "", on: "2026-03-03" })).toBe(0);
      });
    });

    test("sums are exact numbers up to what a company can receive", async () => {
      const half = (MAX_TOTAL_RECEIVED - 1) / 2;
      await change(async ({ ledger }) => {
        await ledger.post({ subject: "one", event: "sale", entries: entries("", half) });
        await ledger.post({ subject: "two", event: "sale", entries: entries("", half + 1) });
        expect(await ledger.received()).toBe(MAX_TOTAL_RECEIVED);
        expect(await ledger.daySums({ account: "available" })).toMatchObject([
          { amount: MAX_TOTAL_RECEIVED },
        ]);
      });
    });

    test("refunds do not reduce what was received", async () => {
      await change(async ({ ledger }) => {
        await ledger.post({ subject: "one", event: "sale", entries: sale });
        await ledger.post({ subject: "one", event: "refund", entries: entries("one", -100) });
        expect(await ledger.received()).toBe(100);
      });
    });

    test("entries that do not sum to zero on each day are rejected, and none is written", async () => {
      const [debit, credit] = sale as [Entry, Entry];
      const short = [debit, { ...credit, amount: 99 }];
      const late = [debit, { ...credit, on: "2026-03-03" }];
      await change(async ({ ledger }) => {
        for (const unbalanced of [short, late, [debit]]) {
          const posting = { subject: "one", event: "sale", entries: unbalanced } as const;
          await expect(ledger.post(posting)).rejects.toThrow(
            /^The entries of sale on 2026-03-02 sum to -?\d+, not to zero\.$/,
          );
        }
        expect(await ledger.entriesOf("one")).toEqual([]);
        expect(await ledger.daySums({})).toEqual([]);
      });
    });

    test("an event of a subject is posted once, even with other entries", async () => {
      await change(({ ledger }) => ledger.post({ subject: "one", event: "sale", entries: sale }));
      const other = entries("one", 3).map((entry) => ({ ...entry, on: "2026-05-01" }));
      for (const again of [sale, other]) {
        const posting = { subject: "one", event: "sale", entries: again } as const;
        await expect(change(({ ledger }) => ledger.post(posting))).rejects.toThrow();
      }
      expect(await look(({ ledger }) => ledger.entriesOf("one"))).toHaveLength(2);
    });
  });

  describe(`${name}: jobs`, () => {
    test("the earliest is taken first, and of those due together the oldest", async () => {
      const jobs = [job("c", TIME), job("a", TIME - 1), job("d", TIME), job("late", TIME + 1)];
      await change(({ jobQueue }) => jobQueue.add(jobs));
      const inOrder = [jobs[1], jobs[0], jobs[2], jobs[3]];
      await change(async ({ jobQueue }) => {
        expect(await jobQueue.all()).toEqual(inOrder);
        expect(await jobQueue.nextDueAt()).toBe(TIME - 1);
        for (const expected of inOrder.slice(0, 3)) {
          expect(await jobQueue.takeDue(TIME)).toEqual(expected);
        }
        expect(await jobQueue.takeDue(TIME)).toBeUndefined();
        expect(await jobQueue.nextDueAt()).toBe(TIME + 1);
      });
      await change(async ({ jobQueue }) => {
        expect(await jobQueue.takeDue(TIME + 1)).toEqual(jobs[3]);
        expect(await jobQueue.nextDueAt()).toBeUndefined();
      });
    });

    test("many jobs come in order", async () => {
      const due = Array.from({ length: 500 }, (_, index) => TIME + ((index * 7919) % 101));
      await change(({ jobQueue }) => jobQueue.add(due.map((at, index) => job(`${index}`, at))));
      await change(async ({ jobQueue }) => {
        const taken: number[] = [];
        for (;;) {
          const next = await jobQueue.takeDue(TIME + 1000);
          if (!next) break;
          taken.push(next.dueAt);
        }
        expect(taken).toEqual(due.toSorted((one, other) => one - other));
      });
    });
  });

  describe(`${name}: outbox`, () => {
    test("only the first pending postback of a resource is due, in the order of insertion", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("first", "one", TIME + 5));
        await postbacks.insert(postback("second", "one", TIME));
        await postbacks.insert(postback("other", "two", TIME + 1));
        await postbacks.insert(postback("done", "three", TIME, "DELIVERED"));
        expect(await claimed({ outbox }, TIME + 4)).toEqual(["other"]);
        expect((await outbox.first("one"))?.id).toBe("first");
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

    test("the earliest come first, and of those due together the oldest", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("b", "one", TIME));
        await postbacks.insert(postback("c", "two", TIME - 1));
        await postbacks.insert(postback("a", "three", TIME));
        expect((await outbox.overdue(TIME)).map(({ id }) => id)).toEqual(["c"]);
        expect((await outbox.overdue(TIME + 1)).map(({ id }) => id)).toEqual(["c", "b", "a"]);
        expect(await claimed({ outbox }, TIME, 2)).toEqual(["c", "b"]);
        expect(await claimed({ outbox }, TIME, 2)).toEqual(["a"]);
      });
    });

    test("a claimed line is skipped until its lease has run out or ends", async () => {
      const claimAt = (from: number) =>
        change(({ outbox }) =>
          outbox
            .claim({ dueBy: TIME, lease: { from, until: from + 100 }, limit: 9 })
            .then((records) => records.map(({ id }) => id)),
        );
      await change(async ({ postbacks }) => {
        await postbacks.insert(postback("first", "one", TIME));
        await postbacks.insert(postback("second", "one", TIME));
      });
      expect(await claimAt(1000)).toEqual(["first"]);
      expect(await claimAt(1099)).toEqual([]);
      expect(await look(({ outbox }) => outbox.nextDueAt({ freeAt: 1099 }))).toBeUndefined();
      expect(await look(({ outbox }) => outbox.nextDueAt())).toBe(TIME);
      expect(await look(({ outbox }) => outbox.nextDueAt({ freeAt: 1100 }))).toBe(TIME);
      expect(await claimAt(1100)).toEqual(["first"]);
      // The lease is the line's: it also keeps the next postback back.
      await change(({ postbacks }) =>
        postbacks.update(postback("first", "one", TIME, "DELIVERED")),
      );
      expect(await claimAt(1150)).toEqual([]);
      await look(async ({ outbox }) => {
        expect((await outbox.first("one"))?.id).toBe("second");
        expect((await outbox.overdue(TIME + 1)).map(({ id }) => id)).toEqual(["second"]);
      });
      // The lease that has run out is no longer its claimant's to end.
      const expired = { from: 1000, until: 1100 };
      const current = { from: 1100, until: 1200 };
      expect(await change(({ outbox }) => outbox.release("one", expired))).toBe(false);
      expect(await claimAt(1150)).toEqual([]);
      expect(await change(({ outbox }) => outbox.release("one", current))).toBe(true);
      expect(await claimAt(1150)).toEqual(["second"]);
      const latest = { from: 1150, until: 1250 };
      await failing(({ outbox }) => outbox.release("one", latest));
      expect(await claimAt(1151)).toEqual([]);
      expect(await change(({ outbox }) => outbox.release("unknown", latest))).toBe(false);
    });

    test("lines that are due before a time can be left out", async () => {
      const lease = { from: 1, until: 9 };
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("overdue", "one", TIME - 1));
        await postbacks.insert(postback("due", "two", TIME));
        await postbacks.insert(postback("later", "three", TIME + 1));
        expect(await outbox.nextDueAt({ dueFrom: TIME })).toBe(TIME);
        const dueNow = await outbox.claim({ dueFrom: TIME, dueBy: TIME, lease, limit: 9 });
        expect(dueNow.map(({ id }) => id)).toEqual(["due"]);
        expect(await outbox.nextDueAt({ dueFrom: TIME, freeAt: 1 })).toBe(TIME + 1);
        expect(await outbox.nextDueAt({ dueFrom: TIME + 2 })).toBeUndefined();
        const all = await outbox.claim({ dueBy: TIME, lease, limit: 9 });
        expect(all.map(({ id }) => id)).toEqual(["overdue"]);
      });
    });

    test("a line keeps its lease when it becomes empty", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("first", "one", TIME));
        await outbox.claim({ dueBy: TIME, lease: { from: 1, until: 9 }, limit: 9 });
        await postbacks.delete("first");
        await postbacks.insert(postback("second", "one", TIME));
      });
      expect(await change((data) => claimed(data))).toEqual([]);
    });

    test("only the first of a line decides when it is due", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("first", "one", TIME + 5));
        await postbacks.insert(postback("second", "one", TIME));
        expect(await outbox.nextDueAt({ freeAt: 0 })).toBe(TIME + 5);
      });
    });

    test("a failed delivery leaves its postback and its lease", async () => {
      await change(async ({ postbacks, outbox }) => {
        await postbacks.insert(postback("first", "one", TIME));
        await outbox.claim({ dueBy: TIME, lease: { from: 1, until: 9 }, limit: 9 });
      });
      await failing(async ({ postbacks, outbox }) => {
        await outbox.release("one", { from: 1, until: 9 });
        await postbacks.update(postback("first", "one", TIME, "DELIVERED"));
      });
      await change(async (data) => {
        expect(await claimed(data)).toEqual([]);
        await data.outbox.release("one", { from: 1, until: 9 });
        expect(await claimed(data)).toEqual(["first"]);
      });
    });

    test("a failed claim claims nothing", async () => {
      await change(({ postbacks }) => postbacks.insert(postback("first", "one", TIME)));
      await failing(({ outbox }) =>
        outbox.claim({ dueBy: TIME, lease: { from: 0, until: 99 }, limit: 9 }),
      );
      expect(await change((data) => claimed(data))).toEqual(["first"]);
    });
  });

  describe(`${name}: timeline`, () => {
    test("events get consecutive ids, and are listed newest first", async () => {
      await change(({ timeline }) => timeline.append([event("one"), event("two")]));
      await change(({ timeline }) => timeline.append([event("three")]));
      await look(async ({ timeline }) => {
        expect(await timeline.lastId()).toBe(3);
        const { resources, total } = await timeline.page({}, { page: 1, limit: 2 });
        expect(parsed(resources)).toEqual([
          { id: 3, ...event("three") },
          { id: 2, ...event("two") },
        ]);
        expect(total).toBe(3);
        expect((await timeline.after(1, {}, 9)).map(({ id }) => id)).toEqual([2, 3]);
        expect((await timeline.after(0, {}, 2)).map(({ id }) => id)).toEqual([1, 2]);
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
        data: { operationId: "payments.list", status: 200 },
      } as unknown as NewEvent;
      const later = {
        ...event("one"),
        at: "2026-03-02T14:00:00.000Z",
        data: { status: 200 },
      } as unknown as NewEvent;
      await change(({ timeline }) => timeline.append([event("one"), request, later]));
      await look(async ({ timeline }) => {
        const ids = async (filters: object) => {
          const { resources } = await timeline.page(filters, { page: 1, limit: 9 });
          return parsed(resources).map(({ id }) => id);
        };
        expect(await ids({ type: "request.completed" })).toEqual([2]);
        expect(await ids({ resourceId: "one" })).toEqual([3, 1]);
        expect(await ids({ requestId: "r1" })).toEqual([2]);
        expect(await ids({ operationId: "payments.list", status: 200 })).toEqual([2]);
        expect(await ids({ status: 200 })).toEqual([2]);
        expect(await ids({ status: 404 })).toEqual([]);
        expect(await ids({ since: "2026-03-02T13:00:00.000Z" })).toEqual([3, 2]);
        expect(await ids({ until: "2026-03-02T13:00:00.000Z" })).toEqual([1]);
        expect(await ids({ after: 1, resourceId: "one" })).toEqual([3]);
        expect(await ids({ type: undefined })).toEqual([3, 2, 1]);
        expect((await timeline.after(1, { resourceId: "one" }, 9)).map(({ id }) => id)).toEqual([
          3,
        ]);
      });
    });

    test("only the latest are kept", async () => {
      const batch = Array.from({ length: 1000 }, () => event("one"));
      for (let count = 0; count <= MAX_EVENTS; count += batch.length) {
        await change(({ timeline }) => timeline.append(batch));
      }
      await look(async ({ timeline }) => {
        const first = 1000 + 1;
        const last = MAX_EVENTS + 1000;
        expect(await timeline.lastId()).toBe(last);
        expect(await timeline.totals()).toEqual({ "status.changed": last });
        const { total, resources } = await timeline.page({}, { page: MAX_EVENTS, limit: 1 });
        expect(total).toBe(MAX_EVENTS);
        expect(parsed(resources)).toMatchObject([{ id: first }]);
        expect(await timeline.after(0, {}, 1)).toMatchObject([{ id: first }]);
        expect(await timeline.after(last - 1, {}, 9)).toMatchObject([{ id: last }]);
      });
    });
  });

  describe(`${name}: snapshots and clearing`, () => {
    test("the latest snapshots are kept", async () => {
      const names = Array.from({ length: MAX_SNAPSHOTS + 1 }, (_, index) => `snapshot ${index}`);
      await change(async ({ snapshots }) => {
        for (const each of names) await snapshots.add(snapshot(each), { name: each });
      });
      await look(async ({ snapshots }) => {
        expect(await snapshots.list()).toEqual(names.slice(1).toReversed().map(snapshot));
        expect(await snapshots.get("snapshot 0")).toBeUndefined();
        for (const each of names.slice(1))
          expect(await snapshots.get(each)).toEqual({ name: each });
      });
    });

    const fill = async (data: CompanyData) => {
      await data.payments.insert(payment("one"));
      await data.postbacks.insert(postback("event", "one", TIME));
      await data.outbox.claim({ dueBy: TIME, lease: { from: 0, until: 1e15 }, limit: 1 });
      await data.ledger.post({ subject: "one", event: "sale", entries: entries("one", 1) });
      await data.jobQueue.add([job("one", TIME)]);
      await data.timeline.append([event("one"), event("one")]);
      await data.snapshots.add(snapshot("kept"), { name: "kept" });
    };

    test("clearing deletes all but the company, the timeline and the snapshots", async () => {
      await change(fill);
      await change((data) => data.clear());
      await change(async (data) => {
        expect(await data.company.get()).toEqual(company(ANA));
        expect(await paymentIds(data)).toEqual([]);
        expect(await data.payments.nextNumber()).toBe(1);
        expect(await data.outbox.first("one")).toBeUndefined();
        expect(await data.ledger.received()).toBe(0);
        expect(await data.ledger.daySums({})).toEqual([]);
        expect(await data.jobQueue.nextDueAt()).toBeUndefined();
        expect(await data.timeline.lastId()).toBe(2);
        expect(await data.timeline.totals()).toEqual({ "status.changed": 2 });
        expect(await data.snapshots.get("kept")).toEqual({ name: "kept" });
      });
    });

    test("what is stored after clearing begins anew", async () => {
      await change(fill);
      await change(async (data) => {
        await data.clear();
        await data.postbacks.insert(postback("event", "one", TIME));
        expect(await claimed(data)).toEqual(["event"]);
        await data.ledger.post({ subject: "one", event: "sale", entries: entries("one", 1) });
        expect(await data.ledger.received()).toBe(1);
      });
    });

    test("a cleared timeline is empty, and its ids and totals go on", async () => {
      await change(fill);
      await change(async ({ timeline }) => {
        const before = [await timeline.lastId(), await timeline.totals()];
        await timeline.clear();
        expect(await timeline.after(0, {}, 9)).toEqual([]);
        expect([await timeline.lastId(), await timeline.totals()]).toEqual(before);
        await timeline.append([event("two")]);
        expect(await timeline.after(0, {}, 9)).toMatchObject([{ id: 3, ...event("two") }]);
      });
      await failing(({ timeline }) => timeline.clear());
      expect(await look(({ timeline }) => timeline.after(0, {}, 9))).toHaveLength(1);
    });
  });
}

/** All that a company has, in a form that can be compared. */
async function everything(data: CompanyData): Promise<unknown> {
  const { resources, total } = await data.timeline.page({}, { page: 1, limit: 100 });
  return {
    payments: await data.payments.find({}),
    pending: await data.payments.find({ status: "PENDING" }),
    paid: await data.payments.find({ status: "PAID" }),
    number: await data.payments.nextNumber(),
    postbacks: await data.postbacks.find({}),
    overdue: await data.outbox.overdue(TIME + 1),
    nextDueAt: await data.outbox.nextDueAt({ freeAt: 0 }),
    postings: await data.ledger.postings(),
    entries: (await data.ledger.entriesOf("one")).length,
    sums: (await data.ledger.daySums({})).filter(({ amount }) => amount !== 0),
    received: await data.ledger.received(),
    jobs: await data.jobQueue.all(),
    events: [parsed(resources), total, await data.timeline.totals(), await data.timeline.lastId()],
    snapshots: [
      await data.snapshots.list(),
      await data.snapshots.get("kept"),
      await data.snapshots.get("undone"),
    ],
  };
}

/** The ids of the postbacks that are claimed now. */
async function claimed({ outbox }: Pick<CompanyData, "outbox">, dueBy = TIME, limit = 9) {
  const records = await outbox.claim({ dueBy, lease: { from: 0, until: 1 }, limit });
  return records.map(({ id }) => id);
}

function company(id: string): Company {
  return {
    id,
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

function payment(id: string, resource: object = {}, customerId = "maria"): PaymentRecord {
  return {
    id,
    customerId,
    subscriptionId: null,
    anticipated: false,
    resource: { id, status: "PENDING", paymentMethod: "pix", ...resource } as never,
  };
}

function card(id: string, customerId: string): CardRecord {
  return { id, outcome: "succeeds", resource: { id, customerId } as never };
}

function subscription(id: string, subaccountIds: string[]): SubscriptionRecord {
  const splits = subaccountIds.map((subaccountId) => ({ subaccountId }));
  return { id, billing: {} as never, resource: { id, splits } as never };
}

function postback(
  id: string,
  resourceId: string,
  due: number,
  status: PostbackRecord["resource"]["status"] = "PENDING",
): PostbackRecord {
  return {
    ...{ id, due, attemptCount: 0, hasArrived: false, body: {} as never },
    resource: { eventId: id, resourceId, status } as never,
  };
}

function job(paymentId: string, dueAt: number): Job {
  return { kind: "payment", paymentId, dueAt, status: "CANCELED" };
}

function snapshot(snapshotId: string): Snapshot {
  return { snapshotId, createdAt: "2026-03-02T12:00:00.000Z" };
}

function event(resourceId: string): NewEvent {
  return {
    type: "status.changed",
    at: "2026-03-02T12:00:00.000Z",
    cause: { type: "job", requestId: null },
    resource: { type: "payment", id: resourceId },
    data: { from: null, to: "PENDING" },
  };
}

function entries(owner: string, amount: number): Entry[] {
  const on = "2026-03-02";
  return [
    { account: "buyers", owner, on, amount: -amount },
    { account: "available", owner, on, amount },
  ];
}
