import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Control } from "../../generated/sandbox-control-client.ts";
import type {
  ClaimedPostback,
  ListenerWork,
  PostbackType,
  ReportedAttempt,
} from "../../generated/sandbox-control-types.ts";
import { retryDelay } from "../client/backoff.ts";
import {
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "../client/index.ts";
import { forwardedUrl } from "../http-server/server-address.ts";
import type { Deliver, DeliveryOutcome } from "../sandbox/postbacks/delivery.ts";
import { ATTEMPT_TIMEOUT, CLAIM_LEASE } from "../sandbox/postbacks/retry-schedule.ts";
import { sendPostback } from "../sandbox-node/delivery/send-postback.ts";

/** The number of deliveries at the same time, each of another payment or withdrawal. */
const MAX_CONCURRENT = 16;
/** How long to wait before it asks for more, in milliseconds: longer each time, as long as nothing happens. */
const PAUSE = { shortest: 20, longest: 250 };
/** The waits while the sandbox is away, in milliseconds. */
const RETRY = { baseDelay: 500, maxDelay: 10_000, limit: Number.POSITIVE_INFINITY };

/** A delivery, and what the sandbox made of it. Null if it could not be told. */
export interface Forwarded {
  postback: ClaimedPostback;
  outcome: DeliveryOutcome;
  /** In milliseconds. */
  duration: number;
  reported: ReportedAttempt | null;
}

/** What the listener is about to do. */
export type State = ListenerWork["role"] | "away";

interface ForwardOptions {
  control: Pick<Control, "listener" | "postbacks">;
  target: URL;
  types?: PostbackType[] | undefined;
  /** Ends it. The deliveries in progress are finished. */
  signal: AbortSignal;
  show: (forwarded: Forwarded) => void;
  /** Told once when the state has changed. */
  announce: (state: State) => void;
}

/**
 * Delivers a company's postbacks to a target, as long as it is its turn. While the sandbox is away, it tries again. Rejects
 * if the sandbox refuses it.
 */
export async function forwardPostbacks(options: ForwardOptions): Promise<void> {
  const { control, types, announce } = options;
  const listener = randomUUID();
  const inProgress = new Set<Promise<void>>();
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let state: State | undefined;
  let [pause, failures] = [PAUSE.shortest, 0];

  /** Returns whether there was anything to deliver. */
  async function claim(): Promise<boolean> {
    const limit = MAX_CONCURRENT - inProgress.size;
    const { data } = await control.listener.claim({ listener, limit, ...(types && { types }) });
    enter(data.role === "standby" ? "standby" : "active");
    for (const postback of data.postbacks.slice(0, limit)) {
      const delivery = forward(postback, options)
        .catch((error) => failed.abort(error))
        .finally(() => inProgress.delete(delivery));
      inProgress.add(delivery);
    }
    return data.postbacks.length > 0;
  }

  function enter(next: State): void {
    if (state !== next) announce(next);
    state = next;
  }

  try {
    while (!signal.aborted) {
      try {
        pause = (await claim()) ? PAUSE.shortest : Math.min(2 * pause, PAUSE.longest);
        failures = 0;
      } catch (error) {
        if (!isTemporary(error)) throw error;
        enter("away");
        failures += 1;
        pause = PAUSE.shortest + retryDelay(undefined, failures, RETRY);
      }
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  } finally {
    await Promise.all(inProgress);
    // Gives its turn back.
    await control.listener.release({ listener }).catch(() => {});
  }
  failed.signal.throwIfAborted();
}

/**
 * Delivers a postback, and reports it. Rejects only if the sandbox does not answer as one does: it tries again what it does
 * not learn of.
 */
async function forward(postback: ClaimedPostback, options: ForwardOptions): Promise<void> {
  const before = performance.now();
  const { url, body } = postback;
  // With this version's headers, whatever the sandbox sends: a sandbox rejects calls with the User-Agent of postbacks, and
  // would take one with any other for a client's.
  const timeout = Math.max(1, Math.min(postback.timeout, ATTEMPT_TIMEOUT));
  const { timedOut, ...outcome } = await sendPostback(forwardedUrl(options.target, url), body, {
    closing: NEVER,
    timeout,
  });
  const duration = performance.now() - before;
  const report = { claim: postback.claim, ...outcome, timedOut };
  const reported = await reportUntil(before + CLAIM_LEASE, () =>
    options.control.postbacks.reportAttempt(postback.eventId, report),
  );
  options.show({ postback, outcome, duration, reported });
}

const NEVER = new AbortController().signal;

/** Reports again while the sandbox is away, as long as it waits for it. */
async function reportUntil(
  end: number,
  report: () => PromiseLike<{ data: ReportedAttempt }>,
): Promise<ReportedAttempt | null> {
  for (let failures = 1; performance.now() < end; failures++) {
    try {
      return (await report()).data;
    } catch (error) {
      // E.g. a reset has deleted the postback.
      if (!isTemporary(error)) return null;
      await setTimeout(retryDelay(undefined, failures, RETRY));
    }
  }
  return null;
}

/** Makes one attempt to deliver a postback to a target, in place of its own address. */
export function deliverTo(target: URL): Deliver {
  return ({ url, body }, limits) => sendPostback(forwardedUrl(target, url), body, limits);
}

/** Whether an error goes away by itself. */
function isTemporary(error: unknown): boolean {
  // A proxy may answer in place of the sandbox.
  if (error instanceof ServiceError || error instanceof UnexpectedResponseError)
    return error.status >= 500 || error.status === 429;
  return error instanceof NetworkError || error instanceof TimeoutError;
}
