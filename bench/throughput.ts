import autocannon from "autocannon";
import type { PaymentList, PaymentRead, TokenCreate } from "../generated/types.ts";
import { ENGINES, preparePgbench } from "./engines.ts";
import { fileWithPayments } from "./many-payments.ts";
import { type Demand, number, type Section } from "./report.ts";
import {
  type Call,
  cardOrder,
  example,
  firstToken,
  get,
  post,
  send,
  tokenFor,
} from "./requests.ts";
import { bare, PRISM, SANDBOX, type ServerProcess, startServer } from "./server-process.ts";
import { median, medianRatio, race } from "./stats.ts";

const [READ, LIST, CREATE] = ["read a payment", "list 20 payments", "create a payment"] as const;
const KINDS = [READ, LIST, CREATE];
type Kind = (typeof KINDS)[number];

/** Each has one request at a time. */
const CONNECTIONS = 32;
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
    return [`${kind}: ${one} ÷ ${other}`, figure, "×", { must, goal }];
  });
  for (const kind of [READ, CREATE]) {
    const figure = medianRatio(of(kind, FOUR, "effort"), of(kind, ONE, "effort"));
    const what = `${kind}: the processor time of 4 processes on PostgreSQL ÷ that of 1`;
    demands.push([what, figure, "×", { must: 1.4, goal: 1.2 }]);
  }
  const rateOf = (kind: Kind, name: string) => median(of(kind, name, "rate"));
  return {
    title: "Responses per second",
    method: `autocannon, on the same machine, sends requests to one server at a time, over ${CONNECTIONS} connections with one request at a time each. Each figure is the median of ${rounds} rounds, in which the servers take turns. The bare server sends bytes that the sandbox has sent, and does no more. Prism answers with the contract's examples, stores nothing, and writes no log; its page has 3 payments. The bare server only takes the read, and pgbench reads and changes. A sandbox has ${number(MANY)} payments of one company, and on PostgreSQL ${number(FEW)}; ${CREATORS} other companies create further ones, without postbacks. PostgreSQL runs on the same machine, with \`fsync = on\`: a payment is on the disk before its response. pgbench is PostgreSQL's own benchmark: \`-S -M prepared -c 8 -j 1\` beside the reads, which select a row by its key, and \`-N -M prepared -c 8 -j 1\` beside the creations, which change a row, select it and insert another. The last columns are the processor time of the sandbox for each response, in microseconds.`,
    head: ["", ...KINDS, "µs of processor: read", "list", "create"],
    rows: all.map(({ name }) => [
      name,
      ...KINDS.map((kind) => number(rateOf(kind, name))),
      ...KINDS.map((kind) => number(median(of(kind, name, "effort")))),
    ]),
    demands,
  };
}

/** Starts the servers, which live as long as the resources. */
async function startAll(resources: AsyncDisposableStack, scale: number): Promise<Competitor[]> {
  const start = async (args: string[]) => resources.use(await startServer(args));
  const sandbox = async (name: string, payments: number, flags: string[], processes = 1) => {
    const args = [...SANDBOX, ...flags];
    // The first one fills the database.
    const servers = [await start([...args, "--state", await fileWithPayments(payments)])];
    while (servers.length < processes) servers.push(await start(args));
    return competitor(name, servers, await callsOf(servers[0] as ServerProcess, payments));
  };
  const memory = await sandbox(MEMORY, MANY * scale, []);
  const [read] = memory.calls[READ] as [Call];
  const bareServer = await start(bare(await send(memory.servers[0]?.port ?? 0, read)));
  const { id } = example<PaymentRead>("payments.get.card").data;
  // It accepts any token.
  const prismCalls = callsFor([id], "any", [post("/payments", cardOrder, "any")]);
  const pgbench = await preparePgbench(Math.ceil(10 * scale));
  const flags: Partial<Record<Kind, string>> = { [READ]: "-S", [CREATE]: "-N" };
  return [
    competitor(BARE, [bareServer], { [READ]: [read] }),
    memory,
    competitor(PRISM_NAME, [await start(PRISM)], prismCalls),
    await sandbox(ONE, FEW * scale, await ENGINES.PostgreSQL()),
    await sandbox(FOUR, FEW * scale, await ENGINES.PostgreSQL(), 4),
    {
      name: PGBENCH,
      async measure(kind, seconds) {
        const flag = flags[kind];
        return { rate: flag ? await pgbench(flag, seconds) : Number.NaN, effort: Number.NaN };
      },
    },
  ];
}

type Calls = Partial<Record<Kind, Call[]>>;

function competitor(name: string, servers: ServerProcess[], calls: Calls) {
  const used = () => servers.reduce((sum, server) => sum + server.processorTime(), 0);
  const ports = servers.map(({ port }) => port);
  const measure = async (kind: Kind, duration: number) => {
    const sent = calls[kind];
    if (!sent) return { rate: Number.NaN, effort: Number.NaN };
    const before = used();
    const rate = await load(ports, sent, duration);
    return { rate, effort: (used() - before) / (rate * duration) };
  };
  return { name, servers, calls, measure };
}

/** Calls of a sandbox with so many payments, and of further companies that create some. */
async function callsOf(server: ServerProcess, payments: number): Promise<Calls> {
  const token = await firstToken(server);
  const creations: Call[] = [];
  while (creations.length < CREATORS) {
    const create = post("/_sandbox/companies", {});
    const { data } = await send<{ data: TokenCreate }>(server.port, create);
    creations.push(post("/payments", cardOrder, await tokenFor(server.port, data)));
  }
  const ids: string[] = [];
  // From all over the list.
  for (let page = 1; page <= payments / 20; page += Math.ceil(payments / 200)) {
    const { data } = await send<PaymentList>(server.port, get(`${PAGE}&page=${page}`, token));
    ids.push(...data.map(({ id }) => id));
  }
  return callsFor(ids, token, creations);
}

function callsFor(ids: string[], token: string, creations: Call[]): Calls {
  return {
    [READ]: ids.map((id) => get(`/payments/${id}`, token)),
    [LIST]: [get(PAGE, token)],
    [CREATE]: creations,
  };
}

/**
 * Sends requests in a loop for some seconds, to servers that share the connections. Returns the responses per second.
 * @throws {Error} if a response is not a success, since the rate would be meaningless.
 */
async function load(ports: number[], requests: Call[], duration: number): Promise<number> {
  // Its types only know one URL.
  const url = ports.map((port) => `http://127.0.0.1:${port}`) as unknown as string;
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration });
  const { non2xx, errors, timeouts } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(`Port ${ports}: ${JSON.stringify({ non2xx, errors, timeouts })}`);
  return result["2xx"] / result.duration;
}
