import { availableParallelism } from "node:os";
import type { PaymentRead } from "../generated/types.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import { CONNECTIONS } from "./load-generator.ts";
import type { ServerProcess } from "./process-usage.ts";
import { number, type Section, type Table, times } from "./report-section.ts";
import { type Call, send } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 5;
/**
 * The number of requests that each connection sends in a measurement. A measurement with a fixed duration would leave
 * requests waiting for their company, and these would slow down the next one.
 */
const REQUESTS: Record<Engine, number> = { memory: 24, file: 24, postgres: 5 };
/** The creations, and the reads, that each process answers first, so that the code of all is about equally warm. */
const WARM_UP: Record<Engine, number> = { memory: 2000, file: 2000, postgres: 320 };

const COMPANIES = 8;
/** The payments to read, of one company or of all. They are few, so that each connection reads all of them. */
const PAYMENTS = 3 * COMPANIES;

/** The server keeps what it has committed when the power fails. Each process has a pool of connections. */
const SETTINGS = { fsync: "on", synchronous_commit: "on", max_connections: 200 };

type Engine = "memory" | "file" | "postgres";

/** The processes of the sandbox to measure, and where they keep their data. */
const setups = {
  memory: { title: "memory, 1 process", engine: "memory", processes: 1 },
  file: { title: "a file, 1 process", engine: "file", processes: 1 },
  alone: { title: "PostgreSQL, 1 process", engine: "postgres", processes: 1 },
  pair: { title: "PostgreSQL, 2 processes", engine: "postgres", processes: 2 },
  four: { title: "PostgreSQL, 4 processes", engine: "postgres", processes: 4 },
} satisfies Record<string, { title: string; engine: Engine; processes: number }>;
type Name = keyof typeof setups;

/** The setup that the others are compared with. */
const BASE = "alone";

const kinds = {
  createOne: "creations, 1 company",
  createAll: `creations, ${COMPANIES} companies`,
  readOne: "reads, 1 company",
  readAll: `reads, ${COMPANIES} companies`,
};
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

/** A setup whose processes run. */
interface RunningSetup {
  name: Name;
  ports: number[];
  calls: Record<Kind, Call[]>;
}

/** Requests per second, by setup and round. */
type Rates = Record<Kind, Map<Name, number[]>>;

/** Measures what it costs to keep the data on a PostgreSQL server, and what more processes on it gain. */
export async function sharing(bench: BenchEnvironment): Promise<Section> {
  await using resources = new AsyncDisposableStack();
  const postgres = programs ? await PostgresServer.start({ settings: SETTINGS }) : undefined;
  resources.defer(async () => postgres?.close());
  // Runs first: the processes would complain about a server that has gone.
  resources.defer(() => bench.stopServers());
  const running = await startSetups(bench, postgres);
  if (!bench.isQuick) for (const setup of running) await warmUp(bench, setup);
  const rates = {} as Rates;
  for (const kind of allKinds) rates[kind] = await measure(bench, running, kind);
  return {
    title: "Several processes",
    text: [...METHOD, postgres ? await aboutPostgres(postgres) : WITHOUT_POSTGRES],
    tables: [rateTable(rates), ...(postgres ? [ratioTable(rates)] : [])],
    goals: [],
  };
}

async function startSetups(
  bench: BenchEnvironment,
  postgres: PostgresServer | undefined,
): Promise<RunningSetup[]> {
  /** The flags of a new store. An engine without them is not measured. */
  const flags: Record<Engine, (() => Promise<string[]>) | undefined> = {
    memory: async () => [],
    file: async () => ["--db", bench.file("db")],
    postgres: postgres && (async () => ["--db", await postgres.createDatabase()]),
  };
  const running = Object.entries(setups).map(async ([name, { engine, processes }]) => {
    const store = await flags[engine]?.();
    return store ? [await startSetup(bench, name as Name, processes, store)] : [];
  });
  return (await Promise.all(running)).flat();
}

async function startSetup(
  bench: BenchEnvironment,
  name: Name,
  processes: number,
  store: string[],
): Promise<RunningSetup> {
  const start = () => bench.sandbox("--quiet", ...store);
  // The first one prepares the database.
  const first = await start();
  const others = await Promise.all(Array.from({ length: processes - 1 }, start));
  return { name, ports: [first, ...others].map(({ port }) => port), calls: await callsTo(first) };
}

