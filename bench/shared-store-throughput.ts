import { availableParallelism } from "node:os";
import type { PaymentRead } from "../generated/types.ts";
import { MISSING_POSTGRES, type PostgresServer } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { type Company, cardOrder } from "./company-fixture.ts";
import { type Comparison, compare, type Measured } from "./comparison.ts";
import { CONNECTIONS } from "./load-generator.ts";
import { Pgbench } from "./pgbench.ts";
import { fraction, type Goal, number, ratioGoal, type Section, times } from "./report-section.ts";
import { type Call, send } from "./requests.ts";
import { POSTGRES_SETTINGS, SECONDS, SharedSandbox, startPostgres } from "./shared-sandbox.ts";

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
  createOne: "creations, 1 company",
  createAll: `creations, ${COMPANIES} companies`,
  readOne: "reads, 1 company",
  readAll: `reads, ${COMPANIES} companies`,
};
type Kind = keyof typeof kinds;

/** What pgbench does beside each kind. */
const pgbenchFlags: Record<Kind, string> = {
  createOne: "-N -M prepared -c 1",
  createAll: "-N -M prepared -c 8",
  readOne: "-S -M prepared -c 8",
  readAll: "-S -M prepared -c 8",
};

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

type All = Comparison<Kind, Name>;

/** Measures what it costs to keep the data on a PostgreSQL server, and what more processes on it gain. */
export async function sharing(bench: BenchEnvironment): Promise<Section> {
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  const competitors = await startSetups(bench, postgres);
  if (postgres) competitors.push(await startPgbench(bench, await postgres.createDatabase()));
  const all: All = await compare(kinds, competitors, bench.rounds(ROUNDS), ({ measure }, kind) =>
    measure(kind),
  );
  const tables = [
    all.table("requests per second", titleOf, (kind, name) =>
      number(all.median("rate", kind, name)),
    ),
    all.table("processor time per request, µs", titleOf, (kind, name) =>
      number(all.median("effort", kind, name)),
    ),
  ];
  const title = "Several processes";
  if (!postgres) return { title, text: [...METHOD, WITHOUT_POSTGRES], tables, goals: [] };
  const ratios = all.table(
    `requests per second, as a multiple of ${titleOf(BASE)}`,
    titleOf,
    (kind, name) => times(all.ratio("rate", kind, name, BASE)),
  );
  const text = [...METHOD, await aboutPostgres(postgres)];
  return { title, text, tables: [...tables, ratios], goals: goalsOf(all) };
}

function titleOf(name: Name): string {
  return name === "pgbench" ? name : setups[name].title;
}

async function startPgbench(bench: BenchEnvironment, database: string): Promise<Competitor> {
  const pgbench = await Pgbench.prepare(database);
  const seconds = bench.isQuick ? 1 : SECONDS;
  return {
    name: "pgbench",
    measure: async (kind) => ({
      rate: await pgbench.measure(pgbenchFlags[kind], seconds),
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
  const flags = Object.entries(pgbenchFlags).map(
    ([kind, pgbench]) => `\`${pgbench}\` beside the ${kinds[kind as Kind]}`,
  );
  return `PostgreSQL ${row?.server_version} runs with its usual settings, ${settings.join(", ")} among them, so each creation waits until the disk has it. A creation in a file does not: after a power failure, the last ones may be missing. Each setup has a database of its own on the same server. pgbench, PostgreSQL's own benchmark, takes turns with the setups and shows what the server can do: ${flags.join("; ")}. A transaction of \`-S\` reads a row by its key, and one of \`-N\` updates a row, reads it and inserts another.`;
}

function goalsOf(all: All): Goal[] {
  const rates = RATE_GOALS.map(({ name, kind, ...bounds }) =>
    ratioGoal(
      `${titleOf(name)}, ${kinds[kind]}`,
      all.ratio("rate", kind, name, "pgbench"),
      { is: "at least", ...bounds },
      { of: ` of \`pgbench ${pgbenchFlags[kind]}\``, format: fraction },
    ),
  );
  const efforts = (["createAll", "readAll"] as const).map((kind) =>
    ratioGoal(
      `${titleOf("four")}, processor time of ${kinds[kind]}`,
      all.ratio("effort", kind, "four", BASE),
      EFFORT_GOAL,
      { of: " that of one process" },
    ),
  );
  return [...rates, ...efforts];
}
