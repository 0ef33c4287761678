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
  return redactReceived(text).slice(0, MAX_CHARACTERS);
}
