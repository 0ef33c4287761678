import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import { createControl, startSandbox } from "../../../src/sandbox/index.ts";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import { firstTables } from "../../../src/sandbox/store/sql/initial-schema.ts";
import { readShown } from "../../fixtures/read-shown.ts";
import { engines, expectAsShown, idsOf, type Left } from "../../fixtures/recorded-databases.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { receive } from "../receiver.ts";

/** Where nobody received the postbacks of the fixtures. */
const RECEIVER = "http://127.0.0.1:9/postbacks";

let server: PostgresServer;
beforeAll(async () => {
  if (programs) server = await PostgresServer.start();
  else console.warn(`Nothing was upgraded on PostgreSQL. ${MISSING_POSTGRES}.`);
});
afterAll(() => server?.close());

describe.each(engines)("what version 08e9f41 left on $engine", ({ schema, leave }) => {
  /** Runs a sandbox of today on it, after which its ledger sums to zero on each day. */
  async function upgrade(
    work: (url: string, companies: Left["companies"]) => Promise<void>,
    prepare?: (query: Left["query"]) => Promise<unknown>,
  ): Promise<void> {
    const { address, companies, query } = await leave(server);
    await prepare?.(query);
    const sandbox = await startSandbox({ db: address });
    onTestFinished(sandbox.close);
    await work(sandbox.url, companies);
    await sandbox.close();
    for (const [table, number] of [
      ["entries", "amount"],
      ["sums", "total"],
    ]) {
      const days = `SELECT company, day, sum(${number}) FROM ${schema}${table} GROUP BY company, day`;
      expect((await query(days)).length).toBeGreaterThan(0);
      expect(await query(`${days} HAVING sum(${number}) <> 0`)).toEqual([]);
    }
  }

  test("is all there, and found by its columns", () => upgrade(expectAsShown));

  test("is found by a search", () =>
    upgrade(async (url, companies) => {
      for (const { keys, shown } of companies) {
        const { search, requests } = createControl(url, keys);
        const found = async (q: string) => (await search.find({ q })).data.map(({ id }) => id);
        const { payments, customers, subscriptions } = shown;
        for (const { id } of [...payments, ...customers, ...subscriptions])
          expect(await found(id.slice(-8))).toContain(id);
        for (const { id, email } of customers) expect(await found(email)).toContain(id);
        const of = async (query: object) => (await requests.list(query)).meta.total;
        expect(await of({ withoutControls: true })).toBeGreaterThan(0);
        expect(await of({})).toBeGreaterThan(await of({ withoutControls: true }));
      }
    }));

  test("can be restored from each of its snapshots", () =>
    upgrade(async (url, [company]) => {
      const { keys, shown } = company as Left["companies"][0];
      expect(shown.snapshots.length).toBeGreaterThan(1);
      for (const { snapshotId, createdAt } of shown.snapshots) {
        await createControl(url, keys).snapshots.restore(snapshotId);
        const { clock, payments, customers } = await readShown(url, keys);
        expect(clock.now).toBe(createdAt);
        const untilThen = shown.payments.filter((payment) => payment.createdAt <= createdAt);
        expect(idsOf(payments)).toEqual(idsOf(untilThen));
        expect(customers).toEqual(shown.customers);
      }
    }));

  test("goes on: pending postbacks arrive, and what was due runs", async () => {
    const receiver = await receive(200);
    const address = `replace(resource, '${RECEIVER}', '${receiver.url}')`;
    await upgrade(
      async (url, companies) => {
        for (const { keys, shown } of companies) {
          const { clock, postbacks } = createControl(url, keys);
          const { payments } = createCentavo({ baseUrl: url, ...keys });
          await clock.advance({ days: 40 });
          const pending = shown.postbacks.filter(({ status }) => status === "PENDING");
          expect(pending.length).toBeGreaterThan(0);
          const arrived = receiver.deliveries.map(({ body }) => body.eventId);
          for (const { eventId } of pending) {
            expect(arrived).toContain(eventId);
            expect((await postbacks.get(eventId)).data.status).toBe("DELIVERED");
          }
          expect((await payments.list({ status: "PENDING" })).data).toEqual([]);
          for (const { id, status } of shown.subscriptions) {
            const before = shown.paymentDetails.filter((each) => each.subscriptionId === id);
            const { meta } = await payments.list({ subscriptionId: id });
            expect(meta.total > before.length).toBe(status === "ACTIVE");
          }
        }
      },
      (query) => query(`UPDATE ${schema}postbacks SET resource = ${address}`),
    );
  });
});

test.each(engines)("sessions that had ended on $engine have ended", async ({ schema, leave }) => {
  const { address, query } = await leave(server);
  const ended = { id: "session", exp: 2 ** 40 };
  const list = `'"endedSessions":[${JSON.stringify(ended)}]'`;
  await query(
    `UPDATE ${schema}settings SET record = replace(record, '"endedSessions":[]', ${list})`,
  );
  const store = await openStore(address);
  onTestFinished(() => store.close());
  const read = store.sharedRead(async ({ endedSessions, settings }) => [
    await endedSessions.after(0),
    Object.keys((await settings.get()) ?? {}).sort(),
  ]);
  const fields = ["codes", "drawCount", "id", "secret", "seeded"];
  expect(await read).toEqual([[{ ...ended, number: 1 }], fields]);
});

test("the first tables are what they were when they were published", () => {
  expect(createHash("sha256").update(firstTables).digest("hex")).toBe(
    "30d75846682773fbfbbe7a62ca90858fb65e341cdc08666776a196023586e50c",
  );
});
