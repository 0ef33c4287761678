import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon, { type Result } from "autocannon";
import { type Call, headersOf } from "./requests.ts";

/** How many requests are under way at once, each on a connection of its own that is kept open. */
export const CONNECTIONS = 32;

/** What to send where: one request after the other, over and over. */
interface Target {
  port: number;
  calls: readonly Call[];
}

/** A number of requests, or as many as a time allows after a warm-up, in milliseconds. */
type Amount = { count: number } | { warmUp: number; lasts: number };

/** Answers a second. */
type Rate = number;

/** Runs autocannon in a process of its own, which does nothing else. */
export class LoadGenerator implements Disposable {
  readonly #process = fork(import.meta.filename);

  /** @throws {Error} when an answer is anything but a 200: how fast those come tells nothing. */
  async run(port: number, calls: readonly Call[], amount: Amount): Promise<Rate> {
    this.#process.send([{ port, calls }, amount]);
    const [reply] = (await Promise.race([
      once(this.#process, "message"),
      once(this.#process, "exit").then(() => [{ problem: "The load generator has ended." }]),
    ])) as [Rate | { problem: string }];
    if (typeof reply !== "number") throw new Error(reply.problem);
    return reply;
  }

  [Symbol.dispose](): void {
    this.#process.disconnect();
  }
}

async function work(target: Target, amount: Amount): Promise<Rate> {
  if ("count" in amount) return requestsPerSecond(target, { amount: amount.count });
  await requestsPerSecond(target, { duration: amount.warmUp / 1000 });
  return requestsPerSecond(target, { duration: amount.lasts / 1000 });
}

/**
 * Counts from the first requests to the last answer. The times that autocannon reports are those of its
 * samples, which are too coarse for a second and for a few hundred requests.
 */
async function requestsPerSecond(
  { port, calls }: Target,
  limit: { amount: number } | { duration: number },
): Promise<Rate> {
  const connections = "amount" in limit ? Math.min(CONNECTIONS, limit.amount) : CONNECTIONS;
  let connected = 0;
  let answered = 0;
  let begun = Number.NaN;
  let ended = Number.NaN;
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(
    {
      ...limit,
      ...{ url: `http://127.0.0.1:${port}`, connections, sampleInt: 20, bailout: 1 },
      // Given to all of them, each would keep a copy of every request.
      setupClient: (client) => client.setRequests(shareOf(calls, connected++, connections)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on("start", () => {
    begun = performance.now();
  });
  run.on("response", () => {
    answered += 1;
    ended = performance.now();
  });
  const { non2xx, errors, timeouts } = await finished;
  if (non2xx + errors + timeouts > 0) {
    const met = JSON.stringify({ non2xx, errors, timeouts });
    throw new Error(`Not the answers to measure at port ${port}: ${met}`);
  }
  if (answered === 0) throw new Error(`Nothing was answered at port ${port} in the time.`);
  return (answered / (ended - begun)) * 1000;
}

/** Every nth call for one of n connections; all of them where there are fewer. */
function shareOf(calls: readonly Call[], connection: number, connections: number) {
  const own = calls.filter((_, at) => at % connections === connection);
  return (calls.length < connections ? calls : own).map((call) => ({
    method: call.method,
    path: call.path,
    headers: headersOf(call),
    ...(call.body && { body: JSON.stringify(call.body) }),
  }));
}

if (import.meta.main) {
  process.on("message", async (job: [Target, Amount]) => {
    const reply = await work(...job).catch(({ message }) => ({ problem: message }));
    process.send?.(reply);
  });
}
