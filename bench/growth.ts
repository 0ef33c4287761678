import type { PaymentList } from "../generated/types.ts";
import { ENGINES } from "./engines.ts";
import { fileWithPayments } from "./many-payments.ts";
import { type Bounds, type Demand, number, type Section } from "./report.ts";
import { firstToken, get, printedKeys, send } from "./requests.ts";
import { PROBED_SANDBOX, SANDBOX, type ServerProcess, startServer } from "./server-process.ts";
import { median, race } from "./stats.ts";
import { Caller, nameOf, type Step, TIMED } from "./timed-calls.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 5;
/** How often the calls are repeated in each round. */
const TIMES = 10;

/** What is charged every day. */
const SUBSCRIPTIONS: Step[] = [
  ["customers.create", { keeps: { customerId: "id" } }],
  ["cards.tokenize", { change: { expirationYear: "2098" }, keeps: { cardId: "id" } }],
  ...Array.from({ length: 100 }, (): Step => {
    const change = { frequency: 1, setupAmount: 0, dueDate: "2026-03-03" };
    return ["subscriptions.create", { example: "lifelong", change }];
  }),
];
const CLOCK = "2026-03-02T12:00:00Z";

/** In seconds. */
const YEAR: Record<keyof typeof ENGINES, Bounds> = {
  memory: { must: 3, goal: 1.5 },
  SQLite: { must: 8, goal: 4 },
  PostgreSQL: { must: 20, goal: 10 },
};

/** A sandbox with a number of payments. */
interface Filled {
  caller: Caller;
  /** Ids of card payments from all over the list, each of which is refunded once. */
  old: string[];
  /** Gigabytes that the process has then. */
  memory: number;
}

/** Microseconds, by the number of payments. */
type Curve = [what: string, took: number[]];

/** Measures whether operations get slower, the more payments there are, and a year in which many are made. */
export async function growth({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const sizes = SIZES.map((size) => (isQuick ? size / 50 : size));
  const [rounds, times] = isQuick ? [1, 2] : [ROUNDS, TIMES];
  const named = sizes.map((size) => number(size));
  const most = named.at(-1);
  const engines = Object.keys(ENGINES) as (keyof typeof ENGINES)[];
  const files = await Promise.all(sizes.map(fileWithPayments));
  const rows: string[][] = [];
  const demands: Demand[] = [];
  const lines: string[] = [];
  for (const [column, engine] of engines.entries()) {
    const year = await secondsOfDays(isQuick ? 7 : 365, await ENGINES[engine]());
    demands.push([`${engine}: a year of 100 daily subscriptions`, year, "s", YEAR[engine]]);
    await using servers = new AsyncDisposableStack();
    const all: Filled[] = [];
    for (const [index, size] of sizes.entries()) {
      const args = [...PROBED_SANDBOX, ...(await ENGINES[engine]()), "--state", files[index] ?? ""];
      all.push(await prepare(servers.use(await startServer(args)), size, times * (rounds + 1)));
    }
    const curves = await timeCalls(all, rounds, times);
    const growths = curves.map(([name, took]) => ({ name, figure: ratiosOf(took).at(-1) ?? 0 }));
    const [worst] = growths.toSorted((one, other) => other.figure - one.figure);
    const what = `${engine}: the slowest growth to ${most} payments, ${worst?.name}`;
    demands.push([what, worst?.figure ?? 0, "×", { must: 1.3, goal: 1.2 }]);
    lines.push(`  line "${engine}" [${medianGrowth(curves)}]`);
    for (const [row, [name, took]] of curves.entries()) {
      const ratios = ratiosOf(took).map((ratio) => number(ratio, 2));
      rows[row] ??= [name];
      rows[row][column + 1] = `${number(took[0] ?? 0)}: ${ratios.join(", ")}`;
    }
    if (engine !== "memory") continue;
    const memory = `${most} payments in memory, each with another buyer`;
    demands.push([memory, all.at(-1)?.memory ?? 0, "GB", { must: 1.4, goal: 1 }]);
  }
  return {
    title: "Growth",
    method: `Microseconds for a call, one after the other, with ${named[0]} payments in the store, and as multiples of that with ${named.slice(1).join("; ")}: the median of ${times} calls in each of ${rounds} rounds, in which the sandboxes take turns. The payments were imported from a state file: by card, Pix, boleto and declined card, each with another buyer. The curves are those of the median call. The memory is what the process has after the import and a garbage collection. The year is an advance of the clock by 365 days, in which 100 subscriptions are charged every day.`,
    chart: [
      "xychart-beta",
      `  x-axis "payments" [${named.map((size) => `"${size}"`)}]`,
      '  y-axis "times as long" 0 --> 2',
      ...lines,
    ].join("\n"),
    head: ["", ...engines],
    rows,
    demands,
  };
}

/** How many times as long the median call takes, with each number of payments. */
function medianGrowth(curves: Curve[]): string[] {
  const ratios = curves.map(([, took]) => [1, ...ratiosOf(took)]);
  return (ratios[0] ?? []).map((_, size) =>
    number(median(ratios.map((each) => each[size] ?? Number.NaN)), 2),
  );
}

function ratiosOf([first = Number.NaN, ...others]: number[]): number[] {
  return others.map((took) => took / first);
}

async function prepare(server: ServerProcess, size: number, refunds: number): Promise<Filled> {
  const memory = (await server.measure()).resident / 1e9;
  const token = await firstToken(server);
  const path = "/payments?status=SUCCEEDED&limit=10&page=";
  const page = (number: number) => send<PaymentList>(server.port, get(path + number, token));
  const { totalPages } = (await page(1)).meta;
  const pages = Math.min(totalPages, Math.ceil(refunds / 10));
  const old: string[] = [];
  for (let index = 0; index < pages; index++) {
    const { data } = await page(1 + Math.floor((index * totalPages) / pages));
    old.push(...data.map(({ id }) => id));
  }
  const last = Math.ceil(size / 20);
  const pagesOf = { last: `${last}`, middle: `${Math.ceil(last / 2)}` };
  const caller = new Caller(server.port, token, { ...printedKeys(server.output), ...pagesOf });
  return { caller, old, memory };
}

async function timeCalls(all: Filled[], rounds: number, times: number): Promise<Curve[]> {
  const repeated = await race(all, rounds, async ({ old, caller }) => {
    const took = TIMED.map((): number[] => []);
    for (let time = 0; time < times; time++) {
      const id = old.pop() ?? "";
      Object.assign(caller.known, { paymentId: id, transactionId: id, resourceId: id });
      for (const [index, step] of TIMED.entries()) took[index]?.push(await caller.take(step));
    }
    caller.close();
    return took.map((each) => median(each) * 1000);
  });
  return TIMED.map((step, index) => [
    nameOf(step),
    repeated.map((each) => median(each.map((round) => round[index] ?? Number.NaN))),
  ]);
}

/** The seconds of an advance of the clock, in which many subscriptions are charged every day. */
async function secondsOfDays(days: number, flags: string[]): Promise<number> {
  await using server = await startServer([...SANDBOX, ...flags, "--clock", CLOCK]);
  const caller = new Caller(server.port, await firstToken(server));
  for (const step of SUBSCRIPTIONS) await caller.take(step);
  const took = await caller.take(["clock.advance", { example: "days", change: { days } }]);
  caller.close();
  return took / 1000;
}
