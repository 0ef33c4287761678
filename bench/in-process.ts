import type { PaymentRead } from "../generated/types.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { withDefaults } from "../src/sandbox/options.ts";
import { createFetch } from "../src/sandbox/requests/fetch.ts";
import { nodeTimers } from "../src/sandbox-node/node-timers.ts";
import { openFile } from "../src/sandbox-node/store/sqlite/database-file.ts";
import { openSqliteStore } from "../src/sandbox-node/store/sqlite/sqlite-store.ts";
import { openCopy } from "../test/sandbox/database-file.ts";
import { newFile } from "./engines.ts";
import { ID, withOtherIds } from "./many-payments.ts";
import { number, type Section } from "./report.ts";
import { callerOf, cardOrder } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const BUILT = "../dist/package/src/sandbox-node/index.js";

type SandboxModule = typeof import("../src/sandbox-node/index.ts");
type Row = Record<string, string | number | null>;

/** Measures calls to a sandbox in the caller's own process, in memory and over a file. */
export async function inProcess({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 20;
  const calls = isQuick ? 20 : 200;
  await using resources = new AsyncDisposableStack();
  const { createSandbox }: SandboxModule = await import(BUILT);
  const sandbox = resources.adopt(await createSandbox(), (opened) => opened.close());
  const { read, create } = await callsOf(await callerOf(sandbox));
  const file = newFile();
  const onFile = resources.use(await openOnFile(file));
  const { rows, ids } = await writtenBy(onFile.create, file);
  const bare = resources.adopt(openFile(newFile()), (opened) => opened.close());
  const insertions = rows.map(([table, row]) => {
    const names = Object.keys(row);
    const places = names.map(() => "?");
    return bare.prepare(`INSERT OR REPLACE INTO ${table} (${names}) VALUES (${places})`);
  });
  let copies = 0;
  const insert = () => {
    const all = Array.from({ length: calls }, () => copyOf(rows, ids, ++copies)).values();
    return durationOf(async () => {
      bare.exec("BEGIN");
      for (const [index, values] of all.next().value?.entries() ?? [])
        insertions[index]?.run(...values);
      bare.exec("COMMIT");
    }, calls);
  };
  const [reads = [], creations = []] = await race([read, create], rounds, (call) =>
    durationOf(call, calls),
  );
  const [ours = [], theirs = []] = await race(
    [() => durationOf(onFile.create, calls), insert],
    rounds,
    (measure) => measure(),
  );
  const row = (name: string, ...took: number[][]) => [
    name,
    ...took.map((each) => number(median(each))),
  ];
  return {
    title: "In one process",
    method: `Microseconds for a call, one after the other, to a sandbox in the same process: \`sandbox.fetch\` takes an address and options, and its response is read. The median of ${rounds} rounds of ${calls} calls, in which they take turns. Over a file, a payment is compared with the bare insertion of the ${rows.length} rows that it writes, in a transaction, into a file with the same tables, indexes and pragmas.`,
    head: ["", "read a payment", "create a payment"],
    rows: [
      row("sandbox.fetch", reads, creations),
      row("sandbox.fetch, over a SQLite file", [], ours),
      row("bare node:sqlite", [], theirs),
    ],
    demands: [
      ["sandbox.fetch: read a payment", median(reads), "µs", { must: 28, goal: 18 }],
      ["sandbox.fetch: create a payment", median(creations), "µs", { must: 95, goal: 70 }],
      [
        "create a payment: a sandbox on SQLite ÷ bare insertions of the same rows",
        ...([medianRatio(theirs, ours), "×", { must: 1 / 3, goal: 1 / 2 }] as const),
      ],
    ],
  };
}

interface Calls {
  read(): Promise<unknown>;
  create(): Promise<unknown>;
}

async function callsOf(call: Awaited<ReturnType<typeof callerOf>>): Promise<Calls> {
  const create = async () => (await call("/payments", cardOrder)).json();
  const { data: payment }: PaymentRead = await create();
  const read = async () => (await call(`/payments/${payment.id}`)).json();
  return { read, create };
}

/** The mean duration of a call in microseconds. */
async function durationOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < calls; count++) await call();
  return ((performance.now() - start) * 1000) / calls;
}

/** A sandbox over a file that is a function. */
async function openOnFile(file: string): Promise<Calls & AsyncDisposable> {
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
  const call = await callerOf({ ...sandbox.keys, fetch: served.fetch, url });
  return { ...(await callsOf(call)), [Symbol.asyncDispose]: () => sandbox.close(served) };
}

/** The rows that a creation writes to a file, with their tables, and the ids that are new in them. */
async function writtenBy(create: () => Promise<unknown>, file: string) {
  await create();
  const before = new Set(allRows(file).map((each) => JSON.stringify(each)));
  await create();
  const rows = allRows(file).filter((each) => !before.has(JSON.stringify(each)));
  const known = [...before].join();
  const ids = new Set(JSON.stringify(rows).match(ID));
  return { rows, ids: [...ids].filter((id) => !known.includes(id)) };
}

function allRows(file: string): [table: string, row: Row][] {
  using copy = openCopy(file);
  const tables = copy.sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.flatMap(({ name }) => {
    const rows = copy.sqlite.prepare(`SELECT * FROM ${name}`).all() as Row[];
    return rows.map((row): [string, Row] => [`${name}`, row]);
  });
}

/** The values of rows as another creation would write them, with ids and numbers that no row has. */
function copyOf(rows: readonly [string, Row][], ids: readonly string[], number: number) {
  return rows.map(([table, row]) =>
    Object.entries(row).map(([name, value]) => {
      const isNumber = name === "sequence" || (table === "events" && name === "id");
      if (isNumber) return Number(value) + number * rows.length;
      return typeof value === "string" ? withOtherIds(value, ids, number) : value;
    }),
  );
}
