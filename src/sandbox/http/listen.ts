import { type Listening, type Log, type Reply, serve } from "../../platform/http-server.ts";
import type { Address } from "../../platform/listen-address.ts";
import { asText } from "../documents/payment-documents.ts";
import { envelope } from "./error-response.ts";
import type { Answerer, Sent } from "./handle-request.ts";
import { type Names, reachedAt } from "./host-guard.ts";
import { shownPath } from "./parse-request.ts";

/** How long what has been accepted may take to end when the sandbox is closed, in milliseconds. */
const GRACE = 5_000;

/** Answers what arrives at an address, and tells `log` of each answer in a line. */
export async function listen(
  address: Address & Names,
  answerer: Answerer,
  log: Log | undefined,
): Promise<Listening> {
  let url = "";
  const listening = await serve(address, {
    log,
    grace: GRACE,
    shownTarget: (target) => shownPath(split(target).path),
    refuse: (status, message) => replyTo(envelope(status, message)),
    answer: async ({ target, headers, ...rest }) =>
      replyTo(await answerer.answer({ ...rest, headers, ...split(target) }), headers.host),
  });
  url = listening.url;
  return listening;

  function replyTo({ status, body, headers, reasons = [], hasFiles }: Sent, host?: string): Reply {
    const base = hasFiles ? reachedAt(host, address, url) : undefined;
    return {
      ...{ status, reasons },
      headers: { "content-type": "application/json", ...headers },
      content: body instanceof Uint8Array ? body : asText(body, base),
    };
  }
}

/** The path and the query. A proxy may send the whole address. */
function split(address: string): { path: string; query: string } {
  const target = address.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  if (end < 0) return { path: target, query: "" };
  return { path: target.slice(0, end), query: target.slice(end + 1) };
}
