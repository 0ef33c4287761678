import { receiverAt, receiverPath } from "../domain/receiver-path.ts";
import type { PostbackTargets } from "../options.ts";
import type { PostbackRecord } from "../store/records.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { blockedAddresses, blockedByEgressPolicy } from "./egress-policy.ts";
import { serializeBody } from "./outbox.ts";

interface AttemptOptions {
  companyId: string;
  /** The base URL at which the sandbox listens, and the one at which others reach it. */
  listening: { url: string; publicUrl: string };
  postbacks: PostbackTargets;
  closing: AbortSignal;
  /** In milliseconds. */
  timeout: number;
}

/** Sends a postback where the policy lets it go. */
export async function attemptDelivery(
  record: PostbackRecord,
  { companyId, listening, postbacks, closing, timeout }: AttemptOptions,
): Promise<Delivery> {
  const { url: ownUrl, publicUrl } = listening;
  const receiver = receiverPath(companyId);
  const { url: address } = record.resource;
  // The company's receiver has the public address, which leads to any process. It is in this one too.
  const url = address === publicUrl + receiver ? ownUrl + receiver : address;
  // The sandbox may listen on an address that is not loopback, and the company's own receiver is there.
  const blocked = url === ownUrl + receiver ? undefined : blockedByEgressPolicy(url, postbacks);
  if (blocked) return { ...blocked, timedOut: false };
  // The company's own receiver is the only part of the sandbox that takes postbacks.
  const isOwn = receiverAt(new URL(url).pathname) === companyId;
  const blockList = isOwn ? undefined : blockedAddresses(url, ownUrl);
  return deliver(url, serializeBody(record, publicUrl), { closing, timeout, blockList });
}
