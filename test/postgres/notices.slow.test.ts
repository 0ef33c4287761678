import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { hasPooler, startPooler } from "./pooler.ts";
import { PostgresServer, programs } from "./postgres-server.ts";
import { until } from "./sandbox-fleet.ts";

/** By then, a stream has looked by itself. */
const SELF_SEEN = 5_000;

/** Longer than a process goes on as if another one listened. */
const FORGOTTEN = 1_200;

const LISTENERS = `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE datname = current_database() AND locktype = 'advisory'`;

describe.skipIf(!programs)("processes on one PostgreSQL server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  /** Two of them, what opens a stream at the second, and the notices so far. */
  async function openTwo(through = async (address: string) => address) {
    const address = await server.createDatabase();
    const [one, other] = await openSandboxes(await through(address));
    const client = new Client({ connectionString: address });
    await client.connect();
    onTestFinished(() => client.end());
    const notices: string[] = [];
    client.on("notification", ({ payload }) => notices.push(`${payload}`));
    await client.query("LISTEN centavo");
    const query = async (sql: string) => (await client.query<{ pid: number }>(sql)).rows;
    const listeners = () => query(LISTENERS);
    const pay = () => one.pay("pix", { billingData: { postbackUrl: undefined } });
    /** Opens a stream when the other process knows that somebody listens. */
    const openHeard = async () => {
      const stream = await openStream(other);
      await until(async () => {
        await pay();
        return notices.length > 0;
      });
      return stream;
    };
    return { one, other, pay, notices, query, listeners, openHeard };
  }

  async function openSandboxes(db: string): Promise<[Shop, Shop]> {
    const first = await startSandbox({ db });
    const second = await startSandbox({ db });
    onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
    return [new Shop(first.url, first), new Shop(second.url, second)];
  }

  /** The text that a stream has shown so far. */
  async function openStream(shop: Shop) {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const { body } = await fetch(`${shop.url}/_sandbox/events`, {
      headers: { authorization: `Bearer ${await shop.token()}`, accept: "text/event-stream" },
      signal: abort.signal,
    });
    const stream = { text: "", end: () => abort.abort() };
    const collect = async () => {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? [])
        stream.text += piece;
    };
    collect().catch(() => {});
    return stream;
  }

  test("show each other's events long before their streams look by themselves", async () => {
    const { pay, query, openHeard } = await openTwo();
    const stream = await openHeard();
    // Any user of the database can send this.
    await query("NOTIFY centavo, '0 error'");
    const delays: number[] = [];
    for (let count = 0; count < 9; count++) {
      const { id } = await pay();
      const start = performance.now();
      while (!stream.text.includes(id)) await setTimeout(5);
      delays.push(performance.now() - start);
      await setTimeout(50 * count);
    }
    console.log(`Events of another process came after ${delays.map(Math.round)} ms.`);
    // Half of those that wait for a second to pass take longer.
    expect(delays.toSorted((one, other) => one - other)[4]).toBeLessThan(250);
  });

  test("receive one coalesced notice of changes in other processes, and none of their own", async () => {
    const address = await server.createDatabase();
    const stores = await Promise.all([openStore(address), openStore(address)]);
    const told = stores.map(({ changes, close }) => {
      onTestFinished(close);
      const companies: string[] = [];
      changes?.listen((companyId) => companies.push(companyId));
      return companies;
    });
    const announce = (...companies: string[]) =>
      companies.forEach((companyId) => void stores[0]?.changes?.announce(companyId));
    const hear = async (companyId: string) => {
      await until(async () => {
        announce(companyId);
        return told[1]?.includes(companyId) === true;
      });
    };
    await hear("first");
    for (let count = 0; count < 100; count++) announce("ana", "bia");
    await until(async () => told[1]?.includes("bia") === true);
    await hear("last");
    expect(told[0]).toEqual([]);
    expect(told[1]?.filter((id) => id !== "first" && id !== "last")).toEqual(["ana", "bia"]);
  });

  test("send notices only while another one has a stream", async () => {
    const { one, pay, notices, listeners, openHeard } = await openTwo();
    const own = await openStream(one);
    await until(async () => (await listeners()).length === 1);
    await pay();
    await setTimeout(FORGOTTEN);
    await pay();
    expect(notices).toEqual([]);
    own.end();
    const stream = await openHeard();
    stream.end();
    await until(async () => (await listeners()).length === 0);
    await setTimeout(FORGOTTEN);
    notices.length = 0;
    await pay();
    await setTimeout(FORGOTTEN);
    expect(notices).toEqual([]);
  });

  test("lose no event when the connection that listens is lost, and make another", async () => {
    const { pay, notices, listeners, openHeard } = await openTwo();
    const stream = await openHeard();
    const [killed] = await listeners();
    await server.query(`SELECT pg_terminate_backend(${killed?.pid})`);
    await until(async () => (await listeners()).length === 0);
    const { id } = await pay();
    await until(async () => stream.text.includes(id), SELF_SEEN);
    await until(async () => (await listeners()).length === 1);
    notices.length = 0;
    await setTimeout(FORGOTTEN);
    await until(async () => (await pay()) && notices.length > 0);
  });

  test.skipIf(!hasPooler)(
    "show each other's events behind a pooler, on whose connections none listens",
    async () => {
      const { other, pay, notices, listeners } = await openTwo(startPooler);
      const stream = await openStream(other);
      await setTimeout(FORGOTTEN);
      const { id } = await pay();
      await until(async () => stream.text.includes(id), SELF_SEEN);
      expect([notices, await listeners()]).toEqual([[], []]);
    },
  );
});
