import {
  type CompleteResponse,
  type ListeningServer,
  type Log,
  serve,
} from "../../http-server/http-server.ts";
import type { ListenAddress } from "../../http-server/listen-address.ts";
import { serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { errorEnvelope } from "./error-response.ts";
import type { ApiResponse, RequestHandler } from "./handle-request.ts";
import { type AllowedHosts, publicBaseUrl } from "./host-header-check.ts";
import { redactPath } from "./parse-request.ts";

/** How long requests in progress may take to complete when the sandbox closes, in milliseconds. */
const GRACE_PERIOD = 5_000;

/** Serves requests at an address and logs one line per response. */
export async function listen(
  address: ListenAddress & AllowedHosts,
  requestHandler: RequestHandler,
  log: Log | undefined,
): Promise<ListeningServer> {
  let url = "";
  const listening = await serve(address, {
    log,
    grace: GRACE_PERIOD,
    loggableTarget: (target) => redactPath(splitTarget(target).path),
    errorResponse: (status, message) => replyTo(errorEnvelope(status, message)),
    handle: async ({ target, headers, ...rest }) =>
      replyTo(
        await requestHandler.handle({ ...rest, headers, ...splitTarget(target) }),
        headers.host,
      ),
  });
  url = listening.url;
  return listening;

  function replyTo(
    { status, body, headers, reasons = [], hasFiles }: ApiResponse,
    host?: string,
  ): CompleteResponse {
    const base = hasFiles ? publicBaseUrl(host, address, url) : undefined;
    return {
      ...{ status, reasons },
      headers: { "content-type": "application/json", ...headers },
      body: body instanceof Uint8Array ? body : serializeWithDocumentUrls(body, base),
    };
  }
}

/** Splits a request target into path and query. A client may send an absolute URL, as to a proxy. */
function splitTarget(rawTarget: string): { path: string; query: string } {
  const target = rawTarget.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  if (end < 0) return { path: target, query: "" };
  return { path: target.slice(0, end), query: target.slice(end + 1) };
}
