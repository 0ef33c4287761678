import type { PaymentList, PaymentRead, TokenCreate } from "../generated/types.ts";
import { openEngines, preparePgbench } from "./engines.ts";
import { fillWithPayments } from "./many-payments.ts";
import { type Demand, number, type Section } from "./report.ts";
import {
  type Call,
  CONNECTIONS,
  cardOrder,
  example,
  firstToken,
  get,
  load,
  post,
  send,
  tokenFor,
} from "./requests.ts";
import { bare, PRISM, SANDBOX, type ServerProcess, startServer } from "./server-process.ts";
import { median, medianRatio, race } from "./stats.ts";

const [READ, LIST, CREATE] = ["read a payment", "list 20 payments", "create a payment"] as const;
const KINDS = [READ, LIST, CREATE];
type Kind = (typeof KINDS)[number];

const FEW = 1_000;
const MANY = 100_000;
/** The companies that create payments in turn: the changes of one company wait for each other. */
const CREATORS = 8;
const PAGE = "/payments?limit=20";

const BARE = "bare node:http";
const MEMORY = "sandbox";
const PRISM_NAME = "Prism without log";
const [ONE, FOUR] = ["sandbox on PostgreSQL, 1 process", "sandbox on PostgreSQL, 4 processes"];
const PGBENCH = "pgbench";

/** How many times as fast as another one has to be. */
const RATES: [kind: Kind, one: string, other: string, must: number, goal: number][] = [
  [READ, MEMORY, PRISM_NAME, 12, 14],
  [CREATE, MEMORY, PRISM_NAME, 6, 8],
  [LIST, MEMORY, PRISM_NAME, 6, 8],
  [READ, MEMORY, BARE, 0.6, 0.75],
  [READ, ONE, PGBENCH, 1 / 7, 1 / 4],
  [CREATE, ONE, PGBENCH, 1 / 6, 1 / 4],
];

/** What was measured in a round: responses per second, and the processor time of each in microseconds. */
type Measured = { rate: number; effort: number };

interface Competitor {
  name: string;
  /** Of a kind that it has not, it measures nothing. */
  measure(kind: Kind, duration: number): Promise<Measured>;
}

