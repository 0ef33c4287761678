import { isLoopback } from "../../address.ts";
import { HttpRefusal } from "../refusal.ts";
import { decodedPath } from "./request.ts";

const CONTROLS = /^\/_sandbox(\/|$)/;

/** Listening there, the sandbox is called by names that it does not know. */
const EVERYWHERE = new Set(["0.0.0.0", "::"]);

/**
 * A page of another site can call what listens on this machine, and can be let to read the answers where
 * the name of its own server is made to lead here. What works without a token must not serve such a page.
 * @throws {HttpRefusal} when the controls are called by a foreign name, or from a page of a foreign site.
 */
export function refuseForeign(
  path: string,
  { host, origin }: Record<string, string | undefined>,
  listening: string,
): void {
  if (!CONTROLS.test(decodedPath(path))) return;
  const name = host === undefined ? undefined : nameIn(`http://${host}`);
  // As an address is written in a URL, where IPv6 is in brackets and in its shortest form.
  const own = nameIn(`http://${listening.includes(":") ? `[${listening}]` : listening}`);
  const isOwn = (other: string | undefined) =>
    other !== undefined && (isLoopback(other) || other === own);
  if (name !== undefined && !isOwn(name) && !EVERYWHERE.has(listening)) {
    throw new HttpRefusal(403, "Call the controls by the address that the sandbox printed.");
  }
  const site = origin && nameIn(origin);
  if (origin !== undefined && !isOwn(site) && site !== name) {
    throw new HttpRefusal(403, "A page of another site may not call the controls.");
  }
}

/** Empty where there is none, as for a page that came from no server. */
function nameIn(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : "";
}
