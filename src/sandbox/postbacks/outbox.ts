import { isDeepStrictEqual } from "node:util";
import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import type { PostbackRecord } from "../store/records.ts";
import { MAX_ATTEMPTS_KEPT, RETRY_DELAYS_IN_MINUTES } from "./retry-policy.ts";

/** Puts a change into the outbox, in the transaction of the change itself: neither is without the other. */
export async function enqueuePostback(
  context: Context,
  type: "payment" | "withdrawal",
  changed: Payment | Withdrawal,
): Promise<void> {
  const { id: resourceId, postbackUrl: url } = changed;
  if (url === "") return;
  const eventId = context.uuid();
  const occurredAt = context.timestamp;
  await context.data.postbacks.insert({
    id: eventId,
    due: context.now,
    attemptCount: 0,
    hasArrived: false,
    body: changed,
    resource: {
      ...{ eventId, occurredAt, type, resourceId, url },
      ...{ status: "PENDING", nextAttemptAt: occurredAt, attempts: [] },
    },
  });
}

/** Keeps what came of an attempt. */
export async function recordAttempt(
  { data: { postbacks, outbox } }: Context,
  record: PostbackRecord,
  attempt: PostbackAttempt,
): Promise<void> {
  const current = await postbacks.get(record.id);
  // The company may have been reset meanwhile, and have begun again with the same ids.
  if (!current || !isDeepStrictEqual(current.body, record.body)) return;
  await postbacks.update(afterAttempt(current, attempt));
  // The one that has waited for it was not sent before it.
  const next = await outbox.first(record.resource.resourceId);
  if (next && next.due < record.due) await postbacks.update(withDueTime(next, record.due));
}

/**
 * Puts off to now what fell due while there was no sandbox. By a clock that went on, all ten attempts
 * may have been missed, and would come in one moment.
 */
export async function rescheduleOverdue({ data, company, now }: Context): Promise<void> {
  if ("now" in company.clock) return;
  for (const record of await data.outbox.due(now)) {
    if (record.due < now) await data.postbacks.update(withDueTime(record, now));
  }
}

/**
 * A postback as an attempt leaves it: delivered, to be tried again later, or given up. One that has
 * arrived before and was sent again is tried once, whatever comes of it: others wait behind it.
 */
function afterAttempt(record: PostbackRecord, attempt: PostbackAttempt): PostbackRecord {
  const attempts = [...record.resource.attempts, attempt].slice(-MAX_ATTEMPTS_KEPT);
  const attemptCount = record.attemptCount + 1;
  const hasArrived = record.hasArrived || isSuccess(attempt);
  const resource = { ...record.resource, attempts };
  const tried = { ...record, attemptCount, hasArrived, resource };
  const wait = RETRY_DELAYS_IN_MINUTES[attemptCount - 1];
  if (hasArrived || wait === undefined) {
    const status = hasArrived ? "DELIVERED" : "FAILED";
    return { ...tried, resource: { ...resource, status, nextAttemptAt: null } };
  }
  return withDueTime(tried, Date.parse(attempt.at) + wait * 60_000);
}

/** A postback that is to be tried then. */
export function withDueTime(record: PostbackRecord, due: number): PostbackRecord {
  const nextAttemptAt = new Date(due).toISOString();
  return { ...record, due, resource: { ...record.resource, status: "PENDING", nextAttemptAt } };
}

function isSuccess({ status }: PostbackAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
