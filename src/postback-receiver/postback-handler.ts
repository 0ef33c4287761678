import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { ApiPromise } from "../client/api-promise.ts";
import { ServiceError } from "../client/errors.ts";
import { checkNumber } from "../client/options.ts";
import type { PostbackFailure, PostbackReceiverOptions, ReceivedPostback } from "./options.ts";
import { createQueuePerKey } from "./queue-per-key.ts";
import { type Postback, parsePostback } from "./read-postback.ts";
import { Rejection } from "./rejection.ts";
import type { Incoming } from "./servers.ts";
import { readSignedPath, type SignedPath } from "./signed-url.ts";
import { type EventStore, recentEvents, recentStatuses, type StatusStore } from "./stores.ts";

/** What a postback reports, as it was read, and the call of its hook. */
interface Change {
  resource: Payment | Withdrawal;
  /** Tells a payment in a restored sandbox from the same one before. Empty if nothing was restored. */
  generation: string;
  handOn(postback: ReceivedPostback, signal: AbortSignal): Promise<unknown>;
}

/** Handles postbacks, whatever the server. */
export class PostbackHandler {
  readonly #options: PostbackReceiverOptions;
  readonly #stores: Stores;
  readonly #timeout: number;
  readonly #isSigned: (path: SignedPath) => Promise<boolean>;
  readonly #inTurn = createQueuePerKey();

  constructor(options: PostbackReceiverOptions, isSigned: (path: SignedPath) => Promise<boolean>) {
    this.#options = options;
    this.#stores = storesOf(options);
    this.#timeout = checkNumber("timeout", options.timeout ?? 9_000);
    this.#isSigned = isSigned;
  }

  /** Resolves to the status to respond with, and never rejects. */
  async respond(incoming: Incoming): Promise<number> {
    const known: Partial<ReceivedPostback> = {};
    const deadline = new AbortController();
    const { signal } = deadline;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<number>((resolve) => {
      const error = new Rejection(503, { detail: `It had ${this.#timeout} ms.` });
      timer = setTimeout(() => {
        deadline.abort(error);
        resolve(this.#fail(error, known));
      }, this.#timeout);
    });
    // What ends because of the deadline is reported by the deadline.
    const failOnce = (error: unknown) =>
      signal.aborted && error === signal.reason ? late : this.#fail(error, known);
    const handled = this.#handle(incoming, known, signal).then(() => 204, failOnce);
    return Promise.race([handled, late]).finally(() => clearTimeout(timer));
  }

  /** Reports an error, and returns the status of the response. */
  #fail(error: unknown, known: Partial<ReceivedPostback>): number {
    const { onError = printFailure } = this.#options;
    const status = error instanceof Rejection ? error.status : 500;
    // Neither an error of the hook nor a slow one may change the response.
    (async () => onError(error, { status, ...known }))().catch(() => {});
    return status;
  }

  /** Handles a postback, and notes what is known of it meanwhile. */
  async #handle(
    incoming: Incoming,
    known: Partial<ReceivedPostback>,
    signal: AbortSignal,
  ): Promise<void> {
    if (incoming.method !== "POST") throw new Rejection(405);
    const path = readSignedPath(incoming.url ?? "");
    if (!path || !(await this.#isSigned(path))) throw new Rejection(401);
    known.reference = path.reference;
    const { type, id, eventId, occurredAt } = parsePostback(await incoming.content());
    Object.assign(known, { eventId, occurredAt });
    const { events, statuses } = this.#stores;
    // Otherwise an older read could overtake a newer one, and a change be handled twice at the same time.
    await this.#inTurn(id, async () => {
      // The sender has had its response, and sends the event again.
      signal.throwIfAborted();
      if (await events?.has(eventId)) return;
      const { resource, generation, handOn } = await this.#readAnew(type, id, path, signal);
      const status = describeStatus(resource, generation);
      if (status !== (await statuses?.get(id))) {
        signal.throwIfAborted();
        await handOn({ reference: path.reference, eventId, occurredAt }, signal);
        await statuses?.set(id, status);
      }
      await events?.add(eventId);
    });
  }

  /** Reads the payment or withdrawal, and returns it with the call of its hook. */
  async #readAnew(
    type: Postback["type"],
    id: string,
    path: SignedPath,
    signal: AbortSignal,
  ): Promise<Change> {
    const options = this.#options;
    const { centavo } = options;
    if (type === "payment") {
      const { resource, generation } = await read(centavo.payments.get(id, { signal }), path);
      return {
        resource,
        generation,
        handOn: async (...rest) => options.onPayment(resource, ...rest),
      };
    }
    if (!options.onWithdrawal) throw new Rejection(501);
    const subaccountId = await options.subaccountOf?.(path.reference);
    const call = centavo.withdrawals.get(id, {
      signal,
      ...(subaccountId !== undefined && { subaccountId }),
    });
    const { resource, generation } = await read(call, path);
    return {
      resource,
      generation,
      handOn: async (...rest) => options.onWithdrawal?.(resource, ...rest),
    };
  }
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
