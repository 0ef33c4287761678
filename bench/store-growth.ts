import type { BenchEnvironment } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Goal, number, type Section, type Table, times } from "./report-section.ts";
import type { Call } from "./requests.ts";
import { filledFiles } from "./seed-payments.ts";
import { median, medianRatio, race } from "./stats.ts";

/** How many payments there are. */
const SIZES = [1000, 10_000, 100_000, 1_000_000];
const MOST = 1.5;

const ROUNDS = 5;
const AMOUNT = { warmUp: 100, lasts: 400 };
/** Creating lets the store grow, so there are only so many in a round. */
const CREATED = { count: 400 };
/** How many are created beforehand, and deleted again, so that everywhere the code is as warm. */
const WARM = { count: 5000 };

const kinds = {
  read: "read one",
  first: "first page",
  status: "first page by status",
  last: "last page",
  create: "create",
};
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

/** A sandbox with so many payments. */
interface Filled {
  name: number;
  running: ServerProcess;
  calls: Record<Kind, Call[]>;
}

interface Measured {
  store: string;
  rates: Record<Kind, Map<number, number[]>>;
  /** In bytes, by the number of payments. */
  memory: Map<number, number>;
}

/** Whether what a call takes grows with what there is. */
export async function growth(bench: BenchEnvironment): Promise<Section> {
  const sizes = SIZES.map((size) => bench.payments(size));
  // Both take their time, and the one is done in this process, the other in the sandboxes'.
  const [files, memoryStores] = await Promise.all([
    filledFiles(bench, sizes),
    inMemoryStores(bench, sizes),
  ]);
  const inMemory = await measure(bench, "in memory", memoryStores);
  await bench.endServers();
  const inFiles = await measure(bench, "with --db", await fileStores(bench, sizes, files));
  const all = [inMemory, inFiles];
  return {
    title: "Growth",
    text: [
      `The same calls with so many payments in the store, ${ROUNDS} rounds, in which the sandboxes take turns: what a call takes, in microseconds, and as a multiple of what it takes with ${number(SIZES[0] as number)} payments. A page has 20 payments, and those by status are a quarter of all. Creating goes on with the store as it is, ${CREATED.count} payments a round. In memory the payments were created over HTTP; a file was filled by the operation itself, with the ledger entries, jobs and counts that come with a payment. Memory is that of the whole process after all of this.`,
    ],
    tables: all.flatMap((measured) => [timeTable(measured), factorTable(measured)]),
    goals: all.map(judge),
  };
}

async function inMemoryStores(bench: BenchEnvironment, sizes: number[]): Promise<Filled[]> {
  const stores: Filled[] = [];
  for (const size of sizes) {
    const running = await bench.sandbox("--quiet");
    await bench.fill(running, size);
    stores.push(await filled(bench, size, running));
  }
  return stores;
}

async function fileStores(
  bench: BenchEnvironment,
  sizes: number[],
  files: string[],
): Promise<Filled[]> {
  const stores: Filled[] = [];
  for (const [index, size] of sizes.entries()) {
    const running = await bench.sandbox("--quiet", "--db", files[index] as string);
    stores.push(await filled(bench, size, running));
  }
  return stores;
}

async function filled(
  bench: BenchEnvironment,
  size: number,
  running: ServerProcess,
): Promise<Filled> {
  const shop = await Company.first(running);
  const other = await Company.another(running);
  await bench.load.run(running.port, [other.order(cardOrder)], WARM);
  await other.reset();
  const ids = await shop.paymentIds();
  return {
    name: size,
    running,
    calls: {
      read: ids.map((id) => shop.get(`/payments/${id}`)),
      first: [shop.get("/payments?limit=20")],
      status: [shop.get("/payments?limit=20&status=SUCCEEDED")],
      last: [shop.get(`/payments?limit=20&page=${Math.ceil(size / 20)}`)],
      create: [shop.order(cardOrder)],
    },
  };
}

/** Creating comes last, when nobody asks any more how it is with just so many payments. */
async function measure(
  bench: BenchEnvironment,
  store: string,
  stores: Filled[],
): Promise<Measured> {
  const rates = {} as Measured["rates"];
  for (const kind of allKinds) {
    const amount = kind === "create" ? CREATED : AMOUNT;
    rates[kind] = await race(stores, bench.rounds(ROUNDS), ({ running, calls }) =>
      bench.load.run(running.port, calls[kind], amount),
    );
  }
  return {
    store,
    rates,
    memory: new Map(stores.map(({ name, running }) => [name, running.memory()])),
  };
}

function timeTable({ store, rates, memory }: Measured): Table {
  return {
    head: [`${store}: µs a call`, ...Object.values(kinds), "memory, MB"],
    rows: [...memory].map(([size, bytes]) => [
      `${number(size)} payments`,
      ...allKinds.map((kind) => number(1_000_000 / median(rates[kind].get(size) ?? []))),
      number(bytes / 1_000_000),
    ]),
  };
}

function factorTable({ store, rates, memory }: Measured): Table {
  const [, ...others] = memory.keys();
  return {
    head: [`${store}: times as long`, ...Object.values(kinds)],
    rows: others.map((size) => [
      `${number(size)} payments`,
      ...allKinds.map((kind) => times(factor(rates[kind], size))),
    ]),
  };
}

/** How many times as long a call takes as with the fewest payments. */
function factor(rates: Map<number, number[]>, size: number): number {
  const [fewest = []] = rates.values();
  return medianRatio(fewest, rates.get(size) ?? []);
}

function judge({ store, rates, memory }: Measured): Goal {
  const factors = allKinds.flatMap((kind) =>
    [...memory.keys()].map((size) => ({ kind, size, factor: factor(rates[kind], size) })),
  );
  const worst = factors.reduce((one, other) => (other.factor > one.factor ? other : one));
  return {
    goal: `${store}, no call takes more than ${MOST} times as long with up to ${number(Math.max(...memory.keys()))} payments as with ${number(Math.min(...memory.keys()))}`,
    measured: `at most ${times(worst.factor)} (${kinds[worst.kind]}, ${number(worst.size)})`,
    isMet: worst.factor <= MOST,
  };
}
