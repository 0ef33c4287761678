import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { withDefaults } from "../src/sandbox/options.ts";
import { createFetch } from "../src/sandbox/requests/fetch.ts";
import { nodeTimers } from "../src/sandbox-node/node-timers.ts";
import { openFile } from "../src/sandbox-node/store/sqlite/database-file.ts";
import { openSqliteStore } from "../src/sandbox-node/store/sqlite/sqlite-store.ts";
import { openCopy } from "../test/sandbox/database-file.ts";
import { byFetch, type Caller } from "./in-process.ts";
import { ID } from "./many-payments.ts";
import { number, type Section } from "./report.ts";
import { median, medianRatio, race } from "./stats.ts";

const CALLS_PER_ROUND = 500;
type Row = Record<string, string | number | null>;

/** Compares the creation of a payment in a file with the bare insertion of the rows that it writes. */
export async function sqliteInserts({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 10;
  const calls = isQuick ? 20 : CALLS_PER_ROUND;
  const folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  await using resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "sandbox.db");
  const sandbox = resources.use(await openCaller(file));
  await sandbox.create();
  const before = new Set([...rowsOf(file)].map((each) => JSON.stringify(each)));
  await sandbox.create();
  const written = [...rowsOf(file)].filter((each) => !before.has(JSON.stringify(each)));
  const ids = `${JSON.stringify(written)}`.match(ID) ?? [];
  const newIds = [...new Set(ids)].filter((id) => ![...before].some((each) => each.includes(id)));
  const sqlite = resources.adopt(openFile(join(folder, "bare.db")), (opened) => opened.close());
  const insertions = written.map(([table, row]) => {
    const names = Object.keys(row);
    const places = names.map(() => "?");
    return sqlite.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${places})`);
  });
  let copies = 0;
  const writers = [
    async () => {
      const start = performance.now();
      for (let count = 0; count < calls; count++) await sandbox.create();
      return performance.now() - start;
    },
    async () => {
      const all = Array.from({ length: calls }, () => copyOf(written, newIds, ++copies));
      const start = performance.now();
      for (const rows of all) {
        sqlite.exec("BEGIN");
        for (const [index, values] of rows.entries()) insertions[index]?.run(...values);
        sqlite.exec("COMMIT");
      }
      return performance.now() - start;
    },
  ];
  const [ours = [], theirs = []] = await race(writers, rounds, (write) => write());
  const tables = new Set(written.map(([table]) => table));
  const each = (took: number[]) => number((median(took) * 1000) / calls);
  return {
    title: "Creation in a SQLite file",
    method: `Microseconds for a card payment that is created by the \`fetch\` of a sandbox in the same process, over a SQLite file, and for the bare insertion of the ${written.length} rows that it writes to ${tables.size} tables, in a transaction each, into a file with the same tables, indexes and pragmas; the median of ${rounds} rounds of ${calls}.`,
    head: ["", "microseconds"],
    rows: [
      ["sandbox", each(ours)],
      ["bare node:sqlite", each(theirs)],
    ],
    demands: [
      {
        what: "SQLite: creations of a sandbox ÷ bare insertions of the same rows",
        ...{ figure: medianRatio(theirs, ours), must: 1 / 3, goal: 1 / 2, unit: "×" },
      },
    ],
  };
}

/** All rows of a file, with their tables. */
function* rowsOf(file: string): Iterable<[table: string, row: Row]> {
  using copy = openCopy(file);
  const tables = copy.sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables)
    for (const row of copy.sqlite.prepare(`SELECT * FROM ${name}`).all())
      yield [`${name}`, row as Row];
}

/** The values of rows as another creation would write them, with ids and numbers that no row has. */
function copyOf(rows: readonly [string, Row][], ids: readonly string[], number: number) {
  const end = number.toString(16).padStart(12, "0");
  return rows.map(([table, row]) =>
    Object.entries(row).map(([name, value]) => {
      const isNumber = name === "sequence" || (table === "events" && name === "id");
      if (isNumber) return Number(value) + number * rows.length;
      if (typeof value !== "string") return value;
      return ids.reduce((text, id) => text.replaceAll(id, id.slice(0, -end.length) + end), value);
    }),
  );
}

/** A sandbox over a file that is a function. */
async function openCaller(file: string): Promise<Caller & AsyncDisposable> {
  const url = "https://sandbox.invalid";
  const sandbox = await openSandbox(withDefaults({}), {
    store: openSqliteStore(file),
    timers: nodeTimers,
    warn: console.warn,
    deliver() {
      throw new Error("No payment has a postback.");
    },
    ...{ hasOwnSecret: true, isShared: false, isSecure: false },
    address: { url, publicUrl: url },
  });
  const served = createFetch(sandbox.handler, { timers: nodeTimers });
  sandbox.start();
  const caller = await byFetch({ ...sandbox.keys, fetch: served.fetch, url });
  return { ...caller, [Symbol.asyncDispose]: () => sandbox.close(served) };
}
