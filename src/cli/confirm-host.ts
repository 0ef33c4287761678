import { isLoopback } from "../http-server/server-address.ts";
import { isPublicUrl } from "../sandbox/options.ts";
import { type Output, type Person, UsageError } from "./define-command.ts";

/** Whether keys may be sent there: nobody between can read them, and the address itself shows none. */
export function isServiceUrl(text: string): boolean {
  return isPublicUrl(text) && (isLocal(text) || new URL(text).protocol === "https:");
}

/** Whether a URL leads to this machine. Every other one counts as production. */
export function isLocal(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** @throws {UsageError} if nobody is there who could agree to what changes a service. */
export function assertCanAgree(url: string, { person }: Output, flag: string): void {
  if (!isLocal(url) && !person)
    throw new UsageError(`${flag} needs a terminal, where you type the host of the service`);
}

/** Asks whether to send what changes a service. @throws {UsageError} if the person does not agree. */
export async function assertAgrees(
  url: string,
  person: Person | undefined,
  what: "it" | "them",
): Promise<void> {
  if (!person) return;
  const { hostname } = new URL(url);
  const isAgreed = isLocal(url)
    ? (await person.ask(`Send ${what}? [y/N] `)).toLowerCase() === "y"
    : (await person.ask(`Type the name of the host (${hostname}) to send ${what}: `)) === hostname;
  if (!isAgreed) throw new UsageError("nothing was sent");
}
