import { receiverAt } from "../domain/receiver-path.ts";
import type { Receiver } from "../options.ts";
import type { Timers } from "../runtime/timers.ts";
import { readAll } from "../state-file/pieces.ts";
import { type Deliver, type Delivery, HEADERS } from "./delivery.ts";
import { redactResponse } from "./redact-receiver-response.ts";

/** The limit for reading a response body, in bytes. */
const MAX_BYTES = 65_536;

const NO_RECEIVER =
  "This sandbox sends no postbacks: pass createSandbox a receiver, e.g. the fetch of an application.";

interface FunctionDelivery {
  receiver: Receiver | undefined;
  /** Answers requests to the sandbox itself, whose receivers belong to companies. */
  own: Receiver;
  timers: Timers;
}

/** Delivers postbacks to a function. */
export function deliverToFunction({ receiver, own, timers }: FunctionDelivery): Deliver {
  return async ({ url, body, companyId }, { closing, timeout }) => {
    const failed = (problem: string, timedOut = false): Delivery => {
      return { status: null, answer: null, problem, timedOut };
    };
    if (!URL.canParse(url)) return failed("The postback URL is invalid.");
    const isOwn = receiverAt(new URL(url).pathname) === companyId;
    const target = isOwn ? own : receiver;
    if (!target) return failed(NO_RECEIVER);
    const attempt = new AbortController();
    const { signal } = attempt;
    const abort = () => attempt.abort();
    closing.addEventListener("abort", abort);
    const cancel = timers.after(timeout, abort);
    const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", reject));
    try {
      const request = new Request(url, { method: "POST", headers: HEADERS, body, signal });
      const answering = (async () => {
        const response = await target(request);
        const answer = redactResponse(await readBeginning(response));
        return { status: response.status, answer, problem: null, timedOut: false };
      })();
      return await Promise.race([answering, ended]);
    } catch (error) {
      if (!signal.aborted) return failed(`The receiver failed (${nameOf(error)}).`);
      return failed(`No response arrived within ${timeout / 1000} seconds.`, !closing.aborted);
    } finally {
      cancel();
      closing.removeEventListener("abort", abort);
    }
  };
}

/** The message may quote anything. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function readBeginning({ body }: Response): Promise<string> {
  if (!body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const piece of readAll(body.getReader())) {
    text += decoder.decode(piece, { stream: true });
    size += piece.length;
    if (size > MAX_BYTES) break;
  }
  return text;
}
