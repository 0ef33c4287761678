import { ENGINES } from "./engines.ts";
import { type Demand, number, type Section } from "./report.ts";
import { firstToken } from "./requests.ts";
import { SANDBOX, startServer } from "./server-process.ts";
import { median, race } from "./stats.ts";
import { Caller, type Step } from "./timed-calls.ts";

const SUBSCRIPTIONS = 100;
const DAYS = 365;
const CLOCK = "2026-03-02T12:00:00Z";

const BUYER: Step[] = [
  ["customers.create", { keeps: { customerId: "id" } }],
  ["cards.tokenize", { change: { expirationYear: "2098" }, keeps: { cardId: "id" } }],
];
const SUBSCRIBE: Step = [
  "subscriptions.create",
  { example: "lifelong", change: { frequency: 1, setupAmount: 0, dueDate: "2026-03-03" } },
];

const SECONDS: Record<string, { must: number; goal: number }> = {
  memory: { must: 3, goal: 1.5 },
  SQLite: { must: 8, goal: 4 },
  PostgreSQL: { must: 20, goal: 10 },
};

/** Measures an advance of the clock by a year in which many subscriptions are charged every day. */
export async function subscriptionYear({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const days = isQuick ? 7 : DAYS;
  const engines = Object.entries(ENGINES);
  const seconds = await race(engines, 1, async ([, flags]) => {
    const args = [...SANDBOX, ...(await flags()), "--clock", CLOCK];
    await using server = await startServer(args);
    const caller = new Caller(server.port, await firstToken(server));
    for (const step of BUYER) await caller.take(step);
    for (let made = 0; made < SUBSCRIPTIONS; made++) await caller.take(SUBSCRIBE);
    const took = await caller.take(["clock.advance", { example: "days", change: { days } }]);
    caller.close();
    return took / 1000;
  });
  const figures = engines.map(([name], index) => [name, median(seconds[index] ?? [])] as const);
  return {
    title: "A year of subscriptions",
    method: `Seconds of an advance of the clock by ${days} days, in which each of ${SUBSCRIPTIONS} subscriptions is charged every day. An advance that does not count comes first.`,
    head: ["", "seconds"],
    rows: figures.map(([name, figure]) => [name, number(figure, 1)]),
    demands: figures.map(
      ([name, figure]): Demand => ({
        what: `a year of ${SUBSCRIPTIONS} daily subscriptions: ${name}`,
        ...{ figure, unit: "s", must: Number.NaN, goal: Number.NaN, ...SECONDS[name] },
      }),
    ),
  };
}
