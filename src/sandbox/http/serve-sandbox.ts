import { type HttpResponse, type ListeningServer, serve } from "../../http-server/http-server.ts";
import type { ListenAddress } from "../../http-server/listen-address.ts";
import { redactPath } from "../../http-server/redact-text.ts";
import type { Log } from "../../http-server/response-log.ts";
import { errorEnvelope } from "./error-response.ts";
import type { ApiResponse, RequestHandler } from "./handle-request.ts";
import { type AllowedHosts, publicBaseUrl } from "./host-header-check.ts";

/** How long requests in progress may take to complete when the sandbox closes, in milliseconds. */
const GRACE_PERIOD = 5_000;

/** Serves requests at an address. Logs one line per response that is not on a timeline. */
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
    errorResponse(status, message) {
      const { body } = errorEnvelope(status, message);
      return toHttpResponse({ status, body: JSON.stringify(body) });
    },
    async handle({ target, headers, ...rest }) {
      const baseUrl = () => publicBaseUrl(headers.host, address, url);
      const request = { ...rest, headers, baseUrl, ...splitTarget(target) };
      return toHttpResponse(await requestHandler.handle(request));
    },
  });
  url = listening.url;
  return listening;
}

function toHttpResponse<Body extends HttpResponse["body"]>({
  status,
  body,
  headers,
  reasons = [],
  warnings = [],
  skipLog = false,
}: ApiResponse & { body: Body }): HttpResponse & { body: Body } {
  const type = { "content-type": "application/json" };
  return { status, body, reasons, warnings, skipLog, headers: { ...type, ...headers } };
}

/** Splits a request target into path and query. A client may send an absolute URL, as to a proxy. */
function splitTarget(rawTarget: string): { path: string; query: string } {
  const target = rawTarget.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  if (end < 0) return { path: target, query: "" };
  return { path: target.slice(0, end), query: target.slice(end + 1) };
}
