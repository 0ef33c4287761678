import * as http from "node:http";
import * as https from "node:https";
import type { BlockList } from "node:net";
import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import { readVersion } from "../../contract/read-bundled-contract.ts";
import { redactResponse } from "./mask-receiver-response.ts";
import { ATTEMPT_TIMEOUT } from "./retry-policy.ts";

/** How much of an answer is read. */
const MAX_BYTES = 65_536;
/** How many characters are kept of why there was no answer: a name in it can be of any length. */
const MAX_PROBLEM_LENGTH = 200;
/** How many interim answers, such as 102, are read before the last one. */
const MAX_INTERIM = 100;

/** The User-Agent of postbacks begins so. The controls of a sandbox refuse it. */
export const USER_AGENT_PREFIX = "centavo-sandbox/";

const TOO_MANY_INTERIM = `More than ${MAX_INTERIM} interim answers came, and no other.`;

const userAgent = USER_AGENT_PREFIX + readVersion();

/** What came of sending: the receiver's answer, and why there is none or only a part of it. */
export type DeliveryOutcome = Omit<PostbackAttempt, "at">;

/** What ends the sending of a postback before its answer is there, or keeps it from being sent. */
interface DeliveryOptions {
  closing: AbortSignal;
  /** The addresses that are not called, whatever name leads there. */
  blockList?: BlockList | undefined;
  /** In milliseconds. */
  timeout?: number;
}

/** Sends one postback. A redirect is an answer like any other: who follows it can be led anywhere. */
export async function deliver(
  url: string,
  body: string,
  { closing, blockList, timeout = ATTEMPT_TIMEOUT }: DeliveryOptions,
): Promise<DeliveryOutcome> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeout)]);
  const inTime = `within ${timeout / 1000} seconds`;
  try {
    const response = await post(url, body, signal, blockList);
    const { text, isWhole } = await readBeginning(response);
    const answer = redactResponse(text);
    // An answer that says nothing of its length ends with the connection, whoever ends that.
    if (signal.aborted) return outcome(`The answer did not end ${inTime}.`);
    if (!isWhole) return outcome("The answer broke off.");
    return outcome(null);

    function outcome(problem: string | null): DeliveryOutcome {
      return { status: statusOf(response), answer, problem };
    }
  } catch (error) {
    const problem = signal.aborted ? `No answer came ${inTime}.` : problemOf(error as Error);
    return { status: null, answer: null, problem };
  }
}

/** Resolves to what answers, as soon as its status is there. */
function post(url: string, body: string, signal: AbortSignal, blockList: BlockList | undefined) {
  const { request, Agent } = new URL(url).protocol === "https:" ? https : http;
  // What is for this machine must not leave it by a proxy that the environment names.
  const agent = new Agent({ proxyEnv: {}, ...(blockList && { blockList }) });
  const headers = { "content-type": "application/json", "user-agent": userAgent };
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const sending = request(url, { method: "POST", headers, agent, signal });
    let interim = 0;
    sending
      .on("response", resolve)
      .on("information", () => {
        interim += 1;
        if (interim > MAX_INTERIM) sending.destroy(new Error(TOO_MANY_INTERIM));
      })
      .on("error", reject)
      // Such as by a receiver that would speak another protocol from here on.
      .on("close", () => reject(new Error("The connection ended without an answer.")))
      .end(body);
  });
}

async function readBeginning(response: http.IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES) break;
    }
  } catch {
    isWhole = false;
  }
  return { text: Buffer.concat(chunks).toString(), isWhole };
}

function statusOf({ statusCode = 0 }: http.IncomingMessage): number {
  if (statusCode >= 100 && statusCode <= 599) return statusCode;
  throw new Error(`The answer has the status ${statusCode}, which HTTP does not know.`);
}

function problemOf({ message, code, errors }: Error & { code?: string; errors?: Error[] }): string {
  if (code === "ERR_IP_BLOCKED") return "The sandbox does not call itself.";
  // Where a name leads to several addresses, each has an error of its own.
  return redactResponse((errors?.[0]?.message ?? message).slice(0, MAX_PROBLEM_LENGTH));
}
