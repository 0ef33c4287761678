import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import type { PostbackRecord } from "../store/records.ts";

/** How many minutes to wait after each attempt that failed. After the last one nothing is tried. */
const WAITS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** Puts a change into the outbox, in the transaction of the change itself: neither is without the other. */
export async function tell(
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
    body: changed,
    resource: {
      ...{ eventId, occurredAt, type, resourceId, url },
      ...{ status: "PENDING", nextAttemptAt: occurredAt, attempts: [] },
    },
  });
}

/** A postback as an attempt leaves it: delivered, to be tried again later, or given up. */
export function afterAttempt(record: PostbackRecord, attempt: PostbackAttempt): PostbackRecord {
  const attempts = [...record.resource.attempts, attempt];
  const wait = WAITS[attempts.length - 1];
  if (isSuccess(attempt) || wait === undefined) {
    const status = isSuccess(attempt) ? "DELIVERED" : "FAILED";
    return { ...record, resource: { ...record.resource, attempts, status, nextAttemptAt: null } };
  }
  return dueAt(
    { ...record, resource: { ...record.resource, attempts } },
    Date.parse(attempt.at) + wait * 60_000,
  );
}

/** A postback that is to be tried then. */
export function dueAt(record: PostbackRecord, due: number): PostbackRecord {
  const nextAttemptAt = new Date(due).toISOString();
  return { ...record, due, resource: { ...record.resource, status: "PENDING", nextAttemptAt } };
}

/**
 * Puts off to now what fell due while there was no sandbox. By a clock that went on, all ten attempts
 * may have been missed, and would come in one moment.
 */
export async function resume({ data: { postbacks }, company, now }: Context): Promise<void> {
  if ("now" in company.clock) return;
  for (const record of await postbacks.find({ status: "PENDING" })) {
    if (record.due < now) await postbacks.update(dueAt(record, now));
  }
}

function isSuccess({ status }: PostbackAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
