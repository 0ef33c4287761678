import type { PaymentList } from "../generated/types.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { CONNECTIONS } from "./load-generator.ts";
import { type Bars, type Goal, number, type Section, type Table, times } from "./report-section.ts";
import { example } from "./requests.ts";
import {
  type Kind,
  kinds,
  type Name,
  PAYMENTS,
  type ServerUnderTest,
  serversUnderTest,
  startServers,
} from "./servers-under-test.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 5;
/** How long to warm a server up and how long to measure it, in milliseconds. */
const AMOUNT = { warmUp: 250, duration: 1000 };

/** Below this share of a processor, the server was not the bottleneck. */
const MIN_LOAD = 0.85;

/** The most processor time of the sandbox for a read, as a multiple of the bare server's. */
const MAX_EFFORT = 1.6;

/** The minimum rate of the sandbox, as a multiple of another server's rate. */
const GOALS: { kind: Kind; of: Name; least: number; goal: string }[] = [
  {
    kind: "read",
    of: "prism",
    least: 10,
    goal: "reads at least 10 times as fast as Prism without log",
  },
  {
    kind: "create",
    of: "prism",
    least: 3,
    goal: "creates at least 3 times as fast as Prism without log, although it stores",
  },
  {
    kind: "list",
    of: "prism",
    least: 4,
    goal: "lists at least 4 times as fast as Prism without log",
  },
];

/** The servers in the chart, and those of them that belong to this package. */
const DRAWN: Name[] = ["bare", "memory", "file", "prism", "command"];
const OWN: Name[] = ["memory", "file"];

/** The measurements of one kind of request, by server and round. */
interface Measurements {
  rates: Map<Name, number[]>;
  /** The share of one processor that the server used. */
  shares: Map<Name, number[]>;
}
type All = Record<Kind, Measurements>;

const allKinds = Object.keys(kinds) as Kind[];

/** Measures the requests per second of the sandbox, of Prism, and of a server that does no work. */
export async function server(bench: BenchEnvironment): Promise<Section> {
  const started = await startServers(bench);
  const all = {} as All;
  for (const kind of allKinds) all[kind] = await measure(bench, started, kind);
  return {
    title: "Requests per second",
    text: describe(all),
    tables: [rateTable(all), ratioTable(all), effortTable(all)],
    goals: [...GOALS.map((goal) => evaluateGoal(goal, all)), effortGoal(all)],
    bars: allKinds.map((kind) => barsOf(kind, all)),
  };
}

async function measure(
  bench: BenchEnvironment,
  started: ServerUnderTest[],
  kind: Kind,
): Promise<Measurements> {
  const shares = new Map(started.map(({ name }) => [name, [] as number[]]));
  const rates = await race(started, bench.rounds(ROUNDS), async ({ name, targets }) => {
    const { server, calls } = targets[kind];
    const before = { used: server.processorTime(), time: performance.now() };
    const rate = await bench.load.run(server.port, calls, AMOUNT);
    const used = server.processorTime() - before.used;
    shares.get(name)?.push(used / 1000 / (performance.now() - before.time));
    return rate;
  });
  return { rates, shares };
}

function describe(all: All): string[] {
  const page = example<PaymentList>("payments.list.page").data.length;
  return [
    `Each sandbox has ${number(PAYMENTS)} payments. The load generator sends requests to one server at a time, over ${CONNECTIONS} keep-alive connections with one request at a time each. Each figure is the median of ${ROUNDS} rounds. The servers take turns within a round, and each round begins with another server. Ratios are calculated for each round. The load generator is autocannon, in a separate process on the same machine. With two processors, it uses one of them and the server the other. ${shareOf(all)}`,
    `The bare server sends the same headers and bytes that the sandbox has sent once, so it only does the work of HTTP. Prism responds with the examples of the contract and stores nothing. With the setup of its CLI, Prism logs each request, validates each response against the contract and sends CORS headers. Here it logs JSON to a file; the real CLI also formats the log, so it is even slower. Without log, Prism does the other two. With the minimal setup, it does none of the three, so this is its highest speed. The goals compare with Prism without log. A page of Prism has ${page} payments, a page of the sandbox 20. The sandbox also logs to a file; logging to a terminal would take more time.`,
  ];
}

/** Says whether the servers were the bottleneck. */
function shareOf(all: All): string {
  const shares = allKinds.flatMap((kind) => [...all[kind].shares.values()].map(median));
  const least = Math.min(...shares);
  if (Number.isNaN(least)) return "";
  const load = `Each server used ${number(least * 100)} % or more of a processor during its measurement`;
  return least < MIN_LOAD
    ? `${load}: the machine was busy, so these figures are lower than on an idle one.`
    : `${load}, so the server was the bottleneck, not the load generator.`;
}

function rateTable(all: All): Table {
  return table("requests per second", all, (name, kind) => number(rateOf(all, kind, name)));
}

function ratioTable(all: All): Table {
  return table("the sandbox's rate, as a multiple of", all, (name, kind) =>
    times(ratio(all, kind, name)),
  );
}

function effortTable(all: All): Table {
  return table("processor time per request, µs", all, (name, kind) =>
    number(median(effortsOf(all, kind, name)), 1),
  );
}

/** The processor time per request in each round, in microseconds. */
function effortsOf(all: All, kind: Kind, name: Name): number[] {
  const { rates, shares } = all[kind];
  const own = rates.get(name) ?? [];
  // The shares include those of the warm-up round.
  return (shares.get(name) ?? [])
    .slice(-own.length)
    .map((share, round) => (share / (own[round] ?? 0)) * 1_000_000);
}

function effortGoal(all: All): Goal {
  const reached = medianRatio(effortsOf(all, "read", "memory"), effortsOf(all, "read", "bare"));
  return {
    goal: `A read takes at most ${times(MAX_EFFORT)} the processor time of bare node:http`,
    measured: times(reached),
    isMet: reached <= MAX_EFFORT,
  };
}

function table(title: string, all: All, cell: (name: Name, kind: Kind) => string): Table {
  return {
    head: [title, ...Object.values(kinds)],
    rows: [...all.read.rates.keys()].map((name) => [
      serversUnderTest[name],
      ...allKinds.map((kind) => cell(name, kind)),
    ]),
  };
}

function rateOf(all: All, kind: Kind, name: Name): number {
  return median(all[kind].rates.get(name) ?? []);
}

/** The rate of the in-memory sandbox, as a multiple of another server's rate. */
function ratio(all: All, kind: Kind, of: Name): number {
  const { rates } = all[kind];
  return medianRatio(rates.get("memory") ?? [], rates.get(of) ?? []);
}

function evaluateGoal({ kind, of, least, goal }: (typeof GOALS)[number], all: All): Goal {
  const reached = ratio(all, kind, of);
  return { goal: `The sandbox ${goal}`, measured: times(reached), isMet: reached >= least };
}

function barsOf(kind: Kind, all: All): Bars {
  const bars = DRAWN.map((name) => {
    const value = rateOf(all, kind, name);
    return { name: serversUnderTest[name], value, label: number(value), isOwn: OWN.includes(name) };
  });
  return { title: `${kinds[kind]}: requests per second`, bars };
}
