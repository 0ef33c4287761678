import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../http-server/listen-address.ts";
import type { ResolvedOptions } from "../options.ts";
import type { DeliveryOutcome } from "./deliver.ts";

/** Why an address is not called, where it is not: a sandbox is no way to reach what it should not. */
export function blockedByEgressPolicy(
  address: string,
  reach: ResolvedOptions["postbacks"],
): DeliveryOutcome | undefined {
  const problem = problemOf(address, reach);
  return problem === undefined ? undefined : { status: null, answer: null, problem };
}

function problemOf(address: string, reach: ResolvedOptions["postbacks"]): string | undefined {
  if (!URL.canParse(address)) return "This is no address that can be called.";
  const { protocol, hostname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol)) return "Only http and https are called.";
  if (username || password) return "An address with a user name or a password in it is not called.";
  if (reach === "any" || isLoopback(hostname)) return undefined;
  return "Only addresses of this machine are called, unless the sandbox runs with --postbacks any.";
}

/**
 * This machine, where an address has the sandbox's own port: a sandbox that calls itself would do what
 * only those may who are on its machine. Names lead anywhere, so it is for the connection to look.
 */
export function blockedAddresses(address: string, own: string): BlockList | undefined {
  if (portOf(address) !== portOf(own)) return undefined;
  const thisMachine = new BlockList();
  thisMachine.addSubnet("127.0.0.0", 8);
  // What stands for all addresses leads here too.
  thisMachine.addAddress("0.0.0.0");
  thisMachine.addAddress("::", "ipv6");
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
    thisMachine.addAddress(address, family === "IPv6" ? "ipv6" : "ipv4");
  return thisMachine;
}

/** A URL leaves out the port that its protocol has anyway. */
function portOf(address: string): string {
  const { port, protocol } = new URL(address);
  return port || (protocol === "https:" ? "443" : "80");
}
