import type { Centavo } from "../../generated/client.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import { ServiceError } from "../client/errors.ts";
import { checkNumber } from "../client/options.ts";
import { parsePostback, readBody } from "./read-postback.ts";
import { type EventStore, recentEvents } from "./recent-events.ts";
import { Rejection } from "./rejection.ts";
import { createUrlSigner, readSignedPath, type SignedPath } from "./signed-url.ts";
import { createTurns } from "./turns.ts";

export type { EventStore } from "./recent-events.ts";

/** The options of {@link createPostbackReceiver}. */
export interface PostbackReceiverOptions {
  /** The client that reads payments and withdrawals. */
  centavo: {
    payments: Pick<Centavo["payments"], "get">;
    withdrawals: Pick<Centavo["withdrawals"], "get">;
  };
  /**
   * The public address at which the receiver gets postbacks.
   * @example "https://shop.example/postbacks"
   */
  url: string;
  /**
   * Signs the URLs: at least 32 characters, which only your servers know. To replace it, pass a list: the
   * first one signs, and URLs that any of them signed are accepted.
   */
  secret: string | readonly string[];
  /**
   * Gets a payment after each change, as the service has it now. If it throws, the sender tries again.
   * It can get the same event twice, if the process ends before the store has it. The next change of the same
   * payment waits for it, so it must end when the `signal` aborts, which it does after the `timeout`.
   */
  onPayment(payment: Payment, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /** Gets a withdrawal after each change. Without it, the response to a postback of a withdrawal is 501. */
  onWithdrawal?(withdrawal: Withdrawal, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /**
   * Returns the id of the subaccount whose withdrawal has this reference: the service shows it to nobody else.
   * @default all withdrawals are the company's own
   */
  subaccountOf?(reference: string): string | undefined | Promise<string | undefined>;
  /**
   * Remembers the events that were handled.
   * @default the latest 10,000 events, in the memory of this process
   */
  store?: EventStore;
  /**
   * Gets the error when the response to a postback is not 204.
   * @default prints the error if the status is 500 or higher
   */
  onError?(error: unknown, failure: PostbackFailure): unknown;
  /**
   * How long to handle a postback before the response is 503, in milliseconds, so that the sender tries again.
   * A hook that has begun goes on, and its event counts as handled if it succeeds.
   * @default 9_000
   */
  timeout?: number;
}

/** What a postback says beside its payment or withdrawal. */
export interface ReceivedPostback {
  /** What you passed to `urlFor`. */
  reference: string;
  /** The same for each delivery of the same change. */
  eventId: string;
  /** The time of the change. */
  occurredAt: string;
}

/** The response to a postback that was not handled. */
export interface PostbackFailure extends Partial<ReceivedPostback> {
  /** The status of the response. 500 says that a hook, the store or a read failed. */
  status: 500 | Rejection["status"];
}

/** Receives postbacks with any server. */
export interface PostbackReceiver {
  /**
   * The `postbackUrl` for an order or for an attempt to pay it: the reference and its token below `url`.
   * @throws {TypeError} if the reference contains a slash.
   */
  urlFor(reference: string): Promise<string>;
  /** Responds to a `Request`, as in Hono, Deno, Bun and workers. */
  fetch(request: Request): Promise<Response>;
  /** Responds to a request of `node:http` or Express, whose body may have been parsed already. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>;
  /** Responds to a request of Fastify. */
  fastify<Reply extends FastifyReply>(request: FastifyRequest, reply: Reply): Promise<Reply>;
}

/** What is used of a request of `node:http` or Express. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly "content-length"?: string | undefined };
  /** Whether someone has read the body. Express then has it in `body`. */
  readonly readableEnded: boolean;
  readonly body?: unknown;
}

/** What is used of a response of `node:http` or Express. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): { end(): unknown };
}

/** What is used of a request of Fastify. */
export interface FastifyRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** What is used of a reply of Fastify. */
export interface FastifyReply {
  code(status: number): { headers(values: Record<string, string>): { send(): unknown } };
}

/** A request of any server. */
interface Incoming {
  method: string | undefined;
  url: string | undefined;
  content(): unknown;
}

/**
 * Creates a receiver of postbacks (webhooks). It checks the token in the path and the body, skips events
 * that it has handled, and reads the payment anew. It hands the payment on only if the service says that
 * the payment belongs to the URL that was called.
 *
 * It responds with 204 after it has handled a postback, and otherwise with the status of a {@link PostbackFailure}.
 *
 * @example
 * import { createServer } from "node:http";
 * import { createPostbackReceiver } from "centavo/postbacks";
 *
 * const postbacks = createPostbackReceiver({
 *   centavo,
 *   url: "https://shop.example/postbacks",
 *   secret: process.env.POSTBACK_SECRET ?? "",
 *   onPayment(payment, { reference }) {
 *     console.log(`Order ${reference} is ${payment.status}.`);
 *   },
 * });
 * createServer(postbacks.node).listen(3000);
 * const postbackUrl = await postbacks.urlFor("1042"); // For billingData.
 */
export function createPostbackReceiver(options: PostbackReceiverOptions): PostbackReceiver {
  const { centavo, store = recentEvents(), onError = printFailure } = options;
  const timeout = checkNumber("timeout", options.timeout ?? 9_000);
  const { urlFor, isSigned } = createUrlSigner(options.url, options.secret);
  const inTurn = createTurns();

  /** Resolves to the status to respond with, and never rejects. */
  async function respond(incoming: Incoming): Promise<number> {
    const known: Partial<ReceivedPostback> = {};
    const fail = (error: unknown) => {
      const status = error instanceof Rejection ? error.status : 500;
      // Neither an error of the hook nor a slow one may change the response.
      (async () => onError(error, { status, ...known }))().catch(() => {});
      return status;
    };
    const deadline = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<number>((resolve) => {
      const error = new Rejection(503, { detail: `It had ${timeout} ms.` });
      timer = setTimeout(() => {
        deadline.abort(error);
        resolve(fail(error));
      }, timeout);
    });
    // What ends because of the deadline is reported by the deadline.
    const { signal } = deadline;
    const failOnce = (error: unknown) =>
      signal.aborted && error === signal.reason ? late : fail(error);
    const handled = handle(incoming, known, signal).then(() => 204, failOnce);
    return Promise.race([handled, late]).finally(() => clearTimeout(timer));
  }

  /** Handles a postback, and notes what is known of it meanwhile. */
  async function handle(
    incoming: Incoming,
    known: Partial<ReceivedPostback>,
    signal: AbortSignal,
  ): Promise<void> {
    if (incoming.method !== "POST") throw new Rejection(405);
    const path = readSignedPath(incoming.url ?? "");
    if (!path || !(await isSigned(path))) throw new Rejection(401);
    const { reference } = Object.assign(known, { reference: path.reference });
    const { type, id, eventId, occurredAt } = parsePostback(await incoming.content());
    Object.assign(known, { eventId, occurredAt });
    // Otherwise an older read could overtake a newer one, and an event be handled twice at the same time.
    await inTurn(id, async () => {
      // The sender has had its response, and sends the event again.
      signal.throwIfAborted();
      if (await store.has(eventId)) return;
      const postback = { reference, eventId, occurredAt };
      if (type === "payment") {
        await options.onPayment(await read(centavo.payments.get(id), path), postback, signal);
      } else {
        if (!options.onWithdrawal) throw new Rejection(501);
        const subaccountId = await options.subaccountOf?.(reference);
        const call = centavo.withdrawals.get(
          id,
          subaccountId === undefined ? {} : { subaccountId },
        );
        const withdrawal = await read(call, path);
        await options.onWithdrawal(withdrawal, postback, signal);
      }
      await store.add(eventId);
    });
  }

  return {
    urlFor,
    async fetch(request) {
      const { method, url, headers } = request;
      const content = () => {
        if (request.bodyUsed) throw bodyIsGone();
        const reader = request.body?.getReader();
        const next = async () => (await reader?.read()) ?? { done: true };
        return readBody(headers.get("content-length"), next);
      };
      const status = await respond({ method, url, content });
      return new Response(null, { status, headers: headersOf(status) });
    },
    async node(request, response) {
      const { method, url, headers } = request;
      const content = () => {
        if (request.readableEnded) return parsedBody(request);
        const chunks = request[Symbol.asyncIterator]();
        return readBody(headers["content-length"], () => chunks.next());
      };
      const status = await respond({ method, url, content });
      response.writeHead(status, headersOf(status)).end();
    },
    async fastify({ method, url, body }, reply) {
      const status = await respond({ method, url, content: () => body });
      reply.code(status).headers(headersOf(status)).send();
      return reply;
    },
  };
}

function parsedBody({ body }: NodeRequest): unknown {
  if (body === undefined) throw bodyIsGone();
  return body;
}

function bodyIsGone(): Error {
  return new Error(
    "Something has read the body of the request. Let the receiver read it first, or pass it on: as request.body in node:http and Express, as a clone of the request elsewhere.",
  );
}

/** Reads a resource, which must belong to the path: a token of one order must not report another. */
async function read<Resource extends { postbackUrl: string }>(
  call: PromiseLike<{ data: Resource }>,
  { reference, token }: SignedPath,
): Promise<Resource> {
  const { data } = await Promise.resolve(call).catch((cause) => {
    if (!(cause instanceof ServiceError && cause.status === 404)) throw cause;
    throw new Rejection(404, { cause });
  });
  // The host is not compared, so that a shop can move while payments have its old address.
  const own = readSignedPath(data.postbackUrl);
  if (own?.reference === reference && own.token === token) return data;
  throw new Rejection(403);
}

function printFailure(error: unknown, { status }: PostbackFailure): void {
  if (status >= 500) console.error(error);
}

function headersOf(status: number): Record<string, string> {
  return status === 405 ? { allow: "POST" } : {};
}