/** Every process accepts the tokens of the first one. */
async function callsTo(server: ServerProcess): Promise<RunningSetup["calls"]> {
  const one = [await Company.first(server)];
  const others = Array.from({ length: COMPANIES - 1 }, () => Company.another(server));
  const all = [...one, ...(await Promise.all(others))];
  const create = (companies: Company[]) => companies.map((company) => company.order(cardOrder));
  return {
    createOne: create(one),
    createAll: create(all),
    readOne: await readsOf(server.port, one),
    readAll: await readsOf(server.port, all),
  };
}

/** Creates payments of the companies in turn, and returns the requests that read them. */
function readsOf(port: number, companies: Company[]): Promise<Call[]> {
  const owners = Array.from({ length: PAYMENTS / companies.length }, () => companies).flat();
  return Promise.all(
    owners.map(async (company) => {
      const response = await send(port, company.order(cardOrder));
      const { data } = (await response.json()) as PaymentRead;
      return company.get(`/payments/${data.id}`);
    }),
  );
}

async function warmUp(
  bench: BenchEnvironment,
  { name, ports, calls }: RunningSetup,
): Promise<void> {
  const count = WARM_UP[setups[name].engine] * ports.length;
  for (const kind of ["createAll", "readAll"] as const)
    await bench.load.run(ports, calls[kind], { count });
}

function measure(
  bench: BenchEnvironment,
  running: RunningSetup[],
  kind: Kind,
): Promise<Map<Name, number[]>> {
  const run = ({ name, ports, calls }: RunningSetup) => {
    const each = bench.isQuick ? 1 : REQUESTS[setups[name].engine];
    return bench.load.run(ports, calls[kind], { count: each * CONNECTIONS });
  };
  return race(running, bench.rounds(ROUNDS), run, 0);
}

const METHOD = [
  `Requests per second with the data in memory, in a file (\`--db FILE\`) and in a PostgreSQL database (\`--db postgres://…\`), which several processes share. A creation is a card payment without postbacks, a read gets one of ${PAYMENTS} payments. The requests belong to one company, or to ${COMPANIES} in turn: the changes of one company wait for each other, in all processes together. Each figure is the median of ${ROUNDS} rounds, in which the setups take turns. Before them, each process of a setup has answered the same number of requests. Ratios are calculated for each round.`,
  `The load generator is autocannon, in a separate process on the same machine, with ${CONNECTIONS} keep-alive connections in all, with one request at a time each. They are distributed over the processes of a setup in turn, and no connection belongs to a company. The load generator, the sandbox and PostgreSQL share ${number(availableParallelism())} processors: where these are fewer than the processes, more processes cannot be faster, and the figures show what they cost instead.`,
];

const WITHOUT_POSTGRES = `PostgreSQL was not measured. ${MISSING_POSTGRES}.`;

async function aboutPostgres(server: PostgresServer): Promise<string> {
  const [row] = await server.query<{ server_version: string }>("SHOW server_version");
  return `PostgreSQL ${row?.server_version} runs with its usual settings, ${Object.entries(SETTINGS)
    .map(([name, value]) => `\`${name} = ${value}\``)
    .join(
      ", ",
    )} among them, so each creation waits until the disk has it. A creation in a file does not: after a power failure, the last ones may be missing. Each setup has a database of its own on the same server.`;
}

function rateTable(rates: Rates): Table {
  return table("requests per second", rates, (kind, name) =>
    number(median(figures(rates, kind, name))),
  );
}

function ratioTable(rates: Rates): Table {
  return table(`as a multiple of ${setups[BASE].title}`, rates, (kind, name) =>
    times(medianRatio(figures(rates, kind, name), figures(rates, kind, BASE))),
  );
}

function figures(rates: Rates, kind: Kind, name: Name): number[] {
  return rates[kind].get(name) ?? [];
}

function table(title: string, rates: Rates, cell: (kind: Kind, name: Name) => string): Table {
  return {
    head: [title, ...Object.values(kinds)],
    rows: [...rates.createOne.keys()].map((name) => [
      setups[name].title,
      ...allKinds.map((kind) => cell(kind, name)),
    ]),
  };
}
