import type { PaymentList } from "../generated/types.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { type Comparison, compare } from "./comparison.ts";
import { CONNECTIONS } from "./load-generator.ts";
import { type Bars, number, ratioGoal, type Section, times } from "./report-section.ts";
import { example } from "./requests.ts";
import {
  type Kind,
  kinds,
  type Name,
  PAYMENTS,
  serversUnderTest,
  startServers,
} from "./servers-under-test.ts";

const ROUNDS = 5;
/** How long to warm a server up and how long to measure it, in milliseconds. */
const AMOUNT = { warmUp: 250, duration: 1000 };

/** Below this share of a processor, the server was not the bottleneck. */
const MIN_LOAD = 0.85;

/** The rates of the sandbox, as multiples of those of Prism without log. */
const RATE_GOALS: { kind: Kind; goal: number; must: number }[] = [
  { kind: "read", goal: 8, must: 6.5 },
  { kind: "create", goal: 6, must: 5 },
  { kind: "list", goal: 4, must: 3 },
];
/** The processor time of the sandbox for a read, as a multiple of the bare server's. */
const EFFORT_GOAL = { is: "at most", goal: 1.6 } as const;

/** The servers in the chart, and those of them that belong to this package. */
const DRAWN: Name[] = ["bare", "memory", "file", "prism", "command"];
const OWN: Name[] = ["memory", "file"];

type Rates = Comparison<Kind, Name>;

/** Measures the requests per second of the sandbox, of Prism, and of a server that does no work. */
export async function server(bench: BenchEnvironment): Promise<Section> {
  const started = await startServers(bench);
  const all: Rates = await compare(kinds, started, bench.rounds(ROUNDS), ({ targets }, kind) =>
    bench.measure([targets[kind].server], targets[kind].calls, AMOUNT),
  );
  const titleOf = (name: Name) => serversUnderTest[name];
  return {
    title: "Requests per second",
    text: describe(all),
    tables: [
      all.table("requests per second", titleOf, (kind, name) =>
        number(all.median("rate", kind, name)),
      ),
      all.table("the sandbox's rate, as a multiple of", titleOf, (kind, name) =>
        times(all.ratio("rate", kind, "memory", name)),
      ),
      all.table("processor time per request, µs", titleOf, (kind, name) =>
        number(all.median("effort", kind, name), 1),
      ),
    ],
    goals: goalsOf(all),
    bars: all.kinds.map((kind) => barsOf(kind, all)),
  };
}

function goalsOf(all: Rates) {
  const rates = RATE_GOALS.map(({ kind, ...bounds }) =>
    ratioGoal(
      `The sandbox, ${kinds[kind]}`,
      all.ratio("rate", kind, "memory", "prism"),
      { is: "at least", ...bounds },
      { of: " the rate of Prism without log" },
    ),
  );
  const effort = ratioGoal(
    `The sandbox, processor time to ${kinds.read}`,
    all.ratio("effort", "read", "memory", "bare"),
    EFFORT_GOAL,
    { of: " that of bare node:http" },
  );
  return [...rates, effort];
}

function describe(all: Rates): string[] {
  const page = example<PaymentList>("payments.list.page").data.length;
  return [
    `Each sandbox has ${number(PAYMENTS)} payments. The load generator sends requests to one server at a time, over ${CONNECTIONS} keep-alive connections with one request at a time each. Each figure is the median of ${ROUNDS} rounds. The servers take turns within a round, and each round begins with another server. Ratios are calculated for each round. The load generator is autocannon, in a separate process on the same machine. With two processors, it uses one of them and the server the other. ${loadOf(all)}`,
    `The bare server sends the same headers and bytes that the sandbox has sent once, so it only does the work of HTTP. Prism responds with the examples of the contract and stores nothing. With the setup of its CLI, Prism logs each request, validates each response against the contract and sends CORS headers. Here it logs JSON to a file; the real CLI also formats the log, so it is even slower. Without log, Prism does the other two. With the minimal setup, it does none of the three, so this is its highest speed. The goals compare with Prism without log. A page of Prism has ${page} payments, a page of the sandbox 20. The sandbox also logs to a file; logging to a terminal would take more time.`,
  ];
}

/** Says whether the servers were the bottleneck. */
function loadOf(all: Rates): string {
  const shares = all.kinds.flatMap((kind) =>
    all.names.map((name) => all.median("rate", kind, name) * all.median("effort", kind, name)),
  );
  const least = Math.min(...shares) / 1_000_000;
  if (Number.isNaN(least)) return "";
  const load = `Each server used ${number(least * 100)} % or more of a processor during its measurement`;
  return least < MIN_LOAD
    ? `${load}: the machine was busy, so these figures are lower than on an idle one.`
    : `${load}, so the server was the bottleneck, not the load generator.`;
}

function barsOf(kind: Kind, all: Rates): Bars {
  const bars = DRAWN.map((name) => {
    const value = all.median("rate", kind, name);
    return { name: serversUnderTest[name], value, label: number(value), isOwn: OWN.includes(name) };
  });
  return { title: `${kinds[kind]}: requests per second`, bars };
}
