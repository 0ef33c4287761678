import type { BenchEnvironment } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import { filledDatabases, filledFiles } from "./insert-payments.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Goal, number, ratioGoal, type Section, type Table, times } from "./report-section.ts";
import type { Call } from "./requests.ts";
import { startPostgres } from "./shared-sandbox.ts";
import { median, medianRatio, race } from "./stats.ts";

/** The numbers of payments in the store. */
const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** The duration of a request, as a multiple of that with the fewest payments. */
const GOAL = { is: "at most", goal: 1.3, must: 1.5 } as const;

const ROUNDS = 5;
const AMOUNT = { warmUp: 100, duration: 400 };
/** The number of payments to create per round. It is limited because they make the store grow. */
const CREATED = { count: 400 };
/** Payments that are created and deleted first, so that the code of all sandboxes is equally warm. */
const WARM_UP = 5000;

export const kinds = {
  read: "read one",
  first: "first page",
  status: "first page by status",
  last: "last page",
  balance: "balance",
  create: "create",
};
type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];

/** A sandbox with a number of payments, which is its name. */
interface FilledSandbox {
  name: number;
  server: ServerProcess;
  calls: Record<Kind, Call[]>;
}

interface Measurements {
  store: string;
  rates: Record<Kind, Map<number, number[]>>;
  /** In bytes, by the number of payments. */
  memory: Map<number, number>;
}

/** Measures whether requests get slower when the store grows. */
export async function growth(bench: BenchEnvironment): Promise<Section> {
  const sizes = SIZES.map((size) => bench.payments(size));
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  // In parallel: this process fills the databases, and the sandboxes' processes fill the memory.
  const [files, databases, memoryStores] = await Promise.all([
    filledFiles(bench, sizes),
    postgres && filledDatabases(bench, sizes, postgres),
    inMemoryStores(bench, sizes),
  ]);
  const all = [await measure(bench, "in memory", memoryStores)];
  for (const [store, addresses] of [
    ["with --db", files],
    ["in PostgreSQL", databases],
  ] as const) {
    await bench.stopServers();
    if (!addresses) continue;
    all.push(await measure(bench, store, await openStores(bench, sizes, addresses)));
  }
  return {
    title: "Growth",
    text: [
      `The duration of the same requests with different numbers of payments in the store, in microseconds, and as a multiple of the duration with ${number(SIZES[0] as number)} payments; the median of ${ROUNDS} rounds, in which the sandboxes take turns. A page has 20 payments. The filter by status matches a quarter of all payments. Each round creates ${CREATED.count} more payments, which stay in the store. In memory, the payments were created over HTTP. The files and the databases on a PostgreSQL server were filled by calling the operation directly, which also creates the ledger entries, jobs and counts of a payment; each of these databases has then been vacuumed. The memory is that of the whole process at the end.`,
    ],
    tables: all.flatMap((measurements) => [timeTable(measurements), factorTable(measurements)]),
    goals: all.map(evaluateGoal),
  };
}

async function inMemoryStores(bench: BenchEnvironment, sizes: number[]): Promise<FilledSandbox[]> {
  const stores: FilledSandbox[] = [];
  for (const size of sizes) {
    const server = await bench.sandbox("--quiet");
    await bench.fill(server, size);
    stores.push(await prepare(bench, size, server));
  }
  return stores;
}

async function openStores(
  bench: BenchEnvironment,
  sizes: number[],
  addresses: string[],
): Promise<FilledSandbox[]> {
  const stores: FilledSandbox[] = [];
  for (const [index, size] of sizes.entries()) {
    const server = await bench.sandbox("--quiet", "--db", addresses[index] as string);
    stores.push(await prepare(bench, size, server));
  }
  return stores;
}

/** Prepares the requests to a sandbox with a number of payments. */
export async function prepare(
  bench: BenchEnvironment,
  size: number,
  server: ServerProcess,
): Promise<FilledSandbox> {
  const company = await Company.first(server);
  const other = await Company.another(server);
  const count = bench.payments(WARM_UP);
  await bench.load.run(server.port, [other.order(cardOrder)], { count });
  await other.reset();
  const ids = await company.paymentIds();
  return {
    name: size,
    server,
    calls: {
      read: ids.map((id) => company.get(`/payments/${id}`)),
      first: [company.get("/payments?limit=20")],
      status: [company.get("/payments?limit=20&status=SUCCEEDED")],
      last: [company.get(`/payments?limit=20&page=${Math.ceil(size / 20)}`)],
      balance: [company.get("/_sandbox/balance")],
      create: [company.order(cardOrder)],
    },
  };
}

/** Measures creation last, because it changes the number of payments. */
async function measure(
  bench: BenchEnvironment,
  store: string,
  stores: FilledSandbox[],
): Promise<Measurements> {
  const rates = {} as Measurements["rates"];
  for (const kind of allKinds) {
    const amount = kind === "create" ? CREATED : AMOUNT;
    rates[kind] = await race(stores, bench.rounds(ROUNDS), ({ server, calls }) =>
      bench.load.run(server.port, calls[kind], amount),
    );
  }
  return {
    store,
    rates,
    memory: new Map(stores.map(({ name, server }) => [name, server.memory()])),
  };
}

function timeTable({ store, rates, memory }: Measurements): Table {
  return {
    head: [`${store}: µs per request`, ...Object.values(kinds), "memory, MB"],
    rows: [...memory].map(([size, bytes]) => [
      `${number(size)} payments`,
      ...allKinds.map((kind) => number(1_000_000 / median(rates[kind].get(size) ?? []))),
      number(bytes / 1_000_000),
    ]),
  };
}

function factorTable({ store, rates, memory }: Measurements): Table {
  const [, ...others] = memory.keys();
  return {
    head: [`${store}: factor`, ...Object.values(kinds)],
    rows: others.map((size) => [
      `${number(size)} payments`,
      ...allKinds.map((kind) => times(factor(rates[kind], size))),
    ]),
  };
}

/** The duration of a request, as a multiple of its duration with the fewest payments. */
function factor(rates: Map<number, number[]>, size: number): number {
  const [fewest = []] = rates.values();
  return medianRatio(fewest, rates.get(size) ?? []);
}

function evaluateGoal({ store, rates, memory }: Measurements): Goal {
  const factors = allKinds.flatMap((kind) =>
    [...memory.keys()].map((size) => ({ kind, size, factor: factor(rates[kind], size) })),
  );
  const worst = factors.reduce((a, b) => (b.factor > a.factor ? b : a));
  const [most, fewest] = [Math.max(...memory.keys()), Math.min(...memory.keys())];
  return ratioGoal(
    `${store}, the longest time of a request with up to ${number(most)} payments`,
    worst.factor,
    GOAL,
    {
      of: ` that with ${number(fewest)}`,
      detail: ` (${kinds[worst.kind]}, ${number(worst.size)})`,
    },
  );
}
