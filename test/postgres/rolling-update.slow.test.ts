import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Store } from "../../src/sandbox/store/store.ts";
import { StoreError } from "../../src/sandbox/store/store-error.ts";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { migrations } from "../../src/sandbox-node/store/sql/migrations.ts";
import { launch } from "../stress/sandbox-process.ts";
import { MISSING_POSTGRES, programs } from "./postgres-server.ts";
import { until } from "./sandbox-fleet.ts";
import { useServer } from "./use-server.ts";

const NEWER = "a newer version of the sandbox has changed it";

if (!programs) console.warn(`No rolling update was tested. ${MISSING_POSTGRES}.`);

describe.skipIf(!programs)("while processes of an older version run,", () => {
  const server = useServer();

  const connect = async (address: string): Promise<Client> => {
    const client = new Client(address);
    onTestFinished(() => client.end());
    await client.connect();
    return client;
  };
  const waiting = (address: string, count = 1, type = "relation") =>
    until(async () => {
      const sql = `SELECT FROM pg_locks WHERE NOT granted AND locktype = '${type}'`;
      return (await server().query(sql, address)).length >= count;
    });

  /** A database of this version, and a client of it. */
  const created = async () => {
    const address = await server().createDatabase();
    await (await startSandbox({ db: address })).close();
    return { address, client: await connect(address) };
  };

  /** Starts a newer version, with one more migration. */
  const openNewer = async (address: string, migration: string): Promise<void> => {
    const list = migrations as string[];
    list.push(migration);
    try {
      await (await openStore(address)).close();
    } finally {
      list.pop();
    }
  };

  test.each([
    ["a company", "companies", "postbacks SET status = status"],
    ["the settings", "settings", "companies SET number = number"],
  ])(
    "a migration waits for their transactions of %s, and says so if they do not end",
    async (_, locked, changed) => {
      const { address, client } = await created();
      await client.query(`BEGIN; SELECT FROM centavo.${locked} FOR UPDATE`);
      await expect(openNewer(`${address}?statement_timeout=500`, "SELECT 1")).rejects.toMatchObject(
        {
          name: "StoreError",
          message: "its tables need an update, and other transactions held them for too long",
          advice: expect.stringContaining("stop the older processes"),
        },
      );
      const update = openNewer(address, "SELECT 1");
      await waiting(address);
      // Fails if the migration already holds what the transaction locks next.
      await client.query(`SET LOCAL lock_timeout = 100; UPDATE centavo.${changed}; COMMIT`);
      await update;
      const layouts = "SELECT number FROM centavo.layouts WHERE number > 1";
      expect(await server().query(layouts, address)).toHaveLength(1);
    },
  );

  test("a migration under their load loses nothing that they have committed, and they fail", async () => {
    const { address } = await created();
    const stores = await Promise.all([1, 2, 3].map(() => openStore(address)));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const [id = ""] = (await stores[0]?.sharedRead(({ companies }) => companies.ids())) ?? [];
    const made: string[] = [];
    const processes = stores.map(async (store, process) => {
      for (let count = 0; ; count++) {
        const paymentId = `${process}-${count}`;
        const job = { kind: "payment", status: "CANCELED", dueAt: 2 ** 42, paymentId } as const;
        await store.transaction(id, ({ jobQueue }) => jobQueue.add([job]));
        made.push(paymentId);
      }
    });
    const ended = Promise.allSettled(processes);
    await until(async () => made.length > 20);
    await openNewer(address, "ALTER TABLE centavo.jobs ADD COLUMN added bigint");
    const newer = { status: "rejected", reason: expect.objectContaining({ message: NEWER }) };
    expect(await ended).toEqual(processes.map(() => newer));
    const stored = await server().query<{ id: string }>(
      "SELECT record::json ->> 'paymentId' AS id FROM centavo.jobs",
      address,
    );
    expect(stored.map((row) => row.id).toSorted()).toEqual(made.toSorted());
  });

  test("a migration may take longer than the statement_timeout, and others wait for it", async () => {
    const { address } = await created();
    const began = Date.now();
    const open = () => openNewer(`${address}?statement_timeout=500`, "SELECT pg_sleep(1.5)");
    await Promise.all([open(), open()]);
    expect(Date.now() - began).toBeGreaterThan(1400);
  });

  const accesses = (store: Store, id: string): Promise<unknown>[] => [
    store.transaction(id, (data) => data.company.get()),
    store.read(id, (data) => data.company.get()),
    store.read(id, (data) => data.company.get(), { kind: "payments", id: "none" }),
    store.sharedTransaction(({ settings }) => settings.get()),
    store.sharedRead(({ companies }) => companies.ids()),
    store.claimCompanies?.({ from: 0, until: 1 }, 1) as Promise<unknown>,
  ];

  test.each([
    ["has the same tables", "SELECT 1"],
    // Who saw the database before the change, sees nothing in such a table.
    ["writes a table anew", "ALTER TABLE centavo.companies ALTER number TYPE numeric"],
    ["has no longer a column", "ALTER TABLE centavo.companies DROP COLUMN record"],
    [
      "has other tables",
      `ALTER TABLE centavo.companies RENAME TO before; CREATE TABLE centavo.companies (LIKE centavo.before);
       DROP TABLE centavo.before, centavo.payments`,
    ],
  ])("they stop using a database whose newer version %s", async (_, change) => {
    const { address, client } = await created();
    const store = await openStore(address);
    onTestFinished(() => store.close());
    const [id = ""] = await store.sharedRead(({ companies }) => companies.ids());
    const outcomes = async (running: Promise<unknown>[]) =>
      (await Promise.allSettled(running)).map((each) =>
        each.status === "rejected" && each.reason instanceof StoreError
          ? each.reason.message
          : each,
      );
    for (const answer of await Promise.all(accesses(store, id))) expect(answer).toBeDefined();
    // Lets the migration take as long as the test wants it to.
    await client.query("SELECT pg_advisory_lock(1)");
    const update = openNewer(address, `${change}; SELECT pg_advisory_xact_lock(1)`);
    await waiting(address, 1, "advisory");
    const begun = outcomes(accesses(store, id));
    await waiting(address, 6);
    await client.query("SELECT pg_advisory_unlock(1)");
    await update;
    const refused = Array(6).fill(NEWER);
    expect(await begun).toEqual(refused);
    expect(await outcomes(accesses(store, id))).toEqual(refused);
  });

  test("they are no longer ready, say why in one line, and end as usual", async () => {
    const address = await server().createDatabase();
    const { url, complaints, end } = await launch(["--quiet", "--db", address]);
    const ready = async () => (await fetch(`${url}/_sandbox/ready`)).status;
    expect(await ready()).toBe(200);
    await openNewer(address, "SELECT 1");
    await until(async () => complaints.length > 0);
    await setTimeout(1000);
    expect(complaints.join("")).toMatch(
      new RegExp(
        `^The database of --db cannot be used .${NEWER}; update this sandbox., id \\S+\n$`,
      ),
    );
    expect(await ready()).toBe(503);
    const made = await fetch(`${url}/_sandbox/companies`, { method: "POST" });
    expect([made.status, await made.text()]).toEqual([503, expect.stringContaining(NEWER)]);
    expect(await end()).toMatchObject({ status: 0 });
  });
});
