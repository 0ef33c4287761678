import type { BenchEnvironment } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import { type Comparison, compare } from "./comparison.ts";
import { filledDatabases, filledFiles } from "./insert-payments.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Goal, number, ratioGoal, type Section, type Table, times } from "./report-section.ts";
import type { Call } from "./requests.ts";
import { startPostgres } from "./shared-sandbox.ts";

/** The numbers of payments in the store. */
const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** The duration of a request, as a multiple of that with the fewest payments. */
const GOAL = { is: "at most", goal: 1.3, must: 1.5 } as const;
/** The bytes of a process with the most payments in memory. */
const MEMORY_GOAL = { is: "at most", goal: 1.2e9, must: 1.5e9 } as const;

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

/** A sandbox with a number of payments, which is its name. */
interface FilledSandbox {
  name: number;
  server: ServerProcess;
  calls: Record<Kind, Call[]>;
}

/** What was measured of a kind of store, whose sandboxes are named by their number of payments. */
interface Measurements {
  store: string;
  all: Comparison<Kind, number>;
  /** In bytes, in the order of the sandboxes. */
  memory: number[];
}

/** Measures whether requests get slower when the store grows. */
export async function growth(bench: BenchEnvironment): Promise<Section> {
  const sizes = SIZES.map((size) => bench.payments(size));
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  const inMemory = async (size: number) => {
    const server = await bench.sandbox("--quiet");
    await bench.fill(server, size);
    return server;
  };
  // In parallel: this process fills the databases, and the sandboxes' processes fill the memory.
  const [files, databases, memoryStores] = await Promise.all([
    filledFiles(bench, sizes),
    postgres && filledDatabases(bench, sizes, postgres),
    openAll(bench, sizes, inMemory),
  ]);
  const memory = await measure(bench, "in memory", memoryStores);
  const all = [memory];
  for (const [store, addresses = []] of [
    ["with --db", files],
    ["in PostgreSQL", databases],
  ] as const) {
    await bench.stopServers();
    if (addresses.length === 0) continue;
    const stores = await openAll(bench, sizes, (size) =>
      bench.sandbox("--quiet", "--db", addresses[sizes.indexOf(size)] as string),
    );
    all.push(await measure(bench, store, stores));
  }
  return {
    title: "Growth",
    text: [
      `The duration of the same requests with different numbers of payments in the store, in microseconds, and as a multiple of the duration with ${number(SIZES[0] as number)} payments; the median of ${ROUNDS} rounds, in which the sandboxes take turns. A page has 20 payments. The filter by status matches a quarter of all payments. Each round creates ${CREATED.count} more payments, which stay in the store. In memory, the payments were created over HTTP. The files and the databases on a PostgreSQL server were filled by calling the operation directly, which also creates the ledger entries, jobs and counts of a payment; each of these databases has then been vacuumed. The memory is that of the whole process at the end.`,
    ],
    tables: all.flatMap(tablesOf),
    goals: [...all.map(goalOf), memoryGoal(memory)],
  };
}

/** Opens a sandbox for each number of payments. */
async function openAll(
  bench: BenchEnvironment,
  sizes: number[],
  open: (size: number) => Promise<ServerProcess>,
): Promise<FilledSandbox[]> {
  const stores: FilledSandbox[] = [];
  for (const size of sizes) stores.push(await prepare(bench, size, await open(size)));
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
  await bench.load.run([server.port], [other.order(cardOrder)], { count });
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
  const all = await compare(kinds, stores, bench.rounds(ROUNDS), ({ server, calls }, kind) =>
    bench.measure([server], calls[kind], kind === "create" ? CREATED : AMOUNT),
  );
  return { store, all, memory: stores.map(({ server }) => server.memory()) };
}

function tablesOf({ store, all, memory }: Measurements): Table[] {
  const titleOf = (size: number) => `${number(size)} payments`;
  const durations = all.table(`${store}: µs per request`, titleOf, (kind, size) =>
    number(1_000_000 / all.median("rate", kind, size)),
  );
  durations.head.push("memory, MB");
  for (const [index, row] of durations.rows.entries())
    row.push(number((memory[index] ?? Number.NaN) / 1_000_000));
  const factors = all.table(`${store}: factor`, titleOf, (kind, size) =>
    times(factor(all, kind, size)),
  );
  return [durations, { ...factors, rows: factors.rows.slice(1) }];
}

/** The duration of a request, as a multiple of its duration with the fewest payments. */
function factor(all: Comparison<Kind, number>, kind: Kind, size: number): number {
  return all.ratio("rate", kind, all.names[0] as number, size);
}

function goalOf({ store, all }: Measurements): Goal {
  const factors = all.kinds.flatMap((kind) =>
    all.names.map((size) => ({ kind, size, factor: factor(all, kind, size) })),
  );
  const worst = factors.reduce((a, b) => (b.factor > a.factor ? b : a));
  const detail = ` (${kinds[worst.kind]}, ${number(worst.size)})`;
  return ratioGoal(
    `${store}, the longest time of a request with up to ${number(all.names.at(-1) as number)} payments`,
    worst.factor,
    GOAL,
    { of: ` that with ${number(all.names[0] as number)}`, detail },
  );
}

function memoryGoal({ store, all, memory }: Measurements): Goal {
  return ratioGoal(
    `${store}, the memory of a process with ${number(all.names.at(-1) as number)} payments`,
    memory.at(-1) as number,
    MEMORY_GOAL,
    { format: (bytes) => `${number(bytes / 1e9, 2)} GB` },
  );
}
