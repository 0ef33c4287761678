import type { PostbackAttempt } from "../../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../../generated/types.ts";
import { BY_DELIVERY, type Context } from "../context.ts";
import { serializeWithDocumentUrls } from "../documents/document-urls.ts";
import type { ListenerClaim, PostbackRecord } from "../store/records.ts";
import type { Lease } from "../store/store.ts";
import { typesWithoutListener } from "./listeners.ts";
import { MAX_ATTEMPTS_KEPT, retryDelay } from "./retry-schedule.ts";

/** Enqueues a postback in the transaction of the change itself, so that both are stored or neither. */
export async function enqueuePostback(
  context: Context,
  type: "payment" | "withdrawal",
  changed: Payment | Withdrawal,
): Promise<void> {
  const { id: resourceId, status: resourceStatus, postbackUrl: url } = changed;
  if (url === "") return;
  await awaitFirst(context, resourceId);
  const eventId = context.uuid();
  const occurredAt = context.timestamp;
  await context.data.postbacks.insert({
    id: eventId,
    due: await dueNow(context, resourceId),
    attemptCount: 0,
    hasArrived: false,
    body: changed,
    resource: {
      eventId,
      occurredAt,
      type,
      resourceId,
      resourceStatus,
      url,
      status: "PENDING",
      nextAttemptAt: occurredAt,
      attempts: [],
    },
  });
}

/**
 * When a postback is due that goes out at once. An advance of the clock waits for what is due at its time. Requests may
 * go on forever, so what they add meanwhile is due before: it goes out too, and the advance does not wait. Only behind a
 * postback of the same resource that it waits for, e.g. of a payment that its receiver refunds, it waits for both.
 */
export async function dueNow(
  { data, company, cause, now }: Context,
  resourceId: string,
): Promise<number> {
  if (!company.advance || cause.type !== "request") return now;
  const first = await data.outbox.first(resourceId);
  return first && first.due >= now ? now : now - 1;
}

/** An advance that waits for a postback waits for the ones before it, also for one that a request has added. */
async function awaitFirst(
  { data, company, cause, now }: Context,
  resourceId: string,
): Promise<void> {
  if (!company.advance || cause.type === "request") return;
  const first = await data.outbox.first(resourceId);
  if (first && first.due < now) await data.postbacks.update(withDueTime(first, now));
}

/** The JSON that the receiver of a postback gets. `publicUrl` is the base of the URLs of files. */
export function serializeBody({ resource, body }: PostbackRecord, publicUrl: string): string {
  const { eventId, occurredAt, type } = resource;
  return serializeWithDocumentUrls({ eventId, occurredAt, type, data: body }, () => publicUrl);
}

/** A claimed postback, its lease, the time of the attempt, and the generation of the company's data that it belongs to. */
export interface ClaimedPostback {
  readonly record: PostbackRecord;
  readonly lease: Lease;
  readonly at: string;
  readonly generation: number;
}

/** Claims due postbacks for as long as the lease lasts: those first that an advance of the clock waits for. */
export async function claimDue(
  context: Context,
  lease: Lease,
  limit: number,
  types = typesWithoutListener(context),
): Promise<ClaimedPostback[]> {
  if (types.length === 0) return [];
  const { data, company, now } = context;
  const { generation, advance } = company;
  const due = { dueBy: now, lease, type: types.length === 1 ? types[0] : undefined };
  const awaited = advance ? await data.outbox.claim({ ...due, dueFrom: now, limit }) : [];
  const others = await data.outbox.claim({ ...due, limit: limit - awaited.length });
  const claimed: ClaimedPostback[] = [];
  for (const record of [...awaited, ...others]) {
    const at = new Date(attemptTime(context, record.due)).toISOString();
    const each = { record, lease, at, generation };
    if (record.listenerClaim?.generation === generation)
      await recordLostReport(context, each, record.listenerClaim);
    else claimed.push(each);
  }
  return claimed;
}

/** A listener has never reported the attempt: its lease has run out. It may have delivered the postback. */
async function recordLostReport(
  context: Context,
  claimed: ClaimedPostback,
  { at, due }: ListenerClaim,
): Promise<void> {
  const attempted = { ...claimed, record: { ...claimed.record, due } };
  const problem = "The listener did not respond.";
  const attempt = { at, status: null, answer: null, problem, forwarded: true };
  await recordAttempt(context, attempted, attempt);
}

