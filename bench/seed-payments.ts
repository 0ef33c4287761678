import { cpSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { createSharedContext } from "../src/sandbox/context.ts";
import { payments } from "../src/sandbox/handlers/api/payments.ts";
import { dueJobs } from "../src/sandbox/scheduler/run-due-jobs.ts";
import { openStore } from "../src/sandbox/store/sqlite/sqlite-store.ts";
import { UnitOfWork } from "../src/sandbox/unit-of-work.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { orders } from "./company-fixture.ts";

/** How many payments are made in one transaction. */
const AT_ONCE = 1000;

/**
 * Files in which the first company has so many payments, each made by the operation itself, with all
 * that comes with it. Only HTTP is left out, which would take a multiple of the time.
 */
export async function filledFiles(
  bench: BenchEnvironment,
  sizes: readonly number[],
): Promise<string[]> {
  const growing = bench.file("db");
  // What is in a new file, its first company included, is the sandbox's own affair.
  const running = await bench.sandbox("--quiet", "--db", growing);
  await running.end();
  const files: string[] = [];
  let made = 0;
  for (const size of sizes) {
    await addPayments(growing, size - made);
    made = size;
    const file = bench.file("db");
    cpSync(growing, file);
    files.push(file);
  }
  return files;
}

async function addPayments(file: string, count: number): Promise<void> {
  const store = openStore(file);
  try {
    const { settings, company } = await store.read(async (data) => ({
      settings: await data.settings.get(),
      company: (await data.companies.ids())[0],
    }));
    if (!settings || !company) throw new Error(`${file} has no company.`);
    const shared = createSharedContext({ settings, systemTime: Date.now });
    const unitOfWork = new UnitOfWork(store, shared, dueJobs);
    for (let made = 0; made < count; ) {
      const most = Math.min(count, made + AT_ONCE);
      await unitOfWork.inContext(company, "transaction", async (context) => {
        for (; made < most; made++) {
          const body = orders[made % orders.length];
          await payments["payments.create"](context, { body } as never);
        }
      });
      // Whatever else this process waits for gets its turn.
      await setImmediate();
    }
  } finally {
    await store.close();
  }
}
