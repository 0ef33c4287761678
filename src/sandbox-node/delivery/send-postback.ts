import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { type BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import {
  type Delivery,
  HEADERS,
  readBeginning,
  shownAnswer,
} from "../../sandbox/postbacks/delivery.ts";
import { ATTEMPT_TIMEOUT } from "../../sandbox/postbacks/retry-schedule.ts";
import { codeOf } from "../../text/describe-error.ts";

/** The maximum number of interim responses (e.g. 102) before the final one. */
const MAX_INTERIM = 100;

const TOO_MANY_INTERIM = `More than ${MAX_INTERIM} interim responses arrived, but no final one.`;

const ITSELF = "The sandbox does not send postbacks to itself.";

/** The message is a sentence of ours, for the list of attempts. */
class DeliveryError extends Error {
  override readonly name = "DeliveryError";
}

export interface DeliveryOptions {
  /** Cancels the delivery when the sandbox closes. */
  closing: AbortSignal;
  /** IP addresses to which no connection is made, whichever host name resolves to them. */
  blockList?: BlockList | undefined;
  /** In milliseconds. */
  timeout?: number;
}

/** Sends one postback. Does not follow redirects, because they can lead to any address. */
export async function sendPostback(
  url: string,
  body: string,
  { closing, blockList, timeout = ATTEMPT_TIMEOUT }: DeliveryOptions,
): Promise<Delivery> {
  const deadline = AbortSignal.timeout(timeout);
  const signal = AbortSignal.any([closing, deadline]);
  const withinTimeout = `within ${timeout / 1000} seconds`;
  try {
    const response = await post(url, body, signal, blockList);
    const { text, isComplete } = await readBeginning(response);
    const answer = shownAnswer(text);
    // A response without a length ends with the connection, even if the timeout closed the connection.
    if (signal.aborted) return outcome(`The response was not complete ${withinTimeout}.`);
    if (!isComplete) return outcome("The connection ended before the response was complete.");
    return outcome(null);

    function outcome(problem: string | null): Delivery {
      return { status: statusOf(response), answer, problem, timedOut: deadline.aborted };
    }
  } catch (error) {
    const problem = signal.aborted
      ? `No response arrived ${withinTimeout}.`
      : problemOf(error as Error);
    return { status: null, answer: null, problem, timedOut: deadline.aborted };
  }
}

/** Resolves to the response as soon as its headers have arrived. */
function post(url: string, body: string, signal: AbortSignal, blockList: BlockList | undefined) {
  // Loaded on demand: TLS takes as long as the rest of a start.
  const { protocol, hostname } = new URL(url);
  const { request, Agent } = process.getBuiltinModule(
    protocol === "https:" ? "node:https" : "node:http",
  );
  // Ignores proxies in environment variables: a postback to this machine must not leave it.
  const agent = new Agent({ proxyEnv: {} });
  return new Promise<IncomingMessage>((resolve, reject) => {
    if (blockList) assertAllowed(hostname.replace(/^\[|\]$/g, ""), blockList);
    const clientRequest = request(url, {
      method: "POST",
      headers: HEADERS,
      agent,
      signal,
      ...(blockList && { lookup: lookupAllowed(blockList) }),
    });
    let interim = 0;
    clientRequest
      .on("response", resolve)
      .on("information", () => {
        interim += 1;
        if (interim > MAX_INTERIM) clientRequest.destroy(new DeliveryError(TOO_MANY_INTERIM));
      })
      .on("error", reject)
      // E.g. when the receiver switches to another protocol.
      .on("close", () => reject(new DeliveryError("The connection ended without a response.")))
      .end(body);
  });
}

/**
 * Resolves a host name, but not to a blocked address. Node has `blockList` for connections only since 22.13,
 * and ignores it before.
 */
function lookupAllowed(blockList: BlockList): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
      try {
        for (const address of addresses) assertAllowed(address, blockList);
        callback(null, found, family);
      } catch (blocked) {
        callback(blocked as Error, found, family);
      }
    });
}

/** @throws if this is the address of a host that is blocked. Nothing is known about the address of a name yet. */
function assertAllowed(host: string, blockList: BlockList): void {
  if (isIP(host) && blockList.check(host, isIPv6(host) ? "ipv6" : "ipv4"))
    throw new DeliveryError(ITSELF);
}

function statusOf({ statusCode = 0 }: IncomingMessage): number {
  if (statusCode >= 100 && statusCode <= 599) return statusCode;
  throw new DeliveryError(
    `The response has the status ${statusCode}, which is not a valid HTTP status.`,
  );
}

/** What an attempt without a response failed of, by the code of the error or its beginning. The first match counts. */
const problems: [code: RegExp, problem: string][] = [
  [/^ECONNREFUSED$/, "Nothing listens at this address"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, "The connection ended without a response"],
  [/^(ENOTFOUND|EAI_|EADDR)/, "This host name has no address"],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/, "This address cannot be reached"],
  [/^HPE_/, "The response is not HTTP"],
  [/SSL|TLS|CERT|^EPROTO$|SIGNED|VERIFY/, "The TLS connection failed"],
];

/** Why there is no response. What other programs say is left out, except for their code: it may quote anything. */
function problemOf(error: Error & { errors?: Error[] }): string {
  if (error instanceof DeliveryError) return error.message;
  // If a host name resolves to several addresses, there is one error for each.
  const code = codeOf(error) ?? codeOf(error.errors?.[0]) ?? "no code";
  const [, problem] = problems.find(([pattern]) => pattern.test(code)) ?? [];
  return `${problem ?? "The request failed"} (${code}).`;
}
