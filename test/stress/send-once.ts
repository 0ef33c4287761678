import { connect } from "node:net";
import { takeResponse, type WireResponse } from "./parse-http-response.ts";

/**
 * How long a response may take, in milliseconds. A busy machine is slower, and an advance of the clock waits for the claims
 * of a listener that is gone, which last 20 seconds.
 */
const LONGEST = 60_000;

/** Rejects where a promise takes too long. */
export async function inTime<Result>(promise: Promise<Result>, longest = LONGEST): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer came in ${longest} ms.`)), longest);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Sends over a separate connection, and returns all that is received until it ends. */
export async function exchange(url: string, bytes: Buffer): Promise<Buffer> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), noDelay: true });
  const received: Buffer[] = [];
  socket.on("data", (data) => received.push(data));
  // A sender whose request is rejected halfway may be cut off while it still sends.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  try {
    socket.end(bytes);
    await inTime(closed);
    return Buffer.concat(received);
  } finally {
    socket.destroy();
  }
}

/** The responses in what was received over a connection. */
export function responsesIn(bytes: Buffer): WireResponse[] {
  const responses: WireResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const taken = takeResponse(rest);
    if (!taken) throw new Error(`This answer is not whole: ${JSON.stringify(`${rest}`)}`);
    rest = taken.rest;
    if (taken.response.status >= 200) responses.push(taken.response);
  }
  return responses;
}

/** The names of all headers that the sandbox sends. */
const knownHeaders = new Set([
  ...["content-type", "content-length", "date", "connection", "keep-alive"],
  ...["allow", "www-authenticate", "x-sandbox-warning", "x-sandbox-generation"],
  ...["x-sandbox-request-id", "x-sandbox-request-url"],
]);

/** The headers that no response of the sandbox has. */
export function unknownHeaders(responses: readonly WireResponse[]): string[] {
  return responses
    .flatMap(({ headers }) => headers)
    .filter(([name]) => !knownHeaders.has(name))
    .map(([name, value]) => `it has a header of its own: ${name}: ${value}`);
}
