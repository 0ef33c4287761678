import { BlockList } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../http-server/server-address.ts";
import { type DeliveryOutcome, shownAnswer } from "../../sandbox/postbacks/delivery.ts";
import { isPostbackHost, type PostbackTargets } from "../options.ts";

/** The failed attempt if the policy blocks a URL. Prevents server-side request forgery (SSRF). */
export function blockedByEgressPolicy(
  url: string,
  policy: PostbackTargets,
): DeliveryOutcome | undefined {
  const problem = problemOf(url, policy);
  if (problem === undefined) return undefined;
  // A host name can be any text, such as a key.
  return { status: null, answer: null, problem: shownAnswer(problem) };
}

function problemOf(url: string, policy: PostbackTargets): string | undefined {
  if (!URL.canParse(url)) return "The postback URL is invalid.";
  const { protocol, hostname, username, password } = new URL(url);
  if (!/^https?:$/.test(protocol)) return "The postback URL must be http or https.";
  if (username || password) return "The postback URL must not contain a user name or password.";
  if (policy === "any" || isLoopback(hostname)) return undefined;
  if (policy !== "loopback" && policy.includes(hostname)) return undefined;
  const others = policy === "loopback" ? "" : " and the hosts in the list of --postbacks";
  return `Postbacks may only go to this machine${others}. ${adviceFor(hostname, policy)}`;
}

/** The message does not show the list: any company can read it. The host is not its end, which is a dot. */
function adviceFor(hostname: string, policy: PostbackTargets): string {
  if (!isPostbackHost(hostname))
    return "To allow any address, run the sandbox with --postbacks any.";
  if (policy !== "loopback") return `Add ${hostname} to the list to allow this host.`;
  return `Run the sandbox with --postbacks ${hostname} to allow this host.`;
}

/**
 * All addresses of this machine, if a URL has the sandbox's own port. A postback to the sandbox itself
 * could use rights that only local clients have. The connection checks the list, because any host name
 * may resolve to this machine.
 */
export function blockedAddresses(url: string, ownUrl: string): BlockList | undefined {
  if (portOf(url) !== portOf(ownUrl)) return undefined;
  const thisMachine = new BlockList();
  thisMachine.addSubnet("127.0.0.0", 8);
  // A connection to the wildcard address reaches this machine too.
  thisMachine.addAddress("0.0.0.0");
  thisMachine.addAddress("::", "ipv6");
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses ?? [],
  ))
    thisMachine.addAddress(address, family === "IPv6" ? "ipv6" : "ipv4");
  return thisMachine;
}

/** `URL` omits the default port of the protocol. */
function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  return port || (protocol === "https:" ? "443" : "80");
}
