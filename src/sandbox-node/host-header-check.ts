import { hostInUrl, isLoopback, isWildcard } from "../http-server/server-address.ts";
import { memoize } from "../memoize.ts";
import { HttpError } from "../sandbox/errors.ts";
import { USER_AGENT_PREFIX } from "../sandbox/postbacks/delivery.ts";
import type { Origin } from "../sandbox/requests/endpoints.ts";
import type { ApiRequest } from "../sandbox/requests/request.ts";

/** A host name or IP address with an optional port. Anything else must not end up in a response. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i;

/** The hosts under which clients may reach a sandbox. */
export interface AllowedHosts {
  /** The address that it listens on. */
  host: string;
  publicUrl: string | undefined;
}

/** What tells where a request comes from. */
type RequestOrigin = Pick<ApiRequest, "method" | "headers">;

/**
 * Protects the sandbox from web pages: parts of the control API need no token, and on loopback everyone
 * knows the keys. A page can send requests to this machine, and with DNS rebinding (its host name resolves to
 * this machine) it can read the responses.
 * @throws {HttpError} 403 if a request has an unknown host or is from a page of another address, or if a
 * postback is sent to the control API.
 */
export function assertTrustedOrigin(
  request: RequestOrigin,
  expected: Origin | undefined,
  allowed: AllowedHosts,
): void {
  const { host, origin, "user-agent": userAgent = "" } = request.headers;
  // Checked by User-Agent, because a postback may come through a proxy, e.g. that of the public URL.
  if (expected !== "postback" && userAgent.startsWith(USER_AGENT_PREFIX)) {
    throw new HttpError(403, "A postback must not be sent to the control API of a sandbox.");
  }
  const name = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (name !== undefined && !isAllowedHost(name, allowed)) {
    throw new HttpError(
      403,
      "Unknown host: send requests to the address that the sandbox printed.",
    );
  }
  // The page on which a tester plays the buyer sends no referrer, and so browsers do not name its origin. They still say, by
  // https and on this machine, whether another page has sent the form; elsewhere, only whoever knows the address can.
  const isForm = expected === "form" && origin === "null";
  const isOwnPage = origin === undefined || isForm || isOwnOrigin(origin, host, allowed);
  if (!isOwnPage || isFromOtherPage(request, expected)) throw new HttpError(403, OTHER_PAGE);
}

const OTHER_PAGE =
  "A web page of another address must not use the sandbox: send the request from your server.";

/** Whether a page is the sandbox's own: of the address to which its request goes, or of the public URL. */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  { publicUrl }: AllowedHosts,
): boolean {
  if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  // A proxy may end TLS, so the page decides the protocol.
  const own = [publicUrl, host && `${page.protocol}//${host}`];
  return own.some((each) => each && URL.canParse(each) && new URL(each).origin === page.origin);
}

/**
 * Whether a browser says that another page sent a request: a GET has no `Origin`. Any page may link to the sandbox,
 * and show a QR code or a boleto of it, as it may with those of the service. It cannot read them.
 */
function isFromOtherPage({ method, headers }: RequestOrigin, expected?: Origin): boolean {
  const { "sec-fetch-site": site = "none", "sec-fetch-dest": destination } = headers;
  if (site === "none" || site === "same-origin") return false;
  const isHarmless = destination === "document" || expected === "picture";
  return method !== "GET" || !isHarmless;
}

/**
 * The base URL by which the client of a request reaches the sandbox: the public URL if there is one, else
 * the `Host` of the request if it is an allowed host, else `url`, where the sandbox listens.
 */
export function publicBaseUrl(
  host: string | undefined,
  allowed: AllowedHosts,
  url: string,
): string {
  if (allowed.publicUrl !== undefined) return allowed.publicUrl;
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return url;
  const { hostname, origin } = new URL(`http://${host}`);
  return isAllowedHost(hostname, allowed) ? origin : url;
}

function isAllowedHost(name: string, { host, publicUrl }: AllowedHosts): boolean {
  if (isWildcard(host) || isLoopback(name)) return true;
  // In URL form, where an IPv6 address is in brackets and in its shortest form.
  const own = [`http://${hostInUrl(host)}`, publicUrl ?? ""].map(hostnameOf);
  return name !== "" && own.includes(name);
}

/** Empty if the address is malformed. */
const hostnameOf = memoize((address: string) =>
  URL.canParse(address) ? new URL(address).hostname : "",
);