/** By a clock that runs by itself, attempts are a whole wait apart, however late they are made. */
function attemptTime({ company, now }: Context, due: number): number {
  return company.advance || "now" in company.clock ? now : due;
}

/** Records the outcome of an attempt, and ends the claim. Returns false if the claim has gone to another. */
export async function recordAttempt(
  context: Context,
  claimed: ClaimedPostback,
  attempt: PostbackAttempt,
): Promise<boolean> {
  const { record } = claimed;
  const { postbacks, outbox } = context.data;
  if (!(await releaseClaim(context, claimed))) return false;
  const current = await postbacks.get(record.id);
  if (!current) return false;
  // The end of an advance may have rescheduled it.
  const dueBy = Math.min(current.due, context.now);
  const waitsSince = attemptTime(context, Math.max(Date.parse(attempt.at), dueBy));
  const retryFrom = Math.max(current.due, context.now);
  const attempted = afterAttempt(current, attempt, waitsSince, retryFrom);
  await postbacks.update(attempted);
  const { eventId, type, resourceId, resourceStatus, nextAttemptAt } = attempted.resource;
  const { at, ...result } = attempt;
  const number = attempted.attemptCount;
  const data = { eventId, resourceStatus, attempt: number, ...result, nextAttemptAt };
  const resource = { type, id: resourceId };
  context.record({ type: "postback.attempted", cause: BY_DELIVERY, resource, data }, at);
  // The next postback waited for this one, so it is due no earlier, nor before an advance that waits for both.
  const next = await outbox.first(record.resource.resourceId);
  const due = Math.max(record.due, dueBy);
  if (next && next.due < due) await postbacks.update(withDueTime(next, due));
  return true;
}

/** Ends a claim. Returns false if its lease had run out and the postback was claimed again. */
export async function releaseClaim(context: Context, claimed: ClaimedPostback): Promise<boolean> {
  if (isOutdated(context, claimed)) return false;
  const { record, lease } = claimed;
  return context.data.outbox.release(record.resource.resourceId, lease);
}

/**
 * Whether the data was reset or restored after the claim, which ended it. The same postback may be there
 * again, because a snapshot may contain it. It may even be claimed again.
 */
function isOutdated({ company }: Context, { generation }: ClaimedPostback): boolean {
  return generation !== company.generation;
}

/**
 * Reschedules overdue postbacks to now. Otherwise, with a running clock, all attempts that were missed while no process
 * ran would be made at once, and an advance of the clock would not wait for them.
 */
export async function rescheduleOverdue({ data, now }: Context): Promise<void> {
  for (const record of await data.outbox.overdue(now)) {
    await data.postbacks.update(withDueTime(record, now));
  }
}

/**
 * The postback after an attempt: delivered, scheduled for a retry, or failed. A redelivery of a postback
 * that has arrived before gets one attempt, because other postbacks of the resource wait for it. If the
 * postback was delayed during the attempt, the retry waits at least as long: it comes at `earliest`.
 */
function afterAttempt(
  record: PostbackRecord,
  attempt: PostbackAttempt,
  waitsSince: number,
  earliest: number,
): PostbackRecord {
  const attempts = [...record.resource.attempts, attempt].slice(-MAX_ATTEMPTS_KEPT);
  const attemptCount = record.attemptCount + 1;
  const hasArrived = record.hasArrived || isSuccess(attempt);
  const resource = { ...record.resource, attempts };
  const attempted = { ...record, attemptCount, hasArrived, resource, listenerClaim: undefined };
  const delay = retryDelay(attemptCount);
  if (hasArrived || delay === undefined) {
    const status = hasArrived ? "DELIVERED" : "FAILED";
    return { ...attempted, resource: { ...resource, status, nextAttemptAt: null } };
  }
  return withDueTime(attempted, Math.max(earliest, waitsSince + delay));
}

/** The postback, pending and due at this time. It may show a later one. */
export function withDueTime(record: PostbackRecord, due: number, shown = due): PostbackRecord {
  const nextAttemptAt = new Date(shown).toISOString();
  return { ...record, due, resource: { ...record.resource, status: "PENDING", nextAttemptAt } };
}

function isSuccess({ status }: PostbackAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
