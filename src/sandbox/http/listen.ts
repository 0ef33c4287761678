import { type HttpReply, type Listening, type Log, serve } from "../../http-server/http-server.ts";
import type { ListenAddress } from "../../http-server/listen-address.ts";
import { serializeWithDocumentUrls } from "../documents/payment-documents.ts";
import { errorEnvelope } from "./error-response.ts";
import type { RequestHandler, SentResponse } from "./handle-request.ts";
import { type AllowedHosts, publicBaseUrl } from "./host-guard.ts";
import { redactPath } from "./parse-request.ts";

/** How long what has been accepted may take to end when the sandbox is closed, in milliseconds. */
const GRACE = 5_000;

/** Answers what arrives at an address, and tells `log` of each answer in a line. */
export async function listen(
  address: ListenAddress & AllowedHosts,
  requestHandler: RequestHandler,
  log: Log | undefined,
): Promise<Listening> {
  let url = "";
  const listening = await serve(address, {
    log,
    grace: GRACE,
    shownTarget: (target) => redactPath(split(target).path),
    refuse: (status, message) => replyTo(errorEnvelope(status, message)),
    answer: async ({ target, headers, ...rest }) =>
      replyTo(await requestHandler.answer({ ...rest, headers, ...split(target) }), headers.host),
  });
  url = listening.url;
  return listening;

  function replyTo(
    { status, body, headers, reasons = [], hasFiles }: SentResponse,
    host?: string,
  ): HttpReply {
    const base = hasFiles ? publicBaseUrl(host, address, url) : undefined;
    return {
      ...{ status, reasons },
      headers: { "content-type": "application/json", ...headers },
      content: body instanceof Uint8Array ? body : serializeWithDocumentUrls(body, base),
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
