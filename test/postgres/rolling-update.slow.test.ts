import { setTimeout } from "node:timers/promises";
import { Client, type PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { openStore } from "../../src/sandbox/store/open-store.ts";
import { migrate, migrations } from "../../src/sandbox/store/postgres/migrations.ts";
import {
  PostgresSession,
  StatementNames,
} from "../../src/sandbox/store/postgres/postgres-session.ts";
import type { Store } from "../../src/sandbox/store/store.ts";
import { StoreError } from "../../src/sandbox/store/store-error.ts";
import { enlarge, postgres } from "../fixtures/recorded-databases.ts";
import { launch } from "../stress/sandbox-process.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "./postgres-server.ts";
import { until } from "./sandbox-fleet.ts";

const NEWER = "a newer version of the sandbox has changed it";

if (!programs) console.warn(`No rolling update was tested. ${MISSING_POSTGRES}.`);

describe.skipIf(!programs)("while processes of an older version run,", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  const connect = async (address: string): Promise<Client> => {
    const client = new Client(address);
    onTestFinished(() => client.end());
    await client.connect();
    return client;
  };
  const waiting = (address: string, count = 1) =>
    until(async () => {
      const sql = "SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL";
      return (await server.query(sql, address)).length >= count;
    });

  test.each([
    ["a company", "companies ORDER BY id LIMIT 1", "postbacks SET status = status"],
    ["the settings", "settings", "companies SET number = number"],
  ])(
    "a migration waits for their transactions of %s, and says so if they do not end",
    async (_, locked, changed) => {
      const left = await postgres.leave(server);
      const old = await connect(left.address);
      await old.query(`BEGIN; SELECT record FROM centavo.${locked} FOR UPDATE`);
      await expect(openStore(`${left.address}?statement_timeout=500`)).rejects.toMatchObject({
        name: "StoreError",
        message: "its tables need an update, and other transactions held them for too long",
        advice: expect.stringContaining("stop the older processes"),
      });
      expect(await left.query(postgres.versions)).toEqual([]);
      const update = openStore(left.address);
      await waiting(left.address);
      // Fails if the migration already holds what the transaction locks next.
      await old.query(`SET LOCAL lock_timeout = 100; UPDATE centavo.${changed}; COMMIT`);
      await (await update).close();
      expect(await left.query(postgres.versions)).toHaveLength(1);
    },
  );

  test("a migration under their load loses nothing that they have committed, and they fail", async () => {
    const left = await postgres.leave(server);
    const made: string[] = [];
    const company = "(SELECT id FROM centavo.companies ORDER BY id LIMIT 1)";
    const writes = (
      id: string,
    ) => `SELECT record FROM centavo.companies WHERE id = ${company} FOR UPDATE;
      UPDATE centavo.postbacks SET status = status WHERE company = ${company};
      INSERT INTO centavo.cards (company, sequence, id, resource, internal)
      SELECT ${company}, max(sequence) + 1, '${id}', '{}', '{}' FROM centavo.cards`;
    const shared = () => "SELECT record FROM centavo.settings FOR UPDATE";
    const processes = [writes, writes, writes, shared].map(async (sql, process) => {
      const client = await connect(left.address);
      for (let count = 0; ; count++) {
        const id = `${process}-${count}`;
        await client.query(`BEGIN; ${sql(id)}; COMMIT`);
        if (sql === writes) made.push(id);
      }
    });
    const ended = Promise.allSettled(processes);
    await until(async () => made.length > 20);
    await (await openStore(left.address)).close();
    const missing = { status: "rejected", reason: expect.objectContaining({ code: "42703" }) };
    expect(await ended).toEqual(processes.map(() => missing));
    const stored = await left.query("SELECT id FROM centavo.cards WHERE resource = '{}'");
    expect(stored.map((row) => (row as { id: string }).id).toSorted()).toEqual(made.toSorted());
  });

  test("a migration may take longer than the statement_timeout, and others wait for it", async () => {
    const left = await postgres.leave(server);
    await enlarge(left, postgres, 2000);
    const began = Date.now();
    const open = () => openStore(`${left.address}?statement_timeout=20`);
    for (const store of await Promise.all([open(), open()])) await store.close();
    expect(Date.now() - began).toBeGreaterThan(500);
  });

  /** Migrates with one more step, which lasts until `during` has ended. */
  async function migrateFurther(address: string, change: string, during = async () => {}) {
    const step = async (session: PostgresSession) => {
      await session.script(change);
      await during();
    };
    const client = await connect(address);
    await client.query("BEGIN");
    const session = new PostgresSession(client as unknown as PoolClient, new StatementNames());
    const upgrades = [...migrations.upgrades, step];
    await migrate(session, 10_000, { ...migrations, upgrades });
    await client.query("COMMIT");
  }

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
    const address = await server.createDatabase();
    await (await startSandbox({ db: address })).close();
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
    let begun: ReturnType<typeof outcomes> | undefined;
    await migrateFurther(address, change, async () => {
      begun = outcomes(accesses(store, id));
      await waiting(address, 6);
    });
    const refused = Array(6).fill(NEWER);
    expect(await begun).toEqual(refused);
    expect(await outcomes(accesses(store, id))).toEqual(refused);
  });

  test("they are no longer ready, say why in one line, and end as usual", async () => {
    const address = await server.createDatabase();
    const { url, complaints, end } = await launch(["--quiet", "--db", address]);
    const ready = async () => (await fetch(`${url}/_sandbox/ready`)).status;
    expect(await ready()).toBe(200);
    await migrateFurther(address, "SELECT 1");
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
