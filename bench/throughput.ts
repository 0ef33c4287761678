import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentList, PaymentRead, TokenCreate } from "../generated/types.ts";
import { PostgresServer, programs } from "../test/postgres/postgres-server.ts";
import { number, type Section } from "./report.ts";
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
import { median, race } from "./stats.ts";

const KINDS = ["read one payment", "list 20 payments", "create a card payment"] as const;
type Kind = (typeof KINDS)[number];

const FEW = 1_000;
const MANY = 100_000;
/** The companies that create payments in turn: the changes of one company wait for each other. */
const CREATORS = 8;
const PAGE = "/payments?limit=20";

/** The chart shows what others offer too. */
const DRAWN = /^bare|00,000|^Prism/;

/** What answers the requests of a kind. */
type Targets = Record<Kind, { ports: number[]; calls: Call[] }>;

/** Measures the responses per second of the sandbox with few and many payments, and of other servers. */
export async function throughput({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 5;
  await using resources = new AsyncDisposableStack();
  const servers = await startAll(resources, isQuick ? 0.04 : 1);
  const rates = new Map<Kind, number[][]>();
  for (const kind of KINDS)
    rates.set(
      kind,
      await race([...servers.values()], rounds, (targets) => {
        const { ports, calls } = targets[kind];
        return load(ports, calls, { duration: isQuick ? 1 : 2 });
      }),
    );
  const names = [...servers.keys()];
  const rateOf = (kind: Kind, index: number) => median(rates.get(kind)?.[index] ?? []);
  return {
    title: "Responses per second",
    method: `autocannon, on the same machine, sends requests to one server at a time, over ${CONNECTIONS} connections with one request at a time each. Each figure is the median of ${rounds} rounds, in which the servers take turns. The bare server sends bytes that the sandbox has sent, and does no more. Prism answers with the contract's examples, stores nothing, and writes no log; its page has 3 payments. The payments of a sandbox belong to one company; ${CREATORS} others create further ones, without postbacks. PostgreSQL runs on the same machine, with \`fsync = on\`: a payment is on the disk before its response.`,
    head: ["", ...KINDS],
    rows: names.map((name, index) => [name, ...KINDS.map((kind) => number(rateOf(kind, index)))]),
    charts: KINDS.map((kind) => ({
      title: `${kind}: responses per second`,
      bars: names.flatMap((name, index): [string, number][] =>
        DRAWN.test(name) ? [[name.replace(/, .*/, ""), rateOf(kind, index)]] : [],
      ),
    })),
  };
}

/** Starts the servers, by their names. They and their data live as long as the resources. */
async function startAll(
  resources: AsyncDisposableStack,
  scale: number,
): Promise<Map<string, Targets>> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  resources.defer(() => rmSync(folder, { recursive: true }));
  const settings = { fsync: "on" };
  const postgres = programs ? await PostgresServer.start({ settings }) : undefined;
  if (postgres) resources.defer(() => postgres.close());
  const start = async (args: string[]) => resources.use(await startServer(args));

  const memory = async () => [];
  const file = async () => ["--db", join(folder, `${crypto.randomUUID()}.db`)];
  const shared = postgres && (async () => ["--db", await postgres.createDatabase()]);
  const sandbox = async (
    payments: number,
    store: (() => Promise<string[]>) | undefined,
    processes = 1,
  ) => {
    if (!store) return undefined;
    const args = [...SANDBOX, ...(await store())];
    // The first one prepares the database.
    const first = await start(args);
    const others = await Promise.all(Array.from({ length: processes - 1 }, () => start(args)));
    return fill([first, ...others], payments * scale);
  };

  const many = (await sandbox(MANY, memory)) as Targets;
  const all: Record<string, Targets | undefined> = {
    "bare node:http": await bareTargets(many, start),
    [`sandbox, ${number(FEW)} payments`]: await sandbox(FEW, memory),
    [`sandbox, ${number(MANY)} payments`]: many,
    [`sandbox with --db, ${number(FEW)} payments`]: await sandbox(FEW, file),
    [`sandbox with --db, ${number(MANY)} payments`]: await sandbox(MANY, file),
    "sandbox on PostgreSQL, 1 process": await sandbox(FEW, shared),
    "sandbox on PostgreSQL, 2 processes": await sandbox(FEW, shared, 2),
    "Prism without log": prismTargets(await start(PRISM)),
  };
  return new Map(
    Object.entries(all).flatMap(([name, targets]) => (targets ? [[name, targets]] : [])),
  );
}

/** Creates payments in a sandbox of one or several processes. */
async function fill(processes: ServerProcess[], payments: number): Promise<Targets> {
  const ports = processes.map(({ port }) => port);
  const [first] = processes as [ServerProcess];
  const { port } = first;
  const token = await firstToken(first);
  await load([port], [post("/payments", cardOrder, token)], { amount: payments });
  const creations: Call[] = [];
  while (creations.length < CREATORS) {
    const { data } = await send<{ data: TokenCreate }>(port, post("/_sandbox/companies", {}));
    creations.push(post("/payments", cardOrder, await tokenFor(port, data)));
  }
  const reads: Call[] = [];
  // From all over the list.
  for (let page = 1; page <= payments / 20; page += Math.ceil(payments / 200)) {
    const { data } = await send<PaymentList>(port, get(`${PAGE}&page=${page}`, token));
    reads.push(...data.map(({ id }) => get(`/payments/${id}`, token)));
  }
  return {
    "read one payment": { ports, calls: reads },
    "list 20 payments": { ports, calls: [get(PAGE, token)] },
    "create a card payment": { ports, calls: creations },
  };
}

/** Prism accepts any token. */
function prismTargets({ port }: ServerProcess): Targets {
  const { id } = example<PaymentRead>("payments.get.card").data;
  const ports = [port];
  return {
    "read one payment": { ports, calls: [get(`/payments/${id}`, "any")] },
    "list 20 payments": { ports, calls: [get(PAGE, "any")] },
    "create a card payment": { ports, calls: [post("/payments", cardOrder, "any")] },
  };
}

/** A bare server for each kind, which sends what a sandbox has sent. */
async function bareTargets(
  targets: Targets,
  start: (args: string[]) => Promise<ServerProcess>,
): Promise<Targets> {
  const bareTarget = async (kind: Kind) => {
    const { ports, calls } = targets[kind];
    const { port } = await start(bare(await send(ports[0] as number, calls[0] as Call)));
    return [kind, { ports: [port], calls }];
  };
  return Object.fromEntries(await Promise.all(KINDS.map(bareTarget)));
}
