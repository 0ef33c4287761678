import type { ReceiverBehavior } from "../../../generated/sandbox-control-types.ts";
import type { Timers } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import { ATTEMPT_TIMEOUT } from "./retry-schedule.ts";

/** The statuses that the receiver returns. Null closes the connection. */
const STATUSES: Record<ReceiverBehavior, number | null> = {
  accept: 200,
  fail: 500,
  hang: null,
  reset: null,
};

/**
 * Receives a postback as the company has set it, and returns the status of the response. Undefined if there is
 * no such company.
 */
export async function receivePostback(
  companyId: string,
  { store, timers }: { store: Store; timers: Timers },
  closing: AbortSignal,
): Promise<number | null | undefined> {
  const company = await store.read(companyId, (data) => data.company.get());
  if (!company) return undefined;
  // Longer than the sender waits. A sandbox that closes does not wait.
  if (company.receiver === "hang") await timers.sleep(2 * ATTEMPT_TIMEOUT, closing);
  return STATUSES[company.receiver];
}
