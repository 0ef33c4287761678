import { receiverAt, receiverPath } from "../../sandbox/domain/receiver-path.ts";
import type { Deliver } from "../../sandbox/postbacks/delivery.ts";
import type { PostbackTargets } from "../options.ts";
import { blockedAddresses, blockedByEgressPolicy } from "./egress-policy.ts";
import { sendPostback } from "./send-postback.ts";

/** Delivers postbacks over the network, where the policy lets them go. `address` is that of the sandbox itself. */
export function deliverBySocket(
  address: { url: string; publicUrl: string },
  postbacks: PostbackTargets,
): Deliver {
  return async ({ companyId, url: target, body }, limits) => {
    const receiver = receiverPath(companyId);
    // The company's receiver has the public address, which leads to any process. It is in this one too.
    const url = target === address.publicUrl + receiver ? address.url + receiver : target;
    // The sandbox may listen on an address that is not loopback, and the company's own receiver is there.
    const blocked =
      url === address.url + receiver ? undefined : blockedByEgressPolicy(url, postbacks);
    if (blocked) return { ...blocked, timedOut: false };
    // The company's own receiver is the only part of the sandbox that takes postbacks.
    const isOwn = receiverAt(new URL(url).pathname) === companyId;
    const blockList = isOwn ? undefined : blockedAddresses(url, address.url);
    return sendPostback(url, body, { ...limits, blockList });
  };
}
