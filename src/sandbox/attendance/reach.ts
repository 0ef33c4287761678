import { isLoopback } from "../../address.ts";
import type { Choices } from "../options.ts";
import type { Outcome } from "./send.ts";

/** Why an address is not called, where it is not: a sandbox is no way to reach what it should not. */
export function unreachable(address: string, reach: Choices["postbacks"]): Outcome | undefined {
  const problem = problemOf(address, reach);
  return problem === undefined ? undefined : { status: null, answer: null, problem };
}

function problemOf(address: string, reach: Choices["postbacks"]): string | undefined {
  if (!URL.canParse(address)) return "This is no address that can be called.";
  const { protocol, hostname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol)) return "Only http and https are called.";
  if (username || password) return "An address with a user name or a password in it is not called.";
  if (reach === "any" || isLoopback(hostname)) return undefined;
  return "Only addresses of this machine are called, unless the sandbox runs with --postbacks any.";
}
