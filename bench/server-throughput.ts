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
/** How long a server is asked before it counts, and how long it counts, in milliseconds. */
const AMOUNT = { warmUp: 250, lasts: 1000 };

/** A server that takes less of a processor was not asked for all that it can answer. */
const BUSY = 0.85;

/** What the sandbox has to reach, as a multiple of another's rate. */
const GOALS: { kind: Kind; of: Name; least: number; goal: string }[] = [
  {
    kind: "read",
    of: "prism",
    least: 10,
    goal: "reads at least 10 times as fast as Prism without log",
  },
  {
    kind: "read",
    of: "bare",
    least: 0.7,
    goal: "reads at least 0.7 times as fast as bare node:http",
  },
  {
    kind: "create",
    of: "prism",
    least: 4,
    goal: "creates at least 4 times as fast as Prism without log, although it stores",
  },
  {
    kind: "list",
    of: "prism",
    least: 2,
    goal: "lists at least 2 times as fast as Prism without log",
  },
];

/** What the chart shows, and of that what is this package's. */
const DRAWN: Name[] = ["bare", "memory", "file", "prism", "command"];
const OWN: Name[] = ["memory", "file"];

/** What was measured round by round. */
interface Measured {
  rates: Map<Name, number[]>;
  /** How much of one processor the server took. */
  shares: Map<Name, number[]>;
}
type All = Record<Kind, Measured>;

const allKinds = Object.keys(kinds) as Kind[];
const allNames = Object.keys(serversUnderTest) as Name[];

/** How many calls a second the sandbox answers, beside Prism and a server that does nothing. */
export async function server(bench: BenchEnvironment): Promise<Section> {
  const started = await startServers(bench);
  const all = {} as All;
  for (const kind of allKinds) all[kind] = await measure(bench, started, kind);
  return {
    title: "Answers a second",
    text: describe(all),
    tables: [rateTable(all), ratioTable(all), effortTable(all)],
    goals: GOALS.map((goal) => judge(goal, all)),
    bars: allKinds.map((kind) => barsOf(kind, all)),
  };
}

async function measure(
  bench: BenchEnvironment,
  started: ServerUnderTest[],
  kind: Kind,
): Promise<Measured> {
  const shares = new Map(allNames.map((name) => [name, [] as number[]]));
  const rates = await race(started, bench.rounds(ROUNDS), async ({ name, targets }) => {
    const { running, calls } = targets[kind];
    const before = { used: running.processorTime(), time: performance.now() };
    const rate = await bench.load.run(running.port, calls, AMOUNT);
    const used = running.processorTime() - before.used;
    shares.get(name)?.push(used / 1000 / (performance.now() - before.time));
    return rate;
  });
  return { rates, shares };
}

function describe(all: All): string[] {
  const page = example<PaymentList>("payments.list.page").data.length;
  return [
    `Each sandbox has ${number(PAYMENTS)} payments. One server at a time is asked over ${CONNECTIONS} connections that stay open, each with one request after the other. A figure is the median of ${ROUNDS} rounds; the servers take turns within a round, and each round begins with another one. A ratio is the median of those of the rounds. The load generator is autocannon, in a process of its own on the same machine: where there are two processors it has one of them, and the server the other. ${shareOf(all)}`,
    `The bare server sends to everybody the bytes and headers that the sandbox has answered once, so that nothing but the work of HTTP is left. Prism answers with the examples of the contract and keeps nothing. As its command sets it up, it logs each request, holds each answer against the contract and sends CORS headers; what it logs goes to a file as JSON here, and the command, which makes it readable first, is slower still. Without log it does the other two. With the least to do it does none of them, so this is as fast as it gets; a goal asks for Prism without log. A page of Prism's has ${page} payments, and one of the sandbox's 20. The sandbox's log goes to a file as well; a terminal takes more time.`,
  ];
}

/** Says whether it was the servers that were measured. */
function shareOf(all: All): string {
  const shares = allKinds.flatMap((kind) => [...all[kind].shares.values()].map(median));
  const least = Math.min(...shares);
  if (Number.isNaN(least)) return "";
  const told = `Each server took ${number(least * 100)} % or more of a processor while it was asked`;
  return least < BUSY
    ? `${told}: the machine was busy with other things, and these figures are lower than on a quiet one.`
    : `${told}: it was the server that was the limit, not the generator.`;
}

function rateTable(all: All): Table {
  return table("answers a second", (name, kind) => number(rateOf(all, kind, name)));
}

function ratioTable(all: All): Table {
  return table("the sandbox's rate, as a multiple of", (name, kind) =>
    times(ratio(all, kind, name)),
  );
}

function effortTable(all: All): Table {
  return table("processor time an answer takes the server, µs", (name, kind) => {
    const share = median(all[kind].shares.get(name) ?? []);
    return number((share / rateOf(all, kind, name)) * 1_000_000, 1);
  });
}

function table(title: string, cell: (name: Name, kind: Kind) => string): Table {
  return {
    head: [title, ...Object.values(kinds)],
    rows: allNames.map((name) => [
      serversUnderTest[name],
      ...allKinds.map((kind) => cell(name, kind)),
    ]),
  };
}

function rateOf(all: All, kind: Kind, name: Name): number {
  return median(all[kind].rates.get(name) ?? []);
}

/** What the sandbox in memory reaches of another's rate. */
function ratio(all: All, kind: Kind, of: Name): number {
  const { rates } = all[kind];
  return medianRatio(rates.get("memory") ?? [], rates.get(of) ?? []);
}

function judge({ kind, of, least, goal }: (typeof GOALS)[number], all: All): Goal {
  const reached = ratio(all, kind, of);
  return { goal: `The sandbox ${goal}`, measured: times(reached), isMet: reached >= least };
}

function barsOf(kind: Kind, all: All): Bars {
  const bars = DRAWN.map((name) => {
    const value = rateOf(all, kind, name);
    return { name: serversUnderTest[name], value, label: number(value), isOwn: OWN.includes(name) };
  });
  return { title: `${kinds[kind]}: answers a second`, bars };
}
