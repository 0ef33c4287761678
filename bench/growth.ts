import type { PaymentList } from "../generated/types.ts";
import { openEngines } from "./engines.ts";
import { exportState, fillWithPayments } from "./many-payments.ts";
import { type Demand, number, type Section } from "./report.ts";
import { firstToken, get, printedKeys, send } from "./requests.ts";
import { PROBED_SANDBOX, type ServerProcess, startServer } from "./server-process.ts";
import { median, race } from "./stats.ts";
import { Caller, nameOf, STORY, WHOLE } from "./story.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** What takes all data of a company is not tried with more: it would take minutes. */
const MOST_AS_A_WHOLE = 100_000;
const ROUNDS = 5;
/** How often the story is told in each round. */
const TIMES = 10;

/** A sandbox with a number of payments. */
interface Filled {
  size: number;
  server: ServerProcess;
  caller: Caller;
  /** Ids of card payments from all over the list, each of which is refunded once. */
  old: string[];
  /** What it took to import them, in milliseconds. */
  filling: number;
  /** The bytes that the process has then, and those of them that are in use. */
  memory: { resident: number; heap: number };
}

/** Microseconds, by the number of payments. */
type Curve = [what: string, took: number[]];

/** Measures whether operations get slower, the more payments there are. */
export async function growth({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const sizes = SIZES.map((size) => (isQuick ? size / 50 : size));
  const [rounds, times] = isQuick ? [1, 2] : [ROUNDS, TIMES];
  const most = number(sizes.at(-1) ?? 0);
  await using resources = new AsyncDisposableStack();
  const engines = Object.entries(await openEngines(resources));
  const rows: string[][] = [];
  const demands: Demand[] = [];
  for (const [column, [engine, flags]] of engines.entries()) {
    await using servers = new AsyncDisposableStack();
    const all: Filled[] = [];
    for (const size of sizes) {
      const server = servers.use(await startServer([...PROBED_SANDBOX, ...(await flags())]));
      all.push(await fill(server, size, times * (rounds + 1)));
    }
    const curves = await tellStories(all, rounds, times);
    const growths = curves.map(([name, took]): [string, number] => [
      name,
      ratiosOf(took).at(-1) ?? 0,
    ]);
    const [worst = "", figure = 0] = growths.toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const what = `${engine}: the slowest growth to ${most} payments, ${worst}`;
    demands.push({ what, figure, must: 1.3, goal: 1.2, unit: "×" });
    curves.push(...(await takeAll(all)));
    for (const [row, [name, took]] of curves.entries()) {
      rows[row] ??= [name];
      rows[row][column + 1] = `${number(took[0] ?? 0)}: ${ratiosOf(took)
        .map((ratio) => number(ratio, 2))
        .join(", ")}`;
    }
    if (engine !== "memory") continue;
    for (const [bytes, size] of Object.entries(all.at(-1)?.memory ?? {})) {
      const what = `${most} payments in memory, each with another buyer: ${bytes}`;
      demands.push({ what, figure: size / 1e9, must: 1.4, goal: 1, unit: "GB" });
    }
  }
  return {
    title: "Growth",
    method: `Microseconds for a call, one after the other, with ${number(sizes[0] ?? 0)} payments in the store, and as multiples of that with ${sizes
      .slice(1)
      .map((size) => number(size))
      .join(
        ", ",
      )}; the median of ${times} calls in each of ${rounds} rounds, in which the sandboxes take turns. The payments were imported from a state file: by card, Pix, boleto and declined card, each with another buyer. What takes all data is measured once, up to ${number(MOST_AS_A_WHOLE)} payments, and shown for each payment. The bytes of a process, and those in use, are those after the import and a garbage collection.`,
    head: ["", ...engines.map(([engine]) => engine)],
    rows,
    demands,
  };
}

function ratiosOf([first = Number.NaN, ...others]: number[]): number[] {
  return others.map((took) => took / first);
}

async function fill(server: ServerProcess, size: number, refunds: number): Promise<Filled> {
  const begin = performance.now();
  await fillWithPayments(server, size);
  const filling = performance.now() - begin;
  const { resident, heap } = await server.measure();
  const token = await firstToken(server);
  const page = (number: number) =>
    send<PaymentList>(
      server.port,
      get(`/payments?status=SUCCEEDED&limit=10&page=${number}`, token),
    );
  const { totalPages } = (await page(1)).meta;
  const pages = Math.min(totalPages, Math.ceil(refunds / 10));
  const old: string[] = [];
  for (let index = 0; index < pages; index++) {
    const { data } = await page(1 + Math.floor((index * totalPages) / pages));
    old.push(...data.map(({ id }) => id));
  }
  const last = Math.ceil(size / 20);
  const known = {
    ...printedKeys(server.output),
    last: `${last}`,
    middle: `${Math.ceil(last / 2)}`,
  };
  const caller = new Caller(server.port, token, known);
  return { size, server, caller, old, filling, memory: { resident, heap } };
}

async function tellStories(all: Filled[], rounds: number, times: number): Promise<Curve[]> {
  const stories = await race(all, rounds, async ({ old, caller }) => {
    const took = STORY.map((): number[] => []);
    for (let time = 0; time < times; time++) {
      const id = old.pop() ?? "";
      Object.assign(caller.known, { paymentId: id, transactionId: id, resourceId: id });
      for (const [index, step] of STORY.entries()) took[index]?.push(await caller.take(step));
    }
    caller.close();
    return took.map((each) => median(each) * 1000);
  });
  return STORY.map((step, index) => [
    nameOf(step),
    stories.map((each) => median(each.map((story) => story[index] ?? Number.NaN))),
  ]);
}

/** Measures what takes all data of a company. */
async function takeAll(all: Filled[]): Promise<Curve[]> {
  const steps: [name: string, take: (filled: Filled) => Promise<number> | number][] = [
    ["state.import", ({ filling }) => filling],
    ["state.export", ({ server }) => exportState(server)],
  ];
  for (const step of WHOLE) steps.push([nameOf(step), ({ caller }) => caller.take(step)]);
  const curves: Curve[] = [];
  for (const [name, take] of steps) {
    const took: number[] = [];
    for (const filled of all)
      if (filled.size <= MOST_AS_A_WHOLE) took.push(((await take(filled)) * 1000) / filled.size);
    curves.push([`${name}, for each payment`, took]);
  }
  for (const { caller } of all) caller.close();
  return curves;
}
