import { randomUUID } from "node:crypto";
import { Client, type QueryConfig } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { kinds } from "../../src/sandbox/store/filters.ts";
import type { Company } from "../../src/sandbox/store/records.ts";
import type { CompanyData, Store } from "../../src/sandbox/store/store.ts";
import { StoreError } from "../../src/sandbox/store/store-error.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox-node/index.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { selectById } from "../../src/sandbox-node/store/sql/collection.ts";
import { selectForEach } from "../../src/sandbox-node/store/sql/dataset.ts";
import { nameOf } from "../../src/sandbox-node/store/sql/dataset-tables.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { type Reads, readsOf } from "../sandbox/store/payment-lists.ts";
import { company, job, snapshot } from "../sandbox/store/store-conformance.ts";
import { hasPooler, startPooler } from "./pooler.ts";
import { programs } from "./postgres-server.ts";
import { until } from "./sandbox-fleet.ts";
import { openProxy } from "./tcp-proxy.ts";
import { useServer } from "./use-server.ts";

/** Counts the statements of all connections of this process, until the test ends. */
function countStatements(): { statements: number } {
  const sent = { statements: 0 };
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...parameters: never[]) {
    sent.statements += 1;
    return Reflect.apply(query, this, parameters);
  } as never;
  onTestFinished(() => {
    Client.prototype.query = query;
  });
  return sent;
}

/** Counts the rows of payments and of their totals that the queries of this process read, until the test ends. */
function countRows(address: string): Reads {
  const asked: QueryConfig[] = [];
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...parameters: never[]) {
    const [config] = parameters as unknown as [QueryConfig];
    if (/FROM centavo.(payments|counts|amounts)\sWHERE/.test(config.text)) asked.push(config);
    return Reflect.apply(query, this, parameters);
  } as never;
  onTestFinished(() => {
    Client.prototype.query = query;
  });
  return {
    begin: () => void asked.splice(0),
    async end() {
      const client = new Client(address);
      await client.connect();
      let rows = 0;
      for (const { text, values } of asked.splice(0)) {
        const sql = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
        const [row] = (await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql, values)).rows;
        rows += row ? rowsReadBy(row["QUERY PLAN"][0].Plan) : 0;
      }
      await client.end();
      return rows;
    },
  };
}

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

function rowsReadBy({ Plans = [], ...plan }: Plan): number {
  const below = Plans.map(rowsReadBy).reduce((sum, rows) => sum + rows, 0);
  if (Plans.length > 0) return below;
  return plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0);
}

/** Far longer than what waits for no lock takes on a busy machine, in milliseconds. */
const STATEMENT_TIMEOUT = 5000;

/** What `docs/sandbox/operating.md` says. */
const MAX_ROUND_TRIPS = 3;

