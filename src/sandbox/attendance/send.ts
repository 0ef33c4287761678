import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import { hideCardNumbers } from "../../client/redact.ts";

/** How long an answer is waited for, and how much of it is read and kept. */
const LONGEST_WAIT = 10_000;
const MOST_BYTES = 65_536;
const MOST_CHARACTERS = 500;

/** What came of sending: the receiver's answer, or why there is none. */
export type Outcome = Omit<PostbackAttempt, "at">;

/** What ends the sending of a postback before its answer is there. */
interface Limits {
  ending: AbortSignal;
  /** In milliseconds. */
  longestWait?: number;
}

/** Sends one postback. A redirect is an answer like any other: who follows it can be led anywhere. */
export async function send(
  url: string,
  body: string,
  { ending, longestWait = LONGEST_WAIT }: Limits,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.any([ending, AbortSignal.timeout(longestWait)]),
    });
    const answer = hideCardNumbers(await beginning(response));
    return { status: response.status, answer, problem: null };
  } catch (error) {
    return { status: null, answer: null, problem: problemOf(error, longestWait) };
  }
}

async function beginning({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).toString().slice(0, MOST_CHARACTERS);
}

function problemOf(error: unknown, longestWait: number): string {
  const { name, message, cause } = error as Error & { cause?: Error };
  if (name === "TimeoutError") return `No answer came within ${longestWait / 1000} seconds.`;
  return cause?.message || message;
}
