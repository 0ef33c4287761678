import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Store } from "../../src/sandbox/store/store.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { firstOf } from "../nightly.ts";
import * as make from "../sandbox/store/store-conformance.ts";
import { Barrier, installBarriers } from "./barrier.ts";
import { PostgresServer, programs } from "./postgres-server.ts";
import {
  byOf,
  calls,
  expectOneOf,
  type Name,
  NOW,
  prepare,
  resultOf,
  type Scene,
  serialOutcomes,
  settings,
  stateOf,
} from "./racing-calls.ts";
import { SELECT_PROBLEMS } from "./table-invariants.ts";

/** The call that is held, and its rival. Those at the end, with the most statements, race at night only. */
const COMPANY_RACES = firstOf(17, [
  ...["pay/pay", "claim/claim", "deliver/deliver", "runJob/runJob", "clear/clear"],
  ...["snapshot/snapshot", "pay/restore", "pay/snapshot", "claim/deliver", "deliver/claim"],
  ...["clear/restore", "snapshot/pay", "look/pay", "look/restore", "lookAtOne/runJob"],
  ...["lookAtOne/restore", "restore/pay", "restore/restore", "restore/clear"],
]) as `${Name}/${Name}`[];
const CHANGES = firstOf(6, [
  ...["pay", "claim", "deliver", "runJob", "clear", "snapshot", "restore"],
]) as Name[];
const SHARED_CHANGES: Name[] = ["create", "redeem", "signOut"];

