import { receiverAt } from "../domain/receiver-path.ts";
import type { Receiver } from "../options.ts";
import { readStream } from "../runtime/read-stream.ts";
import type { Timers } from "../runtime/timers.ts";
import { type Deliver, type Delivery, HEADERS, readBeginning, shownAnswer } from "./delivery.ts";
import type { Attempts } from "./running-attempts.ts";

const NO_RECEIVER =
  "This sandbox sends no postbacks: pass createSandbox a receiver, e.g. the fetch of an application.";

interface FunctionDelivery {
  receiver: Receiver | undefined;
  /** Answers requests to the sandbox itself, whose receivers belong to companies. */
  own: Receiver;
  timers: Timers;
  attempts: Attempts;
}

/** Delivers postbacks to a function. Whatever it returns, throws or never ends, an attempt takes no longer than it may. */
export function deliverToFunction({ receiver, own, timers, attempts }: FunctionDelivery): Deliver {
  return async ({ url, body, companyId }, { closing, timeout }) => {
    if (!URL.canParse(url)) return failed("The postback URL is invalid.");
    const target = receiverAt(new URL(url).pathname) === companyId ? own : receiver;
    if (!target) return failed(NO_RECEIVER);
    const attempt = { companyId, isRunning: true };
    const ending = new AbortController();
    const end = () => ending.abort();
    closing.addEventListener("abort", end);
    const cancel = timers.after(timeout, end);
    const { signal } = ending;
    const within = `within ${timeout / 1000} seconds`;
    // As over a socket: a redirect can lead to any address.
    const init = { method: "POST", headers: HEADERS, body, signal, redirect: "manual" as const };
    const post = async () => target(new Request(url, init));
    try {
      const response = await Promise.race([attempts.run(attempt, post), abortOf(signal)]);
      const problem = problemOf(response);
      if (problem) return failed(problem);
      const { text, isComplete } = await readBeginning(
        response.body ? readStream(response.body, timers, signal) : [],
      );
      return {
        status: response.status,
        answer: shownAnswer(text),
        problem: isComplete
          ? null
          : `The response ${signal.aborted ? `was not complete ${within}` : "broke off"}.`,
        timedOut: signal.aborted && !closing.aborted,
      };
    } catch (error) {
      if (!signal.aborted) return failed(`The receiver failed (${nameOf(error)}).`);
      return { ...failed(`No response arrived ${within}.`), timedOut: !closing.aborted };
    } finally {
      attempt.isRunning = false;
      cancel();
      closing.removeEventListener("abort", end);
    }
  };
}

/** Rejects when a signal aborts, which whoever is waited for may not notice. */
function abortOf(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  aborted.catch(() => {});
  return aborted;
}

function failed(problem: string): Delivery {
  return { status: null, answer: null, problem, timedOut: false };
}

/** `Response.error()`, and in a page a redirect, have the status 0. */
function problemOf(response: unknown): string | undefined {
  const status = (response as Partial<Response> | null | undefined)?.status;
  if (typeof status !== "number") return "The receiver returned no Response.";
  return status === 0 ? "The receiver returned a redirect or a network error." : undefined;
}

/** The message may quote anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
