import { cpSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { warnAbout } from "../src/http-server/describe-error.ts";
import { createSharedContext } from "../src/sandbox/context.ts";
import { payments } from "../src/sandbox/handlers/api/payments.ts";
import { dueJobs } from "../src/sandbox/scheduler/run-due-jobs.ts";
import { openStore } from "../src/sandbox/store/open-store.ts";
import { BY_JOB, UnitOfWork } from "../src/sandbox/unit-of-work.ts";
import type { PostgresServer } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { orders } from "./company-fixture.ts";

/** The number of payments per transaction. */
const BATCH_SIZE = 1000;

/** Creates database files in which the first company has the given numbers of payments. */
export function filledFiles(bench: BenchEnvironment, sizes: readonly number[]): Promise<string[]> {
  const database = bench.file("db");
  return filledCopies(bench, sizes, database, async () => {
    const file = bench.file("db");
    cpSync(database, file);
    return file;
  });
}

/** Creates databases on a server in which the first company has the given numbers of payments. */
export async function filledDatabases(
  bench: BenchEnvironment,
  sizes: readonly number[],
  server: PostgresServer,
): Promise<string[]> {
  const database = await server.createDatabase();
  const template = new URL(database).pathname.slice(1);
  return filledCopies(bench, sizes, database, async (size) => {
    // The server would do so by itself, but in the middle of a measurement.
    await server.query("VACUUM ANALYZE", database);
    await server.query(`CREATE DATABASE ${template}_${size} TEMPLATE ${template}`);
    return server.address(`${template}_${size}`);
  });
}

/**
 * Fills a new database, and copies it at each size. It calls the operation itself, so all related records exist
 * too, but without HTTP, which would take several times as long.
 */
async function filledCopies(
  bench: BenchEnvironment,
  sizes: readonly number[],
  database: string,
  copy: (size: number) => Promise<string>,
): Promise<string[]> {
  // The sandbox itself initializes the database, including the first company.
  const sandbox = await bench.sandbox("--quiet", "--db", database);
  await sandbox.stop();
  const copies: string[] = [];
  let total = 0;
  for (const size of sizes) {
    await addPayments(database, size - total);
    total = size;
    copies.push(await copy(size));
  }
  return copies;
}

/** Creates payments of the first company of a database. */
async function addPayments(database: string, count: number): Promise<void> {
  const store = await openStore(database);
  try {
    const { settings, company } = await store.sharedRead(async (data) => ({
      settings: await data.settings.get(),
      company: (await data.companies.ids())[0],
    }));
    if (!settings || !company) throw new Error(`${database} has no company.`);
    const shared = createSharedContext({ settings, systemTime: Date.now });
    const unitOfWork = new UnitOfWork(store, shared, dueJobs, warnAbout);
    for (let created = 0; created < count; ) {
      const batchEnd = Math.min(count, created + BATCH_SIZE);
      await unitOfWork.run(company, {
        mode: "transaction",
        cause: BY_JOB,
        async run(context) {
          for (; created < batchEnd; created++) {
            const body = orders[created % orders.length];
            await payments["payments.create"](context, { body } as never);
          }
        },
      });
      // Lets other work of this process continue.
      await setImmediate();
    }
  } finally {
    await store.close();
  }
}
