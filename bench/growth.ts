import type { PaymentList } from "../generated/types.ts";
import { ENGINES } from "./engines.ts";
import { fileWithPayments } from "./many-payments.ts";
import { type Demand, number, type Section } from "./report.ts";
import { firstToken, get, printedKeys, send } from "./requests.ts";
import { PROBED_SANDBOX, type ServerProcess, startServer } from "./server-process.ts";
import { median, race } from "./stats.ts";
import { Caller, nameOf, TIMED } from "./timed-calls.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const ROUNDS = 5;
/** How often the calls are repeated in each round. */
const TIMES = 10;

/** A sandbox with a number of payments. */
interface Filled {
  caller: Caller;
  /** Ids of card payments from all over the list, each of which is refunded once. */
  old: string[];
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
  const engines = Object.entries(ENGINES);
  const files = await Promise.all(sizes.map(fileWithPayments));
  const rows: string[][] = [];
  const demands: Demand[] = [];
  const lines: string[] = [];
  for (const [column, [engine, flags]] of engines.entries()) {
    await using servers = new AsyncDisposableStack();
    const all: Filled[] = [];
    for (const [index, size] of sizes.entries()) {
      const args = [...PROBED_SANDBOX, ...(await flags()), "--state", files[index] ?? ""];
      all.push(await prepare(servers.use(await startServer(args)), size, times * (rounds + 1)));
    }
    const curves = await timeCalls(all, rounds, times);
    const growths = curves.map(([name, took]): [string, number] => [
      name,
      ratiosOf(took).at(-1) ?? 0,
    ]);
    const [worst = "", figure = 0] = growths.toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const what = `${engine}: the slowest growth to ${most} payments, ${worst}`;
    demands.push({ what, figure, must: 1.3, goal: 1.2, unit: "×" });
    lines.push(`  line "${engine}" [${medianGrowth(curves)}]`);
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
      )}; the median of ${times} calls in each of ${rounds} rounds, in which the sandboxes take turns. The payments were imported from a state file: by card, Pix, boleto and declined card, each with another buyer. The curves are those of the median call, in memory, SQLite and PostgreSQL. The bytes of a process, and those in use, are those after the import and a garbage collection.`,
    chart: [
      "xychart-beta",
      `  x-axis "payments" [${sizes.map((size) => `"${number(size)}"`)}]`,
      '  y-axis "times as long" 0 --> 2',
      ...lines,
    ].join("\n"),
    head: ["", ...engines.map(([engine]) => engine)],
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
  return { caller, old, memory: { resident, heap } };
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
