import autocannon, { type Result } from "autocannon";
import type { Call } from "./request-mix.ts";

// A separate process: the process of the tests has other work to do than to overload a sandbox.

/** What it is to do, as the first message says. The second message ends it. */
export interface Orders {
  url: string;
  calls: Call[];
  callers: number;
  /** How long a caller waits for a response before it disconnects and reconnects, in milliseconds. */
  patience: number;
}

/** The results. */
export interface Report {
  responses: number;
  /** Callers that disconnected before their response came. */
  left: number;
  /** Connections that were refused, or closed by the other side. */
  lost: number;
  /** How long responses took, in milliseconds, from the fastest to the slowest. */
  took: Float64Array;
  /** Responses with an unexpected status, and how many of each. */
  unexpected: Map<string, number>;
}

/** Longer than any test lasts: the second message ends it. */
const DURATION = 10 * 60;

process.once("message", async ({ url, calls, callers, patience }: Orders) => {
  const unexpected = new Map<string, number>();
  const took: number[] = [];
  const requests = calls.map(({ name, request, status: expected }) => ({
    ...request,
    onResponse(status: number, body: string) {
      if (status === expected) return;
      const text = `${name}: ${status} ${body}`;
      unexpected.set(text, 1 + (unexpected.get(text) ?? 0));
    },
  }));
  let caller = 0;
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>();
  const run = autocannon(
    {
      ...{ url, connections: callers, duration: DURATION },
      setupClient(client) {
        // The option of this name takes no less than a second.
        Object.assign(client, { timeout: patience });
        // Each starts with a different call, so that they do not all send the same one at the same time.
        const first = caller++ % requests.length;
        client.setRequests([...requests.slice(first), ...requests.slice(0, first)].map(copyOf));
      },
    },
    (error, result) => (error ? reject(error) : resolve(result)),
  );
  run.on("response", (_client, _status, _bytes, time) => took.push(time));
  process.once("message", () => run.stop());
  const { errors, timeouts: left } = await finished;
  const report: Report = {
    ...{ responses: took.length, left, lost: errors - left, unexpected },
    took: Float64Array.from(took).sort(),
  };
  process.send?.(report, () => process.exit());
});

/** autocannon writes what it has built for a connection into the request. */
function copyOf<Request>(request: Request): Request {
  return { ...request };
}
