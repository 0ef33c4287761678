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
   * It can get the same event twice, if the process ends before the store has it.
   */
  onPayment(payment: Payment, postback: ReceivedPostback): unknown;
  /** Gets a withdrawal after each change. Without it, postbacks of withdrawals are answered with 501. */
  onWithdrawal?(withdrawal: Withdrawal, postback: ReceivedPostback): unknown;
  /**
   * Remembers the events that were handled.
   * @default the latest 10,000 events, in the memory of this process
   */
  store?: EventStore;
  /**
   * Learns why a postback was not answered with 204.
   * @default prints the error if the status is 500 or higher
   */
  onError?(error: unknown, failure: PostbackFailure): unknown;
  /**
   * How long an answer may take, in milliseconds. After that it is 503, so that the sender tries again,
   * and what has begun goes on.
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

/** How a postback was answered that was not handled. */
export interface PostbackFailure extends Partial<ReceivedPostback> {
  /** The status of the answer. */
  status: number;
}

/** Receives postbacks with any server. */
export interface PostbackReceiver {
  /**
   * The `postbackUrl` for an order or for an attempt to pay it: the reference and its token below `url`.
   * @throws {TypeError} if the reference contains a slash.
   */
  urlFor(reference: string): Promise<string>;
  /** Answers a `Request`, as in Hono, Deno, Bun and workers. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request of `node:http` or Express, whose body may have been parsed already. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>;
  /** Answers a request of Fastify. */
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
 * It answers 204, or 401 to a wrong token, 400 to a malformed body, 403 to the payment of another URL, 404
 * to an unknown payment, 405 to other methods than POST, 413 to a body of more than 100 kB, and 500 if
 * something fails.
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

  /** Answers with a status, and never rejects. */
  async function answer(incoming: Incoming): Promise<number> {
    const known: Partial<ReceivedPostback> = {};
    const fail = async (error: unknown) => {
      const status = error instanceof Rejection ? error.status : 500;
      // An error of the hook must not change the answer.
      await (async () => onError(error, { status, ...known }))().catch(() => {});
      return status;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<number>((resolve) => {
      const error = new Rejection(503, `The postback was not handled within ${timeout} ms.`);
      timer = setTimeout(() => resolve(fail(error)), timeout);
    });
    const handled = handle(incoming, known).then(() => 204, fail);
    return Promise.race([handled, late]).finally(() => clearTimeout(timer));
  }

  /** Handles a postback, and notes what is known of it meanwhile. */
  async function handle(incoming: Incoming, known: Partial<ReceivedPostback>): Promise<void> {
    if (incoming.method !== "POST") throw new Rejection(405, "A postback has the method POST.");
    const path = readSignedPath(incoming.url ?? "");
    if (!path || !(await isSigned(path))) throw new Rejection(401, "The token is wrong.");
    const { reference } = Object.assign(known, { reference: path.reference });
    const { type, id, eventId, occurredAt } = parsePostback(await incoming.content());
    Object.assign(known, { eventId, occurredAt });
    // Otherwise an older read could overtake a newer one, and an event be handled twice at the same time.
    await inTurn(id, async () => {
      if (await store.has(eventId)) return;
      const postback = { reference, eventId, occurredAt };
      if (type === "payment") {
        await options.onPayment(await read(centavo.payments.get(id), path), postback);
      } else {
        if (!options.onWithdrawal) throw new Rejection(501, "There is no onWithdrawal.");
        await options.onWithdrawal(await read(centavo.withdrawals.get(id), path), postback);
      }
      await store.add(eventId);
    });
  }

  return {
    urlFor,
    async fetch(request) {
      const { method, url, headers } = request;
      const content = () => {
        const reader = request.body?.getReader();
        const next = async () => (await reader?.read()) ?? { done: true };
        return readBody(headers.get("content-length"), next);
      };
      const status = await answer({ method, url, content });
      return new Response(null, { status, headers: headersOf(status) });
    },
    async node(request, response) {
      const { method, url, headers } = request;
      const content = () => {
        if (request.readableEnded) return request.body;
        const chunks = request[Symbol.asyncIterator]();
        return readBody(headers["content-length"], () => chunks.next());
      };
      const status = await answer({ method, url, content });
      response.writeHead(status, headersOf(status)).end();
    },
    async fastify({ method, url, body }, reply) {
      const status = await answer({ method, url, content: () => body });
      reply.code(status).headers(headersOf(status)).send();
      return reply;
    },
  };
}

/** Reads a resource, which must belong to the path: a token of one order must not report another. */
async function read<Resource extends { postbackUrl: string }>(
  call: PromiseLike<{ data: Resource }>,
  { reference, token }: SignedPath,
): Promise<Resource> {
  const { data } = await Promise.resolve(call).catch((cause) => {
    if (!(cause instanceof ServiceError && cause.status === 404)) throw cause;
    throw new Rejection(404, "The service does not know the id.", { cause });
  });
  // The host is not compared, so that a shop can move while payments have its old address.
  const own = readSignedPath(data.postbackUrl);
  if (own?.reference === reference && own.token === token) return data;
  throw new Rejection(403, "The id belongs to another URL.");
}

function printFailure(error: unknown, { status }: PostbackFailure): void {
  if (status >= 500) console.error(error);
}

function headersOf(status: number): Record<string, string> {
  return status === 405 ? { allow: "POST" } : {};
}
