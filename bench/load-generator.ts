import { fork } from "node:child_process";
import { once } from "node:events";
import autocannon, { type Result } from "autocannon";
import { type Call, headersOf } from "./requests.ts";

/** The number of concurrent requests. Each has its own keep-alive connection. */
export const CONNECTIONS = 32;

/** Servers that share the connections evenly, and the requests to send to them in a loop. */
interface Target {
  ports: readonly number[];
  calls: readonly Call[];
}

/** A number of requests, or a warm-up and a duration in milliseconds. */
export type Amount = { count: number } | { warmUp: number; duration: number };

/** What the servers did. */
interface Load {
  /** Responses per second, without the warm-up. */
  rate: number;
  /** All responses, with those of the warm-up. */
  responses: number;
}

/** Runs autocannon in a separate process. */
export class LoadGenerator implements Disposable {
  readonly #process = fork(import.meta.filename);

  /** @throws {Error} if a response is not a 200, since the rate would be meaningless. */
  async run(ports: readonly number[], calls: readonly Call[], amount: Amount): Promise<Load> {
    this.#process.send([{ ports, calls }, amount]);
    const ended = new AbortController();
    const { signal } = ended;
    const [reply] = (await Promise.race([
      once(this.#process, "message", { signal }),
      once(this.#process, "exit", { signal }).then(() => [
        { problem: "The load generator exited." },
      ]),
    ]).finally(() => ended.abort())) as [Load | { problem: string }];
    if ("problem" in reply) throw new Error(reply.problem);
    return reply;
  }

  [Symbol.dispose](): void {
    this.#process.disconnect();
  }
}

async function work(target: Target, amount: Amount): Promise<Load> {
  if ("count" in amount) return sendLoad(target, { amount: amount.count });
  // On a busy machine, it may be too short for a response.
  const warmUp = await sendLoad(target, { duration: amount.warmUp / 1000 });
  const { rate, responses } = await sendLoad(target, { duration: amount.duration / 1000 });
  if (responses === 0)
    throw new Error(`The server at port ${target.ports} did not respond in time.`);
  return { rate, responses: warmUp.responses + responses };
}

/**
 * Measures from the first request to the last response. The rates that autocannon reports come from its samples, which
 * are too coarse for one second or a few hundred requests.
 */
async function sendLoad(
  { ports, calls }: Target,
  limit: { amount: number } | { duration: number },
): Promise<Load> {
  const connections = "amount" in limit ? Math.min(CONNECTIONS, limit.amount) : CONNECTIONS;
  let connected = 0;
  let responses = 0;
  let startedAt = Number.NaN;
  let endedAt = Number.NaN;
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(
    {
      ...limit,
      url: urlsOf(ports),
      connections,
      sampleInt: 20,
      bailout: 1,
      // With the option `requests`, each connection would keep a copy of every request.
      setupClient: (client) => client.setRequests(shareOf(calls, connected++, connections)),
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on("start", () => {
    startedAt = performance.now();
  });
  run.on("response", () => {
    responses += 1;
    endedAt = performance.now();
  });
  const { non2xx, errors, timeouts } = await finished;
  if (non2xx + errors + timeouts > 0) {
    const counts = JSON.stringify({ non2xx, errors, timeouts });
    throw new Error(
      `The server at port ${ports} did not respond with 200 to every request: ${counts}`,
    );
  }
  return { rate: (responses / (endedAt - startedAt)) * 1000, responses };
}

/** The connections go to these in turn. The types of autocannon only know one URL. */
function urlsOf(ports: readonly number[]): string {
  return ports.map((port) => `http://127.0.0.1:${port}`) as unknown as string;
}

/**
 * Every nth call for each of n connections, or all calls if there are fewer than connections. Each connection
 * then begins with another call, so that not all of them send the same one at the same time.
 */
function shareOf(calls: readonly Call[], connection: number, connections: number) {
  const first = connection % calls.length;
  const all = [...calls.slice(first), ...calls.slice(0, first)];
  const own: Call[] = [];
  for (let index = connection; index < calls.length; index += connections)
    own.push(calls[index] as Call);
  return (calls.length < connections ? all : own).map((call) => ({
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