// What is skipped here says store-conformance.test.ts.
describe.skipIf(!programs)("a store on a PostgreSQL server", () => {
  const server = useServer();

  async function openSandbox(address: string, options: SandboxOptions = {}) {
    const sandbox = await startSandbox({ db: address, ...options });
    onTestFinished(sandbox.close);
    return { sandbox, shop: new Shop(sandbox.url, sandbox) };
  }

  /** A sandbox behind a proxy. */
  async function openBehindProxy() {
    const address = await server().createDatabase();
    const proxy = await openProxy(server().port);
    // With one connection, none is left to ask about a commit while the broken one is held.
    const behindProxy = address.replace(`:${server().port}`, `:${proxy.port}`);
    const { sandbox, shop } = await openSandbox(`${behindProxy}?pool_size=1`);
    await shop.pay("pix");
    await sandbox.settled();
    return { proxy, sandbox, shop };
  }

  test("analyses its tables after a large import or restore, and after no small one", async () => {
    const address = await server().createDatabase();
    const store = await openStore(address);
    onTestFinished(() => store.close());
    /** What the server takes the number of rows for: -1 if it has never looked. */
    const known = async () => {
      const sql =
        "SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'centavo.jobs'::regclass";
      return (await server().query<{ rows: number }>(sql, address))[0]?.rows;
    };
    const staged = await store.stageData("ana");
    const add = (ids: number[]) =>
      staged.write(({ jobQueue }) => jobQueue.add(ids.map((id) => job(`${id}`))));
    await add([0]);
    await staged.complete();
    expect(await known()).toBe(-1);
    for (let part = 1; part < 50; part++)
      await add(Array.from({ length: 400 }, (_, id) => part * 400 + id));
    await staged.complete();
    const rows = 49 * 400 + 1;
    expect(await known()).toBe(rows);

    await store.sharedTransaction(({ companies }) => companies.insert(company("ana"), staged));
    const change = (work: (data: CompanyData) => Promise<unknown>) =>
      store.transaction("ana", work);
    await change(({ snapshots }) => snapshots.add(snapshot("copy"), company("ana")));
    await change(({ snapshots }) => snapshots.restore("copy"));
    // The data before, those of the snapshot, and their copy.
    expect(await known()).toBe(3 * rows);
  });

  test("looks a record up by the index of ids, also in a table that the server knows nothing of", async () => {
    const address = await server().createDatabase();
    await (await openStore(address)).close();
    for (const kind of kinds) {
      const table = nameOf(kind);
      for (const sql of [selectById(kind), selectForEach("id", table, "id")]) {
        const values: Record<string, string> = { $1: "'ana'", $2: "1", $3: `'["a"]'` };
        const asked = sql.replaceAll(/\$\d/g, (place) => values[place] ?? place);
        const plan = await server().query(`EXPLAIN ${asked}`, address);
        expect(JSON.stringify(plan), asked).toContain(`Scan using ${table}_id on ${table}`);
      }
    }
  });

  test("a list reads no more, however many payments there are, also in a table that the server knows nothing of", async () => {
    const readBy = async (size: number) => {
      const address = await server().createDatabase();
      const store = await openStore(address);
      onTestFinished(() => store.close());
      return readsOf(store, size, countRows(address));
    };
    expect(await readBy(10_000)).toEqual(await readBy(1000));
  });

  test("answers 503 while the server cannot be reached, and recovers by itself", async () => {
    const { proxy, shop } = await openBehindProxy();
    const token = await shop.token();
    const { target } = proxy;
    // Nothing listens there.
    proxy.target = 1;
    proxy.cut = () => "before";
    const { status, body } = await shop.send("GET", "/payments", { token });
    expect(status).toBe(503);
    expect(JSON.stringify(body)).toMatch(
      /The sandbox cannot use its database: (the connection to the server was lost|no PostgreSQL server answers there)\./,
    );
    proxy.target = target;
    proxy.cut = () => undefined;
    await until(async () => (await shop.send("GET", "/payments", { token })).status === 200);
  });

  test("a creation takes a bounded number of round trips, however much there is", async () => {
    const { proxy, sandbox, shop } = await openBehindProxy();
    const created = async () => {
      // A background process may look for due work meanwhile.
      const counts = [];
      for (let attempt = 0; attempt < 5; attempt++) {
        await sandbox.settled();
        const before = proxy.roundTrips;
        await shop.pay("pix", { billingData: { postbackUrl: undefined } });
        counts.push(proxy.roundTrips - before);
      }
      return Math.min(...counts);
    };
    const first = await created();
    for (let count = 0; count < 50; count++) await shop.pay("pix");
    expect(await created()).toBeLessThanOrEqual(first);
    expect(first).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  });

  /** A sandbox, and what the page of its inspector sends. */
  async function openInspector() {
    const address = await server().createDatabase();
    const { sandbox } = await openSandbox(address);
    const send = (path: string, init?: RequestInit) =>
      fetch(`${sandbox.url}/_sandbox/${path}`, {
        headers: { "content-type": "application/json" },
        ...init,
      });
    const openSession = (given: object) =>
      send("inspector/session", { method: "POST", body: JSON.stringify(given) });
    const cookieOf = async (given: object) =>
      (await openSession(given)).headers.get("set-cookie")?.split(";")[0] ?? "";
    return { ...{ sandbox, address, send, openSession, cookieOf } };
  }

  test("a hundred guesses of a code, and all that only reads the shared data, wait for no lock", async () => {
    const { sandbox, address, send, openSession, cookieOf } = await openInspector();
    const cookie = await cookieOf({ code: sandbox.inspectorUrl.split("#code=")[1] });
    const lock = new Client({ connectionString: address });
    await lock.connect();
    await lock.query("BEGIN; SELECT 1 FROM centavo.settings FOR UPDATE");
    for (let count = 0; count < 100; count += 1)
      expect((await openSession({ code: randomUUID() })).status).toBe(401);
    expect((await send("ready")).status).toBe(200);
    expect((await send("inspector/companies", { headers: { cookie } })).status).toBe(200);
    await sandbox.settled();
    await lock.end();
  });

  test("signing out takes as long after many sign-outs as after few", async () => {
    const { sandbox, address, send, cookieOf } = await openInspector();
    const signOut = async () => {
      const cookie = await cookieOf(sandbox);
      const began = performance.now();
      await send("inspector/session", { method: "DELETE", headers: { cookie } });
      return performance.now() - began;
    };
    const fastest = async () => {
      const durations = [];
      for (let count = 0; count < 10; count += 1) durations.push(await signOut());
      return Math.min(...durations);
    };
    const before = await fastest();
    await server().query(
      `INSERT INTO centavo.ended_sessions SELECT 1000 + n, 'any', ${2 ** 40} FROM generate_series(1, 50000) AS n`,
      address,
    );
    expect(await fastest()).toBeLessThan(2 * before + 5);
  });

  describe("with companies", () => {
    let store: Store;
    let address: string;
    let held: string;
    let free: string;
    beforeAll(async () => {
      address = await server().createDatabase();
      const sandbox = await startSandbox({ db: address });
      await sandbox.control.companies.create();
      await sandbox.close();
      const sql = "SELECT company AS id FROM centavo.companies ORDER BY number";
      const ids = await server().query<{ id: string }>(sql, address);
      [held, free] = ids.map(({ id }) => id) as [string, string];
      store = await openStore(`${address}?pool_size=3&statement_timeout=${STATEMENT_TIMEOUT}`);
    });
    afterAll(() => store?.close());

    /** Holds the lock of a company until it is ended. */
    async function holdLock(): Promise<Client> {
      const client = new Client({ connectionString: address });
      await client.connect();
      await client.query(
        `BEGIN; SELECT 1 FROM centavo.companies WHERE company = '${held}' FOR UPDATE`,
      );
      return client;
    }

    const card = { id: "a card", outcome: "succeeds", resource: { customerId: "a customer" } };
    const key = { kind: "cards", id: card.id } as const;
    const readCard = (from: Store) =>
      from.read(
        held,
        async ({ company, jobQueue, cards }) => [
          (await company.get())?.id,
          await jobQueue.nextDueAt(),
          await cards.get(card.id),
        ],
        key,
      );

    test("reads a record by one statement, which waits for no lock", async () => {
      const dueAt = 2 ** 42;
      await store.transaction(held, async ({ cards, jobQueue }) => {
        await cards.insert(card as never);
        await jobQueue.add([{ kind: "settlement", owner: "", day: "2026-03-02", dueAt }]);
      });
      const lock = await holdLock();
      const sent = countStatements();
      expect(await readCard(store)).toEqual([held, dueAt, card]);
      expect(sent.statements).toBe(1);
      await lock.end();
    });

    test.skipIf(!hasPooler)(
      "reads by statements that are not prepared, where a pooler shares connections",
      async () => {
        const pooled = await openStore(await startPooler(address));
        onTestFinished(() => pooled.close());
        const readMany = () => Promise.all(Array.from({ length: 40 }, () => readCard(pooled)));
        for (let round = 0; round < 3; round++)
          for (const [, , found] of await readMany()) expect(found).toEqual(card);
        const sent = countStatements();
        await readMany();
        expect(sent.statements).toBe(40);
      },
    );

    test("a company whose lock is held delays no other, however many calls wait for it", async () => {
      const lock = await holdLock();
      const waiting = Array.from({ length: 20 }, () => store.transaction(held, addEvent));
      const began = Date.now();
      for (let count = 0; count < 5; count++) await store.transaction(free, addEvent);
      // By then, what waits for the lock fails.
      expect(Date.now() - began).toBeLessThan(STATEMENT_TIMEOUT);
      await lock.end();
      await Promise.all(waiting);
    });

    test("many long reads of a company leave connections to the others", async () => {
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      onTestFinished(() => end());
      const reading = Array.from({ length: 12 }, () =>
        store.read(held, async ({ payments }) => {
          await payments.find({});
          await isOver;
        }),
      );
      // After them it would never begin.
      await store.transaction(free, addEvent);
      end();
      await Promise.all(reading);
    });

    test("a damaged record is no defect, also where one statement reads it", async () => {
      const sql = `UPDATE centavo.cards SET resource = '{' WHERE id = '${card.id}'`;
      await server().query(sql, address);
      await expect(readCard(store)).rejects.toThrow(StoreError);
    });

    test("a lock that nobody ends fails calls after the statement timeout", async () => {
      const lock = await holdLock();
      await expect(store.transaction(held, addEvent)).rejects.toThrow(
        "longer than the statement_timeout",
      );
      await lock.end();
      await store.transaction(held, addEvent);
    });

    test("a transaction that the server ends to resolve a conflict runs again", async () => {
      let runs = 0;
      await store.transaction(held, async (data) => {
        runs += 1;
        await addEvent(data);
        // The server says so of conflicts that it finds.
        if (runs < 3) throw Object.assign(new Error("conflict"), { code: "40P01" });
      });
      expect(runs).toBe(3);
    });

    test("a company with due work is claimed by one process at a time, until the claim ends", async () => {
      const id = held;
      const other = await openStore(address);
      onTestFinished(() => other.close());
      await store.transaction(id, ({ jobQueue }) =>
        jobQueue.add([{ kind: "payment", paymentId: "none", status: "CANCELED", dueAt: 1 }]),
      );
      const claim = (by: Store, from: number) =>
        by.claimCompanies?.({ from, until: from + 100 }, 9);
      const now = Date.now();
      const claims = await Promise.all([claim(store, now), claim(other, now)]);
      expect(claims.flat()).toEqual([id]);
      expect(await claim(other, now + 99)).toEqual([]);
      expect(await claim(other, now + 100)).toEqual([id]);
      await store.transaction(id, ({ jobQueue }) => jobQueue.takeDue(1));
      expect(await claim(store, now + 1000)).toEqual([]);
      // The process that advances its clock may have ended, with nothing due.
      await store.transaction(id, async ({ company }) => {
        const stored = (await company.get()) as Company;
        await company.save({ ...stored, advance: { now, to: now + 1 } });
      });
      expect(await claim(store, now + 1000)).toEqual([id]);
    });
  });
});

function addEvent({ timeline }: CompanyData): Promise<void> {
  return timeline.append([
    {
      type: "status.changed",
      at: new Date().toISOString(),
      cause: { type: "job", requestId: null },
      resource: { type: "payment", id: "one" },
      data: { from: null, to: "PENDING" },
    },
  ]);
}
