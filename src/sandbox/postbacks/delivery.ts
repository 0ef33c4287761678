import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import { redactReceived } from "../../text/redact-by-search.ts";
import { version } from "../contract-facts/index.ts";

/** The outcome of an attempt: the receiver's response, and why it is missing or incomplete. */
export type DeliveryOutcome = Omit<PostbackAttempt, "at">;

/** The outcome, and whether the attempt took as long as it may. */
export type Delivery = DeliveryOutcome & { timedOut: boolean };

/** A postback on its way to its receiver. */
interface OutgoingPostback {
  companyId: string;
  url: string;
  /** The JSON that the receiver gets. */
  body: string;
}

interface DeliveryLimits {
  /** Cancels the delivery when the sandbox closes. */
  closing: AbortSignal;
  /** In milliseconds. */
  timeout: number;
}

/** Makes one attempt to deliver a postback. It never rejects. */
export type Deliver = (postback: OutgoingPostback, limits: DeliveryLimits) => Promise<Delivery>;

/** The prefix of the User-Agent of postbacks. The control API of a sandbox rejects it. */
export const USER_AGENT_PREFIX = "centavo-sandbox/";

/** The headers of a postback. */
export const HEADERS = {
  "content-type": "application/json",
  "user-agent": USER_AGENT_PREFIX + version,
};

/** The maximum length of a stored response. */
const MAX_CHARACTERS = 500;

/** What the list of postbacks shows of a receiver's response. */
export function shownAnswer(text: string): string {
  return text && redactReceived(text).slice(0, MAX_CHARACTERS);
}

/** The limit for reading a response, in bytes. */
const MAX_BYTES = 65_536;

/** The beginning of a response. It is not complete if it breaks off. */
export async function readBeginning(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ text: string; isComplete: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let left = MAX_BYTES;
  try {
    for await (const piece of pieces) {
      text += decoder.decode(piece.subarray(0, left), { stream: true });
      left -= piece.length;
      if (left <= 0) break;
    }
    return { text, isComplete: true };
  } catch {
    return { text, isComplete: false };
  }
}
