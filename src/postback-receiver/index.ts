import type { Centavo } from "../../generated/client.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { ApiPromise } from "../client/api-promise.ts";
import { ServiceError } from "../client/errors.ts";
import { checkNumber } from "../client/options.ts";
import { createQueuePerKey } from "./queue-per-key.ts";
import { type Postback, parsePostback } from "./read-postback.ts";
import { Rejection } from "./rejection.ts";
import {
  type FastifyReply,
  type FastifyRequest,
  fromFastify,
  fromFetch,
  fromNode,
  type Incoming,
  type NodeRequest,
  type NodeResponse,
} from "./servers.ts";
import { createUrlSigner, readSignedPath, type SignedPath } from "./signed-url.ts";
import { type EventStore, recentEvents, recentStatuses, type StatusStore } from "./stores.ts";

export type { FastifyReply, FastifyRequest, NodeRequest, NodeResponse } from "./servers.ts";
export type { EventStore, StatusStore } from "./stores.ts";

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
   * Gets a payment after each change of its status, as the service has it now. If it throws, the sender tries again.
   * It can get the same status twice: if `updatedAt` has changed, because another process may have got a status in
   * between, and if the process ends before the stores have it. The next change of the same
   * payment waits for it, so it must end when the `signal` aborts, which it does after the `timeout`.
   */
  onPayment(payment: Payment, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /** Gets a withdrawal after each change of its status. Without it, the response to a postback of a withdrawal is 501. */
  onWithdrawal?(withdrawal: Withdrawal, postback: ReceivedPostback, signal: AbortSignal): unknown;
  /**
   * Returns the id of the subaccount whose withdrawal has this reference: the service shows it to nobody else.
   * @default all withdrawals are the company's own
   */
  subaccountOf?(reference: string): string | undefined | Promise<string | undefined>;
  /**
   * What calls the hooks: each change of the status that is read, or each event. When the postback of an earlier change
   * is late, it reads the later status already: then the two changes are one call, but two events.
   * @default "change"
   */
  each?: "change" | "event";
  /**
   * Remembers the last status that a hook got of each payment and withdrawal, unless `each` is "event". Processes that
   * share the work share it.
   * @default of the latest 10,000 payments and withdrawals, in the memory of this process
   */
  statuses?: StatusStore;
  /**
   * Remembers the events that were handled, which are not read again.
   * @default none, or if `each` is "event" the latest 10,000, in the memory of this process
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

/** What a postback reports, as it was read, and the call of its hook. */
interface Change {
  resource: Payment | Withdrawal;
  /** Tells a payment in a restored sandbox from the same one before. Empty if nothing was restored. */
  generation: string;
  handOn(postback: ReceivedPostback, signal: AbortSignal): Promise<unknown>;
}

/**
 * Creates a receiver of postbacks (webhooks). It checks the token in the path and the body, and reads the
 * payment anew. It hands the payment on only if its status has changed, and if the service says that the
 * payment belongs to the URL that was called.
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
  const { centavo, onError = printFailure } = options;
  const { events, statuses } = storesOf(options);
  const timeout = checkNumber("timeout", options.timeout ?? 9_000);
  const { urlFor, isSigned } = createUrlSigner(options.url, options.secret);
  const inTurn = createQueuePerKey();

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
    Object.assign(known, { reference: path.reference });
    const { type, id, eventId, occurredAt } = parsePostback(await incoming.content());
    Object.assign(known, { eventId, occurredAt });
    // Otherwise an older read could overtake a newer one, and a change be handled twice at the same time.
    await inTurn(id, async () => {
      // The sender has had its response, and sends the event again.
      signal.throwIfAborted();
      if (await events?.has(eventId)) return;
      const { resource, generation, handOn } = await readAnew(type, id, path);
      const status = describeStatus(resource, generation);
      if (status !== (await statuses?.get(id))) {
        await handOn({ reference: path.reference, eventId, occurredAt }, signal);
        await statuses?.set(id, status);
      }
      await events?.add(eventId);
    });
  }

  /** Reads the payment or withdrawal, and returns it with the call of its hook. */
  async function readAnew(type: Postback["type"], id: string, path: SignedPath): Promise<Change> {
    if (type === "payment") {
      const { resource, generation } = await read(centavo.payments.get(id), path);
      const handOn: Change["handOn"] = async (...rest) => options.onPayment(resource, ...rest);
      return { resource, generation, handOn };
    }
    if (!options.onWithdrawal) throw new Rejection(501);
    const subaccountId = await options.subaccountOf?.(path.reference);
    const call = centavo.withdrawals.get(id, subaccountId === undefined ? {} : { subaccountId });
    const { resource, generation } = await read(call, path);
    const handOn: Change["handOn"] = async (...rest) => options.onWithdrawal?.(resource, ...rest);
    return { resource, generation, handOn };
  }

  return {
    urlFor,
    async fetch(request) {
      const status = await respond(fromFetch(request));
      return new Response(null, { status, headers: headersOf(status) });
    },
    async node(request, response) {
      const status = await respond(fromNode(request));
      // A deadline of the server may have answered meanwhile.
      if (!response.headersSent) response.writeHead(status, headersOf(status)).end();
    },
    async fastify(request, reply) {
      const status = await respond(fromFastify(request));
      reply.code(status).headers(headersOf(status)).send();
      return reply;
    },
  };
}

/** What is remembered. Undefined is nothing. */
interface Stores {
  events: EventStore | undefined;
  statuses: StatusStore | undefined;
}

function storesOf({ each = "change", store, statuses }: PostbackReceiverOptions): Stores {
  if (each === "change") return { events: store, statuses: statuses ?? recentStatuses() };
  if (each === "event") return { events: store ?? recentEvents(), statuses: undefined };
  throw new TypeError('each must be "change" or "event"');
}

/**
 * The status, and what tells it from the same status earlier. The time does so if another process has handled what was
 * in between. After a restore the time may repeat, and the generation does not.
 */
function describeStatus({ status, updatedAt }: Change["resource"], generation: string) {
  return `${status} ${updatedAt} ${generation}`.trimEnd();
}

/**
 * Reads a resource, which must belong to the path: a token of one order must not report another. Only this response says
 * what is true: anyone who knows the URL can send a postback with any header.
 */
async function read<Resource extends { postbackUrl: string }>(
  call: ApiPromise<{ data: Resource }>,
  { reference, token }: SignedPath,
): Promise<{ resource: Resource; generation: string }> {
  const { data, response } = await call.withResponse().catch((cause) => {
    if (!(cause instanceof ServiceError && cause.status === 404)) throw cause;
    throw new Rejection(404, { cause });
  });
  // The host is not compared, so that a shop can move while payments have its old address.
  const own = readSignedPath(data.postbackUrl);
  if (own?.reference === reference && own.token === token)
    return { resource: data, generation: generationOf(response) };
  throw new Rejection(403);
}

/** The sandbox sends this header once it has reset or restored the company. The service has none. */
function generationOf({ headers }: Response): string {
  const header = headers.get("x-sandbox-generation") ?? "";
  return /^\d{1,16}$/.test(header) ? header : "";
}

function printFailure(error: unknown, { status }: PostbackFailure): void {
  if (status >= 500) console.error(error);
}

function headersOf(status: number): Record<string, string> {
  return status === 405 ? { allow: "POST" } : {};
}
