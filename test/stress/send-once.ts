import { connect } from "node:net";
import { takeResponse, type WireResponse } from "./parse-http-response.ts";
import { commonProblems } from "./response-checks.ts";

/** What goes over a separate connection, and the expected responses. */
export interface Sending {
  bytes: string | Buffer;
  /** The expected statuses of the responses, in order; not given where any will do. */
  statuses?: readonly number[];
  /** The sender disconnects without waiting for a response. */
  isLeft?: boolean;
}

/** Each character of a text is a byte. */
export function bytesIn(bytes: string | Buffer): Buffer {
  return typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
}

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
export async function exchange(url: string, { bytes, isLeft }: Sending): Promise<Buffer> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), noDelay: true });
  const received: Buffer[] = [];
  socket.on("data", (data) => received.push(data));
  // A sender whose request is rejected halfway may be cut off while it still sends.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.on("close", resolve));
  try {
    socket.write(bytesIn(bytes));
    if (isLeft) socket.destroySoon();
    else socket.end();
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
]);

/** The headers that no response of the sandbox has. */
export function unknownHeaders(responses: readonly WireResponse[]): string[] {
  return responses
    .flatMap(({ headers }) => headers)
    .filter(([name]) => !knownHeaders.has(name))
    .map(([name, value]) => `it has a header of its own: ${name}: ${value}`);
}

/** What is wrong with what came back. */
export function problemsOfSending(sending: Sending, bytes: Buffer): string[] {
  const { statuses, isLeft } = sending;
  if (isLeft) return [];
  const responses = responsesIn(bytes);
  const found = responses.map(({ status }) => status);
  const isExpected = statuses ? `${statuses}` === `${found}` : found.length > 0;
  return [
    ...responses.flatMap((response) => commonProblems(response)),
    ...unknownHeaders(responses),
    ...(isExpected ? [] : [`it is answered ${found.join(", ")} and not ${statuses ?? "at all"}`]),
  ];
}
