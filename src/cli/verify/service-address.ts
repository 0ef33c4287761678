import { isLoopback } from "../../http-server/server-address.ts";
import { isPublicUrl } from "../../sandbox/options.ts";

/** Whether keys may be sent there: nobody between can read them, and the address itself shows none. */
export function isServiceUrl(text: string): boolean {
  return isPublicUrl(text) && (isLocal(text) || new URL(text).protocol === "https:");
}

/** Whether a URL leads to this machine. Every other one counts as production. */
export function isLocal(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}
