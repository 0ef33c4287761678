import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";
import { describeMatch, isMatch, type PostbackMatch } from "./match-postback.ts";

/** Below the five seconds that Vitest gives a test: the error says what arrived, a timeout of the test does not. */
const TIMEOUT = 3_000;

/** A receiver of postbacks for a test. */
export interface TestReceiver {
  /**
   * The address for `postbackUrl`: on this machine, or without a server one that leads nowhere.
   * @example "http://127.0.0.1:40613/postbacks"
   */
  url: string;
  /**
   * The postbacks that have arrived, in order, repeated ones included.
   *
   * @example
   * const company = await createTestCompany(await startSandbox());
   * company.receiver.postbacks({ data: { status: "PAID" } });
   */
  postbacks(match?: PostbackMatch): PostbackBody[];
  /**
   * Resolves to the first postback that matches: one that has arrived already, or else the next. Rejects after
   * the timeout, and says what arrived instead.
   *
   * @example
   * const company = await createTestCompany(await startSandbox());
   * await company.receiver.waitForPostback({ type: "payment", data: { status: "PAID" } });
   */
  waitForPostback(match?: PostbackMatch, options?: WaitOptions): Promise<PostbackBody>;
  /**
   * Sets the statuses to respond with from now on, in order. The last one repeats.
   * @default 200
   *
   * @example
   * const company = await createTestCompany(await startSandbox());
   * company.receiver.respondWith(503, 200);
   */
  respondWith(...statuses: [number, ...number[]]): void;
  /**
   * Forgets the postbacks that have arrived, for example after a snapshot was restored.
   *
   * @example
   * const company = await createTestCompany(await startSandbox());
   * company.receiver.clear();
   */
  clear(): void;
  /** Stops listening. */
  close(): Promise<void>;
}

/** How to wait for a postback. */
export interface WaitOptions {
  /**
   * After how many milliseconds to reject.
   * @default 3_000
   */
  timeout?: number;
}

/** Starts a receiver on a free port. {@link createTestCompany} does it for you. */
export async function startTestReceiver(): Promise<TestReceiver> {
  const { receive, ...inbox } = createInbox();
  const server = createServer(async (request, response) => {
    response.writeHead(receive(await json(request).catch(() => undefined))).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    ...inbox,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/postbacks`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** The receivers without a server, by their addresses. */
const receivers = new Map<string, Inbox["receive"]>();
const ORIGIN = "https://receiver.invalid";
let created = 0;

/** Creates a receiver without a server, to which {@link deliverToTestReceivers} delivers. */
export function createTestReceiver(): TestReceiver {
  const { receive, ...inbox } = createInbox();
  created += 1;
  const url = `${ORIGIN}/${created}`;
  receivers.set(url, receive);
  return {
    ...inbox,
    url,
    async close() {
      receivers.delete(url);
    },
  };
}

/**
 * Delivers the postbacks of a sandbox without a server to the receivers of its test companies. No other address can be
 * reached.
 *
 * @example
 * const sandbox = await createSandbox({ receiver: deliverToTestReceivers });
 * const { receiver } = await createTestCompany(sandbox);
 */
export async function deliverToTestReceivers(request: Request): Promise<Response> {
  const receive = receivers.get(request.url);
  if (receive) {
    return new Response(null, { status: receive(await request.json().catch(() => undefined)) });
  }
  const { origin } = new URL(request.url);
  const problem = `Nothing was sent to ${origin}: without a server, postbacks reach only the test's receiver.`;
  // That of a test which has ended is no mistake.
  if (origin !== ORIGIN) console.warn(problem);
  return new Response(problem, { status: 502 });
}

/** What a receiver does with postbacks, however they arrive. */
interface Inbox extends Omit<TestReceiver, "url" | "close"> {
  /** Takes the body of a request, and returns the status of the response. */
  receive(body: unknown): number;
}

function createInbox(): Inbox {
  const arrived: PostbackBody[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let responses = [200];

  const postbacks = (match: PostbackMatch = {}) =>
    arrived.filter((postback) => isMatch(postback, match));

  return {
    receive(body) {
      if (typeof body !== "object" || body === null) return 400;
      arrived.push(body as PostbackBody);
      arrivals.emit("postback");
      return (responses.length > 1 ? responses.shift() : responses[0]) ?? 200;
    },
    postbacks,
    async waitForPostback(match = {}, { timeout = TIMEOUT } = {}) {
      const signal = AbortSignal.timeout(timeout);
      while (!signal.aborted) {
        const [postback] = postbacks(match);
        if (postback) return postback;
        await once(arrivals, "postback", { signal }).catch(() => {});
      }
      throw new Error(
        `No postback like ${describeMatch(match)} arrived within ${timeout} ms. ${listOf(arrived)}`,
      );
    },
    respondWith(...statuses) {
      responses = statuses;
    },
    clear() {
      arrived.length = 0;
    },
  };
}

function listOf(arrived: readonly PostbackBody[]): string {
  if (arrived.length === 0) return "None arrived at all.";
  const lines = arrived.map(({ type, data }) => `\n  ${type} ${data?.id}: ${data?.status}`);
  return `These arrived:${lines.join("")}`;
}