// What is skipped here says store-conformance.test.ts.
describe.skipIf(!programs)("processes that share a database", () => {
  let server: PostgresServer;
  let address: string;
  let stores: Store[];
  let admin: Client;
  let uninstallBarriers: () => void;
  beforeAll(async () => {
    server = await PostgresServer.start();
    address = await server.createDatabase();
    // In turn: the start is raced below.
    stores = [await openStore(address), await openStore(address), await openStore(address)];
    // Without statistics, the server would choose the slow join.
    const options = "-c search_path=centavo -c enable_nestloop=off";
    admin = new Client({ connectionString: address, options });
    await admin.connect();
    uninstallBarriers = installBarriers();
  });
  afterAll(async () => {
    uninstallBarriers();
    await Promise.all(stores.map((store) => store.close()));
    await admin.end();
    await server.close();
  });

  const sceneOf = (index: number, id: string): Scene => {
    return { store: stores[index] as Store, id, by: byOf(index) };
  };

  /** Waits until a call has ended, or waits for one that is held. */
  async function waitsFor({ processId }: Barrier, call: Promise<unknown>): Promise<boolean> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    call.then(end, end);
    while (!hasEnded) {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))";
      if ((await admin.query(sql, [processId])).rowCount) return true;
      await setTimeout(1);
    }
    return false;
  }

  async function killConnection({ client, processId }: Barrier): Promise<void> {
    const ended = new Promise((resolve) => client?.once("end", resolve));
    await admin.query("SELECT pg_terminate_backend($1)", [processId]);
    if (client) await ended;
  }

  /** Expects that the tables agree with one another, in what companies have whose ids begin with a name. */
  async function expectNoProblems(name: string): Promise<void> {
    expect((await admin.query(SELECT_PROBLEMS, [name])).rows).toEqual([]);
  }

  /** Runs a race with a call held at each of its statements, as many as it has. Each race has a company of its own. */
  async function atEachStatement(
    name: string,
    race: (barrier: Barrier, id: string) => Promise<void>,
    losesAnswer = false,
  ): Promise<void> {
    let isHeld = true;
    for (let at = 1; isHeld; at += 1) {
      const barrier = new Barrier((_, count) => count === at, losesAnswer);
      await prepare(sceneOf(0, `${name}${at}`));
      try {
        await race(barrier, `${name}${at}`);
      } finally {
        barrier.release();
      }
      isHeld = barrier.client !== undefined;
    }
    await expectNoProblems(name);
  }

  /** Runs a call that is held, meanwhile a rival, and a call that must not wait for either. */
  async function race(held: Name, rival: Name, observer: Name, isKilled = false): Promise<void> {
    const names = [held, rival, observer];
    const expected = await serialOutcomes(names);
    await atEachStatement(
      `${names}${isKilled}`,
      async (barrier, id) => {
        const run = (index: number) => resultOf(names[index] as Name, sceneOf(index, id));
        const { ended } = await barrier.hold(() => run(0));
        const running = run(1);
        await waitsFor(barrier, running);
        // It would fail if it waited.
        const seen = await run(2);
        if (isKilled) await killConnection(barrier);
        barrier.release();
        const results = [await ended, await running, seen];
        expectOneOf(expected, { results, state: await stateOf(sceneOf(0, id)) });
      },
      isKilled,
    );
  }

  test.concurrent.each(COMPANY_RACES)("%s", (names) =>
    race(...(names.split("/") as [Name, Name]), "look"),
  );

  test.concurrent.each(CHANGES)("%s once, if the connection is lost", (name) =>
    race(name, "lookAtOne", "look", true),
  );

  test.each(SHARED_CHANGES)("two of %s", (name) => race(name, name, "lookShared"));

  test.each(SHARED_CHANGES)("%s once, if the connection is lost", (name) =>
    race(name, "lookShared", "lookShared", true),
  );

  const held = (store: Store, id: string) => store.transaction(id, async () => []);
  const claim = (store: Store) =>
    store.claimCompanies?.({ from: NOW, until: NOW + 1 }, 2) ?? Promise.resolve([]);

  test.each([{ call: claim }, { call: held }])(
    "a company is claimed once, and a claim waits for none ($call.name)",
    async ({ call }) => {
      const elsewhere = await server.createDatabase();
      const [own, other] = [await openStore(elsewhere), await openStore(elsewhere)];
      const ids = ["a", "b", "c"];
      await own.sharedTransaction(async ({ companies }) => {
        for (const id of ids) await companies.insert(make.company(id));
      });
      for (const id of ids)
        await own.transaction(id, ({ jobQueue }) => jobQueue.add([make.job(id, NOW)]));
      await atEachStatement(call.name, async (barrier) => {
        await server.query("UPDATE centavo.companies SET worker_until = 0", elsewhere);
        const { ended } = await barrier.hold(() => call(own, "a"));
        const claiming = claim(other);
        expect(await waitsFor(barrier, claiming)).toBe(false);
        barrier.release();
        const claimed = [await ended, await claiming, await claim(own)].flat();
        expect(claimed.toSorted()).toEqual(ids);
      });
      await Promise.all([own.close(), other.close()]);
    },
  );

  test("processes that start at the same time create the tables once", () =>
    atEachStatement("start", async (barrier) => {
      const empty = await server.createDatabase();
      const { ended } = await barrier.hold(() => openStore(empty));
      const others = Promise.all([openStore(empty), openStore(empty)]);
      await waitsFor(barrier, others);
      barrier.release();
      for (const store of [await ended, ...(await others)]) {
        await store.sharedTransaction(({ settings: stored }) => stored.save(settings));
        await store.close();
      }
    }));

  /** Holds the restore of a snapshot at a statement that its text names, after as many others. */
  async function holdRestore(id: string, text: string, after = 0) {
    const filling = new Barrier((sql, count) => sql.includes(text) && count > after);
    const { ended } = await filling.hold(() => resultOf("restore", sceneOf(0, id)));
    expect(filling.client).toBeDefined();
    return { filling, restored: ended };
  }

  async function untilDeleted(id: string): Promise<void> {
    const sql = `SELECT 1 FROM spare_datasets
      WHERE company IN ($1, upper($1)) AND until < extract(epoch FROM now())`;
    while ((await admin.query(sql, [id])).rowCount) await setTimeout(1);
  }

  const expired = "UPDATE spare_datasets SET until = 1 WHERE company = $1";
  const another = "INSERT INTO spare_datasets VALUES (upper($1), 1, 1)";
  test.each([
    { what: "in-time", sql: another, held: "BEGIN", after: 30 },
    { what: "nearly-too-late", sql: expired, held: "DELETE FROM centavo.spare" },
    { what: "too-late", sql: expired, held: "BEGIN", after: 30 },
  ])("a restore ($what) is whole or fails while a process that starts deletes", async (row) => {
    const restored = await serialOutcomes(["restore"]);
    const failed = (await serialOutcomes([])).map(({ state }) => {
      return { results: ["a restore, an import or an export took too long"], state };
    });
    await atEachStatement(row.what, async (barrier, id) => {
      const { filling, restored: ended } = await holdRestore(id, row.held, row.after);
      await admin.query(row.sql, [id]);
      const rest = untilDeleted(id);
      const { ended: deleted } = await barrier.hold(async () => {
        const store = await openStore(address);
        await rest;
        await store.close();
      });
      filling.release();
      await waitsFor(barrier, ended);
      barrier.release();
      const outcome = { results: [await ended], state: await stateOf(sceneOf(0, id)) };
      expectOneOf([...restored, ...(row.sql === expired ? failed : [])], outcome);
      await deleted;
      // Otherwise another store deletes what the next race is about.
      await untilDeleted(id);
    });
  });

  test("a restore whose snapshot others drop meanwhile changes nothing", async () => {
    const id = "dropped";
    await prepare(sceneOf(0, id));
    const { filling, restored } = await holdRestore(id, "BEGIN", 30);
    const seen = async () => ((await calls.look(sceneOf(0, id))) as unknown[]).slice(0, -1);
    const before = await seen();
    for (let count = 0; count < 10; count += 1)
      await calls.snapshot({ ...sceneOf(1, id), by: `${count}` });
    filling.release();
    expect([await restored, await seen()]).toEqual([undefined, before]);
  });

  test("data whose restore may have been committed is not deleted", async () => {
    const id = "unknown";
    await prepare(sceneOf(0, id));
    let isTaken = false;
    const barrier = new Barrier((sql) => {
      isTaken ||= sql.includes("DELETE FROM centavo.spare_datasets");
      return isTaken && sql.includes("; COMMIT");
    }, true);
    const { ended } = await barrier.hold(() => resultOf("restore", sceneOf(0, id)));
    await admin.query("ALTER TABLE commits RENAME TO lost");
    await killConnection(barrier);
    barrier.release();
    expect(await ended).toMatch("the change may have been made or not");
    await admin.query("ALTER TABLE lost RENAME TO commits");
    await expectNoProblems(id);
  });

  test("a transaction that began before its company was there does not see it unlocked", async () => {
    const id = "late";
    const early = new Barrier((sql) => sql.includes("record, dataset,"));
    const { ended: first } = await early.hold(() => calls.pay(sceneOf(0, id)));
    await stores[1]?.sharedTransaction(({ companies }) => companies.insert(make.company(id)));
    const late = new Barrier((sql) => sql.includes("; COMMIT"));
    const { ended: second } = await late.hold(() => calls.pay(sceneOf(1, id)));
    early.release();
    await waitsFor(late, first);
    late.release();
    expect([await first, await second]).toEqual([undefined, "payment-1"]);
  });
});
