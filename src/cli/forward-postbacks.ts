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
import type { DeliveryOutcome } from "../sandbox/postbacks/delivery.ts";
import { CLAIM_LEASE } from "../sandbox/postbacks/retry-schedule.ts";
import { sendPostback } from "../sandbox-node/delivery/send-postback.ts";

/** The number of deliveries at the same time, each of another payment or withdrawal. */
const MAX_CONCURRENT = 16;
/** How long to wait before it asks for more, in milliseconds: longer each time, as long as nothing happens. */
const PAUSE = { shortest: 20, longest: 1_000 };
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
  /** Calls back when something has happened to the company, until the signal. It may be late, or never call. */
  onNews: (callback: () => void, signal: AbortSignal) => void;
  show: (forwarded: Forwarded) => void;
  /** Told once when the state has changed. */
  announce: (state: State) => void;
}

/**
 * Delivers a company's postbacks to a target, as long as it is its turn. While the sandbox is away, it tries again. Rejects
 * if the sandbox refuses it.
 */
export async function forwardPostbacks(options: ForwardOptions): Promise<void> {
  const forwarder = new Forwarder(options);
  const ended = new AbortController();
  const wake = () => forwarder.alarm.ring();
  options.onNews(wake, ended.signal);
  options.signal.addEventListener("abort", wake);
  try {
    await forwarder.run();
  } finally {
    ended.abort();
    await forwarder.finish();
  }
}

/** One listener of the company. */
class Forwarder {
  readonly alarm = new Alarm();
  readonly #options: ForwardOptions;
  readonly #listener = randomUUID();
  readonly #inProgress = new Set<Promise<void>>();
  #state: State | undefined;

  constructor(options: ForwardOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    let pause = PAUSE.shortest;
    let failures = 0;
    while (!this.#options.signal.aborted) {
      try {
        const isBusy = await this.#claim();
        failures = 0;
        pause = isBusy ? PAUSE.shortest : Math.min(2 * pause, PAUSE.longest);
      } catch (error) {
        if (!isTemporary(error)) throw error;
        this.#enter("away");
        failures += 1;
        pause = PAUSE.shortest + retryDelay(undefined, failures, RETRY);
      }
      if (await this.alarm.wait(pause)) pause = PAUSE.shortest;
    }
  }

  /** Waits for the deliveries in progress, and gives the turn back. */
  async finish(): Promise<void> {
    await Promise.all(this.#inProgress);
    await this.#options.control.listener.release({ listener: this.#listener }).catch(() => {});
  }

  /** Returns whether there was anything to deliver. */
  async #claim(): Promise<boolean> {
    const { control, types } = this.#options;
    const limit = MAX_CONCURRENT - this.#inProgress.size;
    const claim = { listener: this.#listener, limit, ...(types && { types }) };
    const { role, postbacks } = (await control.listener.claim(claim)).data;
    this.#enter(role);
    for (const postback of postbacks) this.#start(postback);
    return postbacks.length > 0;
  }

  #start(postback: ClaimedPostback): void {
    const delivery = forward(postback, this.#options).finally(() => {
      this.#inProgress.delete(delivery);
      this.alarm.ring();
    });
    this.#inProgress.add(delivery);
  }

  #enter(state: State): void {
    if (this.#state !== state) this.#options.announce(state);
    this.#state = state;
  }
}

/** Delivers a postback, and reports it. Never rejects: the sandbox tries again what it does not learn of. */
async function forward(postback: ClaimedPostback, options: ForwardOptions): Promise<void> {
  const before = performance.now();
  const { url, body, timeout, headers: all } = postback;
  // No others, whatever the sandbox wants.
  const headers = { "content-type": all["content-type"], "user-agent": all["user-agent"] };
  const delivery = { closing: NEVER, timeout, headers };
  const { timedOut, ...outcome } = await sendPostback(
    forwardedUrl(options.target, url),
    body,
    delivery,
  );
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

/**
 * Where a postback goes. A target without a path keeps that of the `postbackUrl`, in which a receiver may have its own
 * reference. The host is always the target's.
 *
 * @example
 * forwardedUrl(new URL("http://localhost:3000"), "https://shop.example/postbacks/1042?t=1"); // "http://localhost:3000/postbacks/1042?t=1"
 */
export function forwardedUrl(target: URL, postbackUrl: string): string {
  const url = new URL(target);
  if (url.pathname !== "/" || url.search !== "" || !URL.canParse(postbackUrl)) return url.href;
  const { pathname, search } = new URL(postbackUrl);
  Object.assign(url, { pathname, search });
  return url.href;
}

/** Whether an error goes away by itself. */
function isTemporary(error: unknown): boolean {
  // A proxy may answer in place of the sandbox.
  if (error instanceof ServiceError || error instanceof UnexpectedResponseError)
    return error.status >= 500 || error.status === 429;
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/** Wakes one who waits, or who waits next. */
class Alarm {
  #isRinging = false;
  #stop = () => {};

  ring(): void {
    this.#isRinging = true;
    this.#stop();
  }

  /** Resolves when it rings, to true, or after some milliseconds, but not before the shortest pause. */
  async wait(milliseconds: number): Promise<boolean> {
    await setTimeout(PAUSE.shortest);
    if (!this.#isRinging) {
      const stopping = new AbortController();
      this.#stop = () => stopping.abort();
      const { signal } = stopping;
      await setTimeout(milliseconds - PAUSE.shortest, undefined, { signal }).catch(() => {});
    }
    const wasRinging = this.#isRinging;
    this.#isRinging = false;
    return wasRinging;
  }
}
