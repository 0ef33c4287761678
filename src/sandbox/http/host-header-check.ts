import { hostInUrl, isLoopback, isWildcard } from "../../http-server/listen-address.ts";
import { receiverAt } from "../domain/receiver-path.ts";
import { HttpError } from "../errors.ts";
import { USER_AGENT_PREFIX } from "../postbacks/deliver.ts";
import { decodePath } from "./parse-request.ts";

const CONTROL_PATHS = /^\/_sandbox(\/|$)/;

/** A host name or IP address with an optional port. Anything else must not end up in a response. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i;

/** The hosts under which clients may reach a sandbox. */
export interface AllowedHosts {
  /** The address that it listens on. */
  host: string;
  publicUrl: string | undefined;
}

/**
 * Protects the sandbox from web pages: parts of the control interface need no token, and on loopback everyone
 * knows the keys. A page can send requests to this machine, and with DNS rebinding (its host name resolves to
 * this machine) it can read the responses.
 * @throws {HttpError} 403 if a request has an unknown host or is from another site, or if a postback is sent
 * to the control interface.
 */
export function assertTrustedOrigin(
  path: string,
  { host, origin, "user-agent": userAgent = "" }: Record<string, string | undefined>,
  allowed: AllowedHosts,
): void {
  // Checked by User-Agent, because a postback may come through a proxy, e.g. that of the public URL.
  const isControl = CONTROL_PATHS.test(decodePath(path)) && receiverAt(path) === undefined;
  if (isControl && userAgent.startsWith(USER_AGENT_PREFIX)) {
    throw new HttpError(403, "A postback must not be sent to the control interface of a sandbox.");
  }
  const name = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (name !== undefined && !isAllowedHost(name, allowed)) {
    throw new HttpError(
      403,
      "Unknown host: send requests to the address that the sandbox printed.",
    );
  }
  const site = origin && hostnameOf(origin);
  if (origin !== undefined && !isOwnHost(site, allowed) && site !== name) {
    throw new HttpError(403, "A web page of another site must not use the sandbox.");
  }
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

function isAllowedHost(name: string, allowed: AllowedHosts): boolean {
  return isWildcard(allowed.host) || isOwnHost(name, allowed);
}

function isOwnHost(name: string | undefined, { host, publicUrl }: AllowedHosts): boolean {
  // In URL form, where an IPv6 address is in brackets and in its shortest form.
  const listening = hostnameOf(`http://${hostInUrl(host)}`);
  const own = publicUrl === undefined ? [listening] : [listening, hostnameOf(publicUrl)];
  return name !== undefined && name !== "" && (isLoopback(name) || own.includes(name));
}

/** Empty if there is none: a page from a local file sends `Origin: null`. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}
