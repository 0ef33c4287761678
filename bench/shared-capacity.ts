import { availableParallelism } from "node:os";
import { MISSING_POSTGRES, type PostgresServer } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { number, type Section } from "./report-section.ts";
import type { Call } from "./requests.ts";
import { type Measured, SECONDS, SharedSandbox, startPostgres } from "./shared-sandbox.ts";
import { creationsOf, readsOf } from "./shared-store-throughput.ts";
import { median, race } from "./stats.ts";

const ROUNDS = 3;
/** The numbers of processes. */
const SETUPS = [1, 2];
/** The companies of each sandbox, and those of them that send requests, in two sizes. */
const COMPANIES = 1000;
const FEW = 8;
const ACTIVE = 200;
/** What a person sends in a minute, to compute for how many a machine suffices. */
const PERSON = { creations: 1, reads: 10 };

const kinds = {
  createFew: `creations per second, ${FEW} companies`,
  createActive: `creations per second, ${ACTIVE} companies`,
  readFew: `reads per second, ${FEW} companies`,
  readActive: `reads per second, ${ACTIVE} companies`,
};
type Kind = keyof typeof kinds;
const creations: Kind[] = ["createFew", "createActive"];
const reads: Kind[] = ["readFew", "readActive"];

type Results = Record<Kind, Measured[]>;

interface Setup {
  /** The number of processes. */
  name: number;
  sandbox: SharedSandbox;
  database: string;
  calls: Record<Kind, Call[]>;
  /** Before the companies were created. */
  memoryAtFirst: number;
  /** Before and after the creations. */
  stored: Stored[];
  results: Results;
}

/** What a database stores. */
interface Stored {
  bytes: number;
  payments: number;
}

type Figures = Record<string, number>;

/** Measures how much one machine serves with PostgreSQL, and what it needs. */
export async function capacity(bench: BenchEnvironment): Promise<Section> {
  const section: Section = { title: "Capacity", text: [ABOUT], tables: [], goals: [] };
  await using resources = new AsyncDisposableStack();
  const postgres = await startPostgres(bench, resources);
  if (!postgres) return { ...section, text: [`It was not measured. ${MISSING_POSTGRES}.`] };
  const setups: Setup[] = [];
  for (const processes of SETUPS) setups.push(await start(bench, postgres, processes));
  for (const kind of creations) await measure(bench, setups, kind);
  for (const { stored, database } of setups) stored.push(await storedIn(postgres, database));
  for (const kind of reads) await measure(bench, setups, kind);
  const figures = await Promise.all(setups.map((setup) => figuresOf(postgres, setup)));
  const rows = (["measured", "computed"] as const).flatMap((how) =>
    Object.keys(figures[0]?.[how] ?? {}).map((row) => [
      row,
      ...figures.map((each) => number(each[how][row] as number)),
      how,
    ]),
  );
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
  const memoryAtFirst = sandbox.memory();
  const companies = await sandbox.companies(COMPANIES);
  const [few, active] = [companies.slice(0, FEW), companies.slice(0, ACTIVE)];
  const { port } = sandbox.first;
  const calls = {
    createFew: creationsOf(few),
    createActive: creationsOf(active),
    readFew: await readsOf(port, few, ACTIVE),
    readActive: await readsOf(port, active, ACTIVE),
  };
  const stored = [await storedIn(postgres, database)];
  const results = {} as Results;
  return { name: processes, sandbox, database, calls, memoryAtFirst, stored, results };
}

async function measure(bench: BenchEnvironment, setups: Setup[], kind: Kind): Promise<void> {
  const measured = await race(setups, bench.rounds(ROUNDS), ({ sandbox, calls }) =>
    sandbox.measure(calls[kind]),
  );
  for (const { name, results } of setups) results[kind] = measured.get(name) ?? [];
}

async function storedIn(postgres: PostgresServer, database: string): Promise<Stored> {
  const [row] = await postgres.query<Record<keyof Stored, string>>(
    `SELECT pg_database_size(current_database()) AS bytes,
       (SELECT count(*) FROM centavo.payments) AS payments`,
    database,
  );
  return { bytes: Number(row?.bytes), payments: Number(row?.payments) };
}

async function figuresOf(
  postgres: PostgresServer,
  { sandbox, database, memoryAtFirst, stored: [before, after], results }: Setup,
): Promise<{ measured: Figures; computed: Figures }> {
  const [connections] = await postgres.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    database,
  );
  const added = (what: keyof Stored) => (after?.[what] ?? 0) - (before?.[what] ?? 0);
  const bytes = added("bytes") / added("payments");
  const middle = (what: keyof Measured, kind: Kind) =>
    median(results[kind].map((measured) => measured[what]));
  const share = (kind: Kind) =>
    (middle("rate", kind) * middle("effort", kind)) / 1e6 / availableParallelism();
  const perMinute = (kind: Kind) => middle("rate", kind) * 60;
  return {
    measured: {
      ...Object.fromEntries(
        [...creations, ...reads].map((kind) => [kinds[kind], middle("rate", kind)]),
      ),
      "processor time of a creation, µs": middle("effort", "createActive"),
      "processor time of a read, µs": middle("effort", "readActive"),
      "memory of a process with 1 company at its start, MB": memoryAtFirst / 1e6,
      [`memory of a process with ${number(COMPANIES)} companies, ${ACTIVE} of them active, MB`]:
        sandbox.memory() / 1e6,
      "connections to the server": Number(connections?.count),
      "bytes of the database for a payment": bytes,
    },
    computed: {
      "share of the processors that the sandbox uses for creations, %": share("createActive") * 100,
      "share of the processors that the sandbox uses for reads, %": share("readActive") * 100,
      "payments in 1 GB of disk": 1e9 / bytes,
      [`people who each send ${PERSON.creations} creation and ${PERSON.reads} reads a minute`]:
        1 / (PERSON.creations / perMinute("createActive") + PERSON.reads / perMinute("readActive")),
    },
  };
}

const ABOUT = `What a machine with ${availableParallelism()} processors serves with PostgreSQL, if the load generator runs on it too. A sandbox has ${number(COMPANIES)} companies; the requests belong to ${FEW} or ${ACTIVE} of them in turn. The method and the server's settings are those of the part about several processes, with ${ROUNDS} rounds of about ${SECONDS} seconds. The memory is that of the largest process. The bytes of a payment include its indexes and everything else that its creation stores, such as ledger entries and events, of which a company keeps at most 10,000.`;