/** Measures the responses per second of the sandbox, and of other servers. */
export async function throughput({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 5;
  await using resources = new AsyncDisposableStack();
  const all = await startAll(resources, isQuick ? 0.04 : 1);
  const measured = new Map<Kind, Measured[][]>();
  for (const kind of KINDS)
    measured.set(kind, await race(all, rounds, ({ measure }) => measure(kind, isQuick ? 1 : 2)));
  const of = (kind: Kind, name: string, what: keyof Measured) =>
    (measured.get(kind)?.[all.findIndex((each) => each.name === name)] ?? []).map(
      (figures) => figures[what],
    );
  const demands = RATES.map(([kind, one, other, must, goal]): Demand => {
    const figure = medianRatio(of(kind, one, "rate"), of(kind, other, "rate"));
    return { what: `${kind}: ${one} ÷ ${other}`, figure, must, goal, unit: "×" };
  });
  for (const kind of [READ, CREATE]) {
    const figure = medianRatio(of(kind, FOUR, "effort"), of(kind, ONE, "effort"));
    const what = `${kind}: the processor time of 4 processes on PostgreSQL ÷ that of 1`;
    demands.push({ what, figure, must: 1.4, goal: 1.2, unit: "×" });
  }
  const rateOf = (kind: Kind, name: string) => median(of(kind, name, "rate"));
  return {
    title: "Responses per second",
    method: `autocannon, on the same machine, sends requests to one server at a time, over ${CONNECTIONS} connections with one request at a time each. Each figure is the median of ${rounds} rounds, in which the servers take turns. The bare server sends bytes that the sandbox has sent, and does no more. Prism answers with the contract's examples, stores nothing, and writes no log; its page has 3 payments. A sandbox has ${number(MANY)} payments of one company, and on PostgreSQL ${number(FEW)}; ${CREATORS} other companies create further ones, without postbacks. PostgreSQL runs on the same machine, with \`fsync = on\`: a payment is on the disk before its response. pgbench is PostgreSQL's own benchmark: \`-S -M prepared -c 8 -j 1\` beside the reads, which select a row by its key, and \`-N -M prepared -c 8 -j 1\` beside the creations, which change a row, select it and insert another. The last columns are the processor time of the sandbox for each response, in microseconds.`,
    head: ["", ...KINDS, "µs of processor: read", "list", "create"],
    rows: all.map(({ name }) => [
      name,
      ...KINDS.map((kind) => number(rateOf(kind, name))),
      ...KINDS.map((kind) => number(median(of(kind, name, "effort")))),
    ]),
    demands,
  };
}

/** Starts the servers. They and their data live as long as the resources. */
async function startAll(resources: AsyncDisposableStack, scale: number): Promise<Competitor[]> {
  const engines = await openEngines(resources);
  const start = async (args: string[]) => resources.use(await startServer(args));
  const sandbox = async (payments: number, flags: string[], processes = 1) => {
    const args = [...SANDBOX, ...flags];
    // The first one prepares the database.
    const servers = [await start(args)];
    while (servers.length < processes) servers.push(await start(args));
    return fill(servers, payments * scale);
  };
  const memory = await sandbox(MANY, []);
  const all = [
    competitor(BARE, await bareTargets(memory, start)),
    competitor(MEMORY, memory),
    competitor("sandbox with --db", await sandbox(MANY, await engines.SQLite())),
    competitor(PRISM_NAME, prismTargets(await start(PRISM))),
  ];
  if (!engines.PostgreSQL) return all;
  all.push(competitor(ONE, await sandbox(FEW, await engines.PostgreSQL())));
  all.push(competitor(FOUR, await sandbox(FEW, await engines.PostgreSQL(), 4)));
  const [, database = ""] = await engines.PostgreSQL();
  const pgbench = await preparePgbench(database, Math.ceil(10 * scale));
  const measure = async (kind: Kind, seconds: number) => {
    const flag = { [READ]: "-S", [LIST]: undefined, [CREATE]: "-N" }[kind];
    return { rate: flag ? await pgbench(flag, seconds) : Number.NaN, effort: Number.NaN };
  };
  return [...all, { name: PGBENCH, measure }];
}

/** What answers the requests of a kind. */
type Targets = Record<Kind, { servers: ServerProcess[]; calls: Call[] }>;

function competitor(name: string, targets: Targets): Competitor {
  const measure = async (kind: Kind, duration: number) => {
    const { servers, calls } = targets[kind];
    const used = () => servers.reduce((sum, server) => sum + server.processorTime(), 0);
    const before = used();
    const ports = servers.map(({ port }) => port);
    const rate = await load(ports, calls, { duration });
    return { rate, effort: (used() - before) / (rate * duration) };
  };
  return { name, measure };
}

/** Fills a sandbox of one or several processes. */
async function fill(servers: ServerProcess[], payments: number): Promise<Targets> {
  const [first] = servers as [ServerProcess];
  await fillWithPayments(first, payments);
  const token = await firstToken(first);
  const creations: Call[] = [];
  while (creations.length < CREATORS) {
    const create = post("/_sandbox/companies", {});
    const { data } = await send<{ data: TokenCreate }>(first.port, create);
    creations.push(post("/payments", cardOrder, await tokenFor(first.port, data)));
  }
  const ids: string[] = [];
  // From all over the list.
  for (let page = 1; page <= payments / 20; page += Math.ceil(payments / 200)) {
    const { data } = await send<PaymentList>(first.port, get(`${PAGE}&page=${page}`, token));
    ids.push(...data.map(({ id }) => id));
  }
  return targetsOf(servers, ids, token, creations);
}

function targetsOf(servers: ServerProcess[], ids: string[], token: string, creations: Call[]) {
  return {
    [READ]: { servers, calls: ids.map((id) => get(`/payments/${id}`, token)) },
    [LIST]: { servers, calls: [get(PAGE, token)] },
    [CREATE]: { servers, calls: creations },
  };
}

/** Prism accepts any token. */
function prismTargets(server: ServerProcess): Targets {
  const { id } = example<PaymentRead>("payments.get.card").data;
  return targetsOf([server], [id], "any", [post("/payments", cardOrder, "any")]);
}

/** A bare server for each kind, which sends what a sandbox has sent. */
async function bareTargets(
  targets: Targets,
  start: (args: string[]) => Promise<ServerProcess>,
): Promise<Targets> {
  const bareTarget = async (kind: Kind) => {
    const { servers, calls } = targets[kind];
    const sent = await send((servers[0] as ServerProcess).port, calls[0] as Call);
    return [kind, { servers: [await start(bare(sent))], calls }];
  };
  return Object.fromEntries(await Promise.all(KINDS.map(bareTarget)));
}
