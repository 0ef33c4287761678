import { isLoopback } from "../../http-server/listen-address.ts";
import { HttpError } from "../errors.ts";
import { USER_AGENT_PREFIX } from "../postbacks/deliver.ts";
import { decodePath } from "./parse-request.ts";

const CONTROL_PATHS = /^\/_sandbox(\/|$)/;

/** A name or an address and a port: nothing that would mean something else in an answer. */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i;

/** Listening there, the sandbox is called by names that it does not know. */
const WILDCARD_ADDRESSES = new Set(["0.0.0.0", "::"]);

/** By which names a sandbox can be called. */
export interface AllowedHosts {
  /** The address that it listens on. */
  host: string;
  publicUrl: string | undefined;
}

/**
 * A page of another site can call what listens on this machine, and can be let to read the answers where
 * the name of its own server is made to lead here. What works without a token must not serve such a page.
 * @throws {HttpError} when the controls are called by a foreign name, from a page of a foreign site, or by a postback.
 */
export function assertTrustedOrigin(
  path: string,
  { host, origin, "user-agent": userAgent = "" }: Record<string, string | undefined>,
  names: AllowedHosts,
): void {
  if (!CONTROL_PATHS.test(decodePath(path))) return;
  // A postback may come from behind a proxy, such as that of the public address.
  if (userAgent.startsWith(USER_AGENT_PREFIX)) {
    throw new HttpError(403, "A postback may not call the controls of a sandbox.");
  }
  const name = host === undefined ? undefined : hostnameOf(`http://${host}`);
  if (name !== undefined && !isAllowedHost(name, names)) {
    throw new HttpError(403, "Call the controls by the address that the sandbox printed.");
  }
  const site = origin && hostnameOf(origin);
  if (origin !== undefined && !isOwnHost(site, names) && site !== name) {
    throw new HttpError(403, "A page of another site may not call the controls.");
  }
}

/**
 * Where whoever sends a request reaches the sandbox: at the public address where there is one, else at the
 * Host of the request where the controls accept it, else at `url`, where the sandbox listens.
 */
export function publicBaseUrl(host: string | undefined, names: AllowedHosts, url: string): string {
  if (names.publicUrl !== undefined) return names.publicUrl;
  if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) return url;
  const { hostname, origin } = new URL(`http://${host}`);
  return isAllowedHost(hostname, names) ? origin : url;
}

function isAllowedHost(name: string, names: AllowedHosts): boolean {
  return WILDCARD_ADDRESSES.has(names.host) || isOwnHost(name, names);
}

function isOwnHost(name: string | undefined, { host, publicUrl }: AllowedHosts): boolean {
  // As an address is written in a URL, where IPv6 is in brackets and in its shortest form.
  const listening = hostnameOf(`http://${host.includes(":") ? `[${host}]` : host}`);
  const own = publicUrl === undefined ? [listening] : [listening, hostnameOf(publicUrl)];
  return name !== undefined && name !== "" && (isLoopback(name) || own.includes(name));
}

/** Empty where there is none, as for a page that came from no server. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}
