import { availableParallelism } from "node:os";
import type { PaymentRead } from "../generated/types.ts";
import { MISSING_POSTGRES, type PostgresServer } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { type Company, cardOrder } from "./company-fixture.ts";
import { CONNECTIONS } from "./load-generator.ts";
import { Pgbench } from "./pgbench.ts";
import {
  fraction,
  type Goal,
  number,
  ratioGoal,
  type Section,
  type Table,
  times,
} from "./report-section.ts";
import { type Call, send } from "./requests.ts";
import {
  type Measured,
  POSTGRES_SETTINGS,
  SECONDS,
  SharedSandbox,
  startPostgres,
} from "./shared-sandbox.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 5;
const COMPANIES = 8;
/** The payments to read, of one company or of all. They are few, so that each connection reads all of them. */
const PAYMENTS = 3 * COMPANIES;

type Engine = "memory" | "file" | "postgres";

/** The processes of the sandbox to measure, and where they keep their data. */
const setups = {
  memory: { title: "memory, 1 process", engine: "memory", processes: 1 },
  file: { title: "a file, 1 process", engine: "file", processes: 1 },
  alone: { title: "PostgreSQL, 1 process", engine: "postgres", processes: 1 },
  pair: { title: "PostgreSQL, 2 processes", engine: "postgres", processes: 2 },
  four: { title: "PostgreSQL, 4 processes", engine: "postgres", processes: 4 },
} satisfies Record<string, { title: string; engine: Engine; processes: number }>;
type Setup = keyof typeof setups;
type Name = Setup | "pgbench";

/** The setup that the others are compared with. */
const BASE = "alone";

const kinds = {
  createOne: { title: "creations, 1 company", pgbench: "-N -M prepared -c 1" },
  createAll: { title: `creations, ${COMPANIES} companies`, pgbench: "-N -M prepared -c 8" },
  readOne: { title: "reads, 1 company", pgbench: "-S -M prepared -c 8" },
  readAll: { title: `reads, ${COMPANIES} companies`, pgbench: "-S -M prepared -c 8" },
};
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

/** The rates of setups, as shares of pgbench's in the same round. */
const RATE_GOALS: { name: Setup; kind: Kind; goal: number; must: number }[] = [
  { name: "alone", kind: "readOne", goal: 1 / 8, must: 1 / 12 },
  { name: "pair", kind: "createAll", goal: 1 / 10, must: 1 / 15 },
  { name: "alone", kind: "createOne", goal: 1 / 4, must: 1 / 6 },
];
/** The processor time of a request with four processes, as a multiple of that with one. */
const EFFORT_GOAL = { is: "at most", goal: 1.1, must: 1.2 } as const;

/** A setup whose processes run, or pgbench. */
interface Competitor {
  name: Name;
  measure(kind: Kind): Promise<Measured>;
}

/** The measurements of each round. */
type Results = Record<Kind, Map<Name, Measured[]>>;

/** Measures what it costs to keep the data on a PostgreSQL server, and what more processes on it gain. */
export async function sharing(bench: BenchEnvironment): Promise<Section> {
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  const competitors = await startSetups(bench, postgres);
  if (postgres) competitors.push(await startPgbench(bench, await postgres.createDatabase()));
  const results = {} as Results;
  for (const kind of allKinds) {
    results[kind] = await race(competitors, bench.rounds(ROUNDS), ({ measure }) => measure(kind));
  }
  return {
    title: "Several processes",
    text: [...METHOD, postgres ? await aboutPostgres(postgres) : WITHOUT_POSTGRES],
    tables: [rateTable(results), effortTable(results), ...(postgres ? [ratioTable(results)] : [])],
    goals: postgres ? goalsOf(results) : [],
  };
}

async function startPgbench(bench: BenchEnvironment, database: string): Promise<Competitor> {
  const pgbench = await Pgbench.prepare(database);
  const seconds = bench.isQuick ? 1 : SECONDS;
  return {
    name: "pgbench",
    measure: async (kind) => ({
      rate: await pgbench.measure(kinds[kind].pgbench, seconds),
      effort: Number.NaN,
    }),
  };
}

async function startSetups(
  bench: BenchEnvironment,
  postgres: PostgresServer | undefined,
): Promise<Competitor[]> {
  /** The flags of a new store. An engine without them is not measured. */
  const flags: Record<Engine, (() => Promise<string[]>) | undefined> = {
    memory: async () => [],
    file: async () => ["--db", bench.file("db")],
    postgres: postgres && (async () => ["--db", await postgres.createDatabase()]),
  };
  const running = Object.entries(setups).map(async ([name, { engine, processes }]) => {
    const store = await flags[engine]?.();
    if (!store) return [];
    const sandbox = await SharedSandbox.start(bench, processes, ...store);
    const calls = await callsTo(sandbox);
    return [{ name: name as Name, measure: (kind: Kind) => sandbox.measure(calls[kind]) }];
  });
  return (await Promise.all(running)).flat();
}

