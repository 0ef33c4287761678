import { type ListeningServer, serve } from "../http-server/http-server.ts";
import type { ListenAddress } from "../http-server/server-address.ts";
import { errorEnvelope, JSON_TYPE } from "../sandbox/requests/error-reply.ts";
import type { RequestHandler } from "../sandbox/requests/handle-request.ts";
import type { ResponseLog } from "../text/response-log.ts";
import { type AllowedHosts, publicBaseUrl } from "./host-header-check.ts";

/** How long requests in progress may take to complete when the sandbox closes, in milliseconds. */
const GRACE_PERIOD = 5_000;

/** Serves requests at an address. */
export async function serveSandbox(
  address: ListenAddress & AllowedHosts,
  requestHandler: Pick<RequestHandler, "handle">,
  log: ResponseLog | undefined,
): Promise<ListeningServer> {
  let url = "";
  const listening = await serve(address, {
    log:
      log && (({ method, url = "" }, reply) => log({ method, url: splitTarget(url).path }, reply)),
    grace: GRACE_PERIOD,
    errorResponse(status, message) {
      const { body } = errorEnvelope(status, message);
      return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
    },
    handle({ target, headers, ...rest }) {
      const baseUrl = () => publicBaseUrl(headers.host, address, url);
      const urls = { baseUrl, inspectorUrl: () => `${baseUrl()}/` };
      return requestHandler.handle({ ...rest, ...urls, headers, ...splitTarget(target) });
    },
  });
  url = listening.url;
  return listening;
}

/** Splits a request target into path and query. A client may send an absolute URL, as to a proxy. */
function splitTarget(rawTarget: string): { path: string; query: string } {
  const target = rawTarget.replace(/^https?:\/\/[^/?]*/i, "");
  const end = target.indexOf("?");
  if (end < 0) return { path: target, query: "" };
  return { path: target.slice(0, end), query: target.slice(end + 1) };
}
