import { availableParallelism } from "node:os";
import { MISSING_POSTGRES, type PostgresServer } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { type Comparison, compare } from "./comparison.ts";
import { number, type Section } from "./report-section.ts";
import type { Call } from "./requests.ts";
import { SECONDS, SharedSandbox, startPostgres } from "./shared-sandbox.ts";
import { creationsOf, readsOf } from "./shared-store-throughput.ts";

const ROUNDS = 3;
/** The numbers of processes. */
const SETUPS = [1, 2];
/** The companies of each sandbox, and those of them that send requests. */
const COMPANIES = 1000;
const ACTIVE = 200;
/** What a person sends in a minute, to compute for how many a machine suffices. */
const PERSON = { creations: 1, reads: 10 };

const creations = { create: `creations per second, ${ACTIVE} companies` };
const reads = { read: `reads per second, ${ACTIVE} companies` };
type Kind = keyof typeof creations | keyof typeof reads;

interface Setup {
  /** The number of processes. */
  name: number;
  sandbox: SharedSandbox;
  database: string;
  calls: Record<Kind, Call[]>;
}

/** What a database stores, and how many connections it has. */
type Stored = Record<"bytes" | "payments" | "connections", number>;

type Figure = [what: string, figure: number, how: "measured" | "computed"];

/** Measures how much one machine serves with PostgreSQL, and what it needs. */
export async function capacity(bench: BenchEnvironment): Promise<Section> {
  const section: Section = { title: "Capacity", text: [ABOUT], tables: [], goals: [] };
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  if (!postgres) return { ...section, text: [`It was not measured. ${MISSING_POSTGRES}.`] };
  const setups: Setup[] = [];
  for (const processes of SETUPS) setups.push(await start(bench, postgres, processes));
  const measure = <Some extends Kind>(kinds: Record<Some, string>) =>
    compare(kinds, setups, bench.rounds(ROUNDS), ({ sandbox, calls }, kind: Some) =>
      sandbox.measure(calls[kind]),
    );
  const stored = () => Promise.all(setups.map(({ database }) => storedIn(postgres, database)));
  const before = await stored();
  const created = await measure(creations);
  const after = await stored();
  const read = await measure(reads);
  const columns = setups.map(({ name, sandbox }, index) => [
    ...speeds(name, created, read),
    ...needs(sandbox.memory(), before[index] as Stored, after[index] as Stored),
  ]);
  const rows = (columns[0] ?? []).map(([what, , how], row) => [
    what,
    ...columns.map((column) => number(column[row]?.[1] ?? Number.NaN)),
    how,
  ]);
  const head = ["", ...SETUPS.map((count) => `${count} process${count > 1 ? "es" : ""}`), "how"];
  return { ...section, tables: [{ head, rows }] };
}

async function start(
  bench: BenchEnvironment,
  postgres: PostgresServer,
  processes: number,
): Promise<Setup> {
  const database = await postgres.createDatabase();
  const sandbox = await SharedSandbox.start(bench, processes, "--db", database);
  const active = (await sandbox.companies(COMPANIES)).slice(0, ACTIVE);
  const read = await readsOf(sandbox.first.port, active, ACTIVE);
  return { name: processes, sandbox, database, calls: { create: creationsOf(active), read } };
}

async function storedIn(postgres: PostgresServer, database: string): Promise<Stored> {
  const [row] = await postgres.query<Stored>(
    `SELECT pg_database_size(current_database())::float AS bytes,
       (SELECT count(*) FROM centavo.payments)::float AS payments,
       (SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid())::float AS connections`,
    database,
  );
  return row as Stored;
}

function speeds(
  name: number,
  created: Comparison<"create", number>,
  read: Comparison<"read", number>,
): Figure[] {
  const rates = {
    create: created.median("rate", "create", name),
    read: read.median("rate", "read", name),
  };
  const microseconds = rates.create * created.median("effort", "create", name);
  const share = microseconds / 1e6 / availableParallelism();
  const minutes = PERSON.creations / rates.create / 60 + PERSON.reads / rates.read / 60;
  const people = `people who each send ${PERSON.creations} creation and ${PERSON.reads} reads a minute`;
  return [
    [creations.create, rates.create, "measured"],
    [reads.read, rates.read, "measured"],
    [people, 1 / minutes, "computed"],
    ["share of the processors that the sandbox uses for creations, %", share * 100, "computed"],
  ];
}

function needs(memory: number, before: Stored, after: Stored): Figure[] {
  const bytes = (after.bytes - before.bytes) / (after.payments - before.payments);
  const companies = `${number(COMPANIES)} companies, ${ACTIVE} of them active`;
  return [
    [`memory of a process with ${companies}, MB`, memory / 1e6, "measured"],
    ["connections to the server", after.connections, "measured"],
    ["bytes of the database for a payment", bytes, "measured"],
    ["payments in 1 GB of disk", 1e9 / bytes, "computed"],
  ];
}

const ABOUT = `What a machine with ${availableParallelism()} processors serves with PostgreSQL, if the load generator runs on it too. A sandbox has ${number(COMPANIES)} companies; the requests belong to ${ACTIVE} of them in turn. The method and the server's settings are those of the part about several processes, with ${ROUNDS} rounds of about ${SECONDS} seconds. The memory is that of the largest process. The bytes of a payment include its indexes and everything else that its creation stores, such as ledger entries and events, of which a company keeps at most 10,000.`;
