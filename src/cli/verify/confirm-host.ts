import { type Output, type Person, UsageError } from "../define-command.ts";
import { isLocal } from "./service-address.ts";

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
