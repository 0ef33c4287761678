import { spawn } from "node:child_process";
import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { newFile } from "../database-file.ts";

/** Migrations of a newer version, after the published ones. */
const ADD = "ALTER TABLE centavo.jobs ADD COLUMN added bigint; UPDATE centavo.jobs SET added = 1";
/** Takes a second or more. */
const LONG = `${ADD}; WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000000)
  SELECT max(n) FROM numbers`;
const FAILING = `${ADD}; UPDATE centavo.jobs SET missing = 1`;

if (!programs) console.warn(`No migration was tested on PostgreSQL. ${MISSING_POSTGRES}.`);
let server: PostgresServer;
beforeAll(async () => {
  if (programs) server = await PostgresServer.start();
});
afterAll(() => server?.close());

interface Database {
  address: string;
  query(sql: string): Promise<unknown[]>;
}

const sqlite = (): Database => {
  const address = newFile();
  return {
    address,
    async query(sql) {
      using file = new DatabaseSync(address);
      return file.prepare(sql.replaceAll("centavo.", "")).all();
    },
  };
};

const postgres = async (): Promise<Database> => {
  const address = await server.createDatabase();
  return { address, query: (sql) => server.query(sql, address) };
};

describe.each([
  { engine: "SQLite", create: sqlite, refused: 1 },
  ...(programs ? [{ engine: "PostgreSQL", create: postgres, refused: 0 }] : []),
])("a database on $engine", ({ create, refused }) => {
  /** A database of the published layout, which an ordinary start has made. */
  const createPublished = async () => {
    const database = await create();
    await (await openStore(database.address)).close();
    return database;
  };
  const layouts = async ({ query }: Database) =>
    (await query("SELECT number FROM centavo.layouts ORDER BY number")).map((row) =>
      Number((row as { number: unknown }).number),
    );
  const expectAsPublished = async (database: Database) => {
    expect(await layouts(database)).toEqual([1]);
    await expect(database.query("SELECT added FROM centavo.jobs")).rejects.toThrow("added");
    await (await openStore(database.address)).close();
  };

  test("that is empty is made by one of two processes that start together", async () => {
    const database = await create();
    await expectOpened(await startTogether(database.address, "SELECT 1"), refused);
    expect(await layouts(database)).toEqual([1, 2]);
  });

  test("is migrated once by two processes that start together", async () => {
    const database = await createPublished();
    await expectOpened(await startTogether(database.address, LONG), refused);
    expect(await layouts(database)).toEqual([1, 2]);
    await database.query("SELECT added, layout_2 FROM centavo.jobs, centavo.companies");
    await expect(database.query("SELECT layout_1 FROM centavo.companies")).rejects.toThrow();
    // It is not migrated again.
    expect(await (await opener(database.address, LONG))()).toBe("opened\n");
  });

  test("is as it was after a migration that fails, and the next start works", async () => {
    const database = await createPublished();
    expect(await (await opener(database.address, FAILING))()).not.toContain("opened");
    await expectAsPublished(database);
  });

  test("is as it was after a migration whose process was killed", async () => {
    const database = await createPublished();
    expect(await (await opener(database.address, LONG))(500)).toBe("");
    await expectAsPublished(database);
  });
});

const startTogether = async (address: string, migration: string) => {
  const processes = await Promise.all([1, 2].map(() => opener(address, migration)));
  return Promise.all(processes.map((start) => start()));
};

/** A file is of one process. The others say so, and do nothing. */
function expectOpened(said: string[], refused: number): void {
  const others = said.filter((each) => each !== "opened\n");
  expect(others.length).toBeLessThanOrEqual(refused);
  for (const each of others) expect(each).toBe("another sandbox or program has it open\n");
}

const OPEN = `import { openStore } from "./src/sandbox-node/store/open-store.ts";
import { migrations } from "./src/sandbox-node/store/sql/migrations.ts";
const [, address, migration] = process.argv;
migrations.push(migration);
console.log("ready");
for await (const _ of process.stdin);
const store = await openStore(address).catch(({ message }) => console.log(message));
if (store) console.log("opened");
await store?.close();`;

/**
 * Makes a process with one more migration, which opens a database when told to, and may be killed some milliseconds later.
 * Returns what it says.
 */
async function opener(address: string, migration: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", OPEN, address, migration], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await once(child.stdout, "data");
  let said = "";
  child.stdout.on("data", (data) => {
    said += data;
  });
  return async (killAfter?: number) => {
    child.stdin.end();
    if (killAfter !== undefined) {
      await setTimeout(killAfter);
      child.kill("SIGKILL");
    }
    await closed;
    return said;
  };
}