async function callsTo(sandbox: SharedSandbox): Promise<Record<Kind, Call[]>> {
  const all = await sandbox.companies(COMPANIES);
  const one = all.slice(0, 1);
  const { port } = sandbox.first;
  return {
    createOne: creationsOf(one),
    createAll: creationsOf(all),
    readOne: await readsOf(port, one, PAYMENTS),
    readAll: await readsOf(port, all, PAYMENTS),
  };
}

export function creationsOf(companies: Company[]): Call[] {
  return companies.map((company) => company.order(cardOrder));
}

/** Creates payments of the companies in turn, and returns the requests that read them. */
export function readsOf(port: number, companies: Company[], payments: number): Promise<Call[]> {
  const owners = Array.from({ length: payments / companies.length }, () => companies).flat();
  return Promise.all(
    owners.map(async (company) => {
      const response = await send(port, company.order(cardOrder));
      const { data } = (await response.json()) as PaymentRead;
      return company.get(`/payments/${data.id}`);
    }),
  );
}

const METHOD = [
  `Requests per second with the data in memory, in a file (\`--db FILE\`) and in a PostgreSQL database (\`--db postgres://…\`), which several processes share. A creation is a card payment without postbacks, a read gets one of ${PAYMENTS} payments. The requests belong to one company, or to ${COMPANIES} in turn: the changes of one company wait for each other, in all processes together. Each figure is the median of ${ROUNDS} rounds of about ${SECONDS} seconds, in which the setups take turns, after a round that does not count. Ratios are calculated for each round.`,
  `The load generator is autocannon, in a separate process on the same machine, with ${CONNECTIONS} keep-alive connections in all, with one request at a time each. They are distributed over the processes of a setup in turn, and no connection belongs to a company. The load generator, the sandbox and PostgreSQL share ${number(availableParallelism())} processors: where these are fewer than the processes, more processes cannot be faster, and the figures show what they cost instead. The processor time is that of the sandbox's processes together.`,
];

const WITHOUT_POSTGRES = `PostgreSQL was not measured. ${MISSING_POSTGRES}.`;

async function aboutPostgres(server: PostgresServer): Promise<string> {
  const [row] = await server.query<{ server_version: string }>("SHOW server_version");
  const settings = Object.entries(POSTGRES_SETTINGS).map(
    ([name, value]) => `\`${name} = ${value}\``,
  );
  const flags = Object.values(kinds).map(
    ({ title, pgbench }) => `\`${pgbench}\` beside the ${title}`,
  );
  return `PostgreSQL ${row?.server_version} runs with its usual settings, ${settings.join(", ")} among them, so each creation waits until the disk has it. A creation in a file does not: after a power failure, the last ones may be missing. Each setup has a database of its own on the same server. pgbench, PostgreSQL's own benchmark, takes turns with the setups and shows what the server can do: ${flags.join("; ")}. A transaction of \`-S\` reads a row by its key, and one of \`-N\` updates a row, reads it and inserts another.`;
}

function goalsOf(results: Results): Goal[] {
  const rates = RATE_GOALS.map(({ name, kind, ...bounds }) =>
    ratioGoal(
      `${setups[name].title}, ${kinds[kind].title}`,
      medianRatio(figures(results, "rate", kind, name), figures(results, "rate", kind, "pgbench")),
      { is: "at least", ...bounds },
      { of: ` of \`pgbench ${kinds[kind].pgbench}\``, format: fraction },
    ),
  );
  const efforts = (["createAll", "readAll"] as const).map((kind) =>
    ratioGoal(
      `${setups.four.title}, processor time of ${kinds[kind].title}`,
      medianRatio(
        figures(results, "effort", kind, "four"),
        figures(results, "effort", kind, "alone"),
      ),
      EFFORT_GOAL,
      { of: " that of one process" },
    ),
  );
  return [...rates, ...efforts];
}

function rateTable(results: Results): Table {
  return table("requests per second", results, (kind, name) =>
    number(median(figures(results, "rate", kind, name))),
  );
}

function effortTable(results: Results): Table {
  return table("processor time per request, µs", results, (kind, name) =>
    number(median(figures(results, "effort", kind, name))),
  );
}

function ratioTable(results: Results): Table {
  return table(
    `requests per second, as a multiple of ${setups[BASE].title}`,
    results,
    (kind, name) =>
      times(
        medianRatio(figures(results, "rate", kind, name), figures(results, "rate", kind, BASE)),
      ),
  );
}

function figures(results: Results, what: keyof Measured, kind: Kind, name: Name): number[] {
  return (results[kind].get(name) ?? []).map((measured) => measured[what]);
}

function table(title: string, results: Results, cell: (kind: Kind, name: Name) => string): Table {
  return {
    head: [title, ...allKinds.map((kind) => kinds[kind].title)],
    rows: [...results.createOne.keys()].map((name) => [
      name === "pgbench" ? name : setups[name].title,
      ...allKinds.map((kind) => cell(kind, name)),
    ]),
  };
}
