import type {
  AttemptReport,
  ClaimedPostback as HandedOut,
  PostbackType,
} from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import type { ListenerClaim, PostbackRecord } from "../store/records.ts";
import { HEADERS, shownAnswer } from "./delivery.ts";
import { currentListener, noteSlowness } from "./listeners.ts";
import { claimDue, recordAttempt, serializeBody } from "./outbox.ts";
import { ATTEMPT_TIMEOUT, CLAIM_LEASE, IMPATIENT_TIMEOUT } from "./retry-schedule.ts";

/** Claims due postbacks of the listener whose turn it is, and notes on each that it was handed out. */
export async function handOut(
  context: Context,
  types: readonly PostbackType[],
  limit: number,
): Promise<HandedOut[]> {
  const { systemTime: from } = context;
  const claimed = await claimDue(context, { from, until: from + CLAIM_LEASE }, limit, types);
  const handedOut: HandedOut[] = [];
  for (const { record, lease, at, generation } of claimed) {
    const claim = { until: lease.until, at, due: record.due, generation };
    await context.data.postbacks.update({ ...record, listenerClaim: claim });
    handedOut.push(describe(context, record, claim));
  }
  return handedOut;
}

function describe(context: Context, record: PostbackRecord, claim: ListenerClaim): HandedOut {
  const { eventId, type, resourceId, resourceStatus, url } = record.resource;
  const isImpatient = context.company.advance && currentListener(context)?.isSlow;
  return {
    claim: idOf(claim),
    eventId,
    type,
    resourceId,
    resourceStatus,
    url,
    attempt: record.attemptCount + 1,
    method: "POST",
    headers: HEADERS,
    body: serializeBody(record, context.publicUrl),
    timeout: isImpatient ? IMPATIENT_TIMEOUT : ATTEMPT_TIMEOUT,
  };
}

/** No two claims of a postback have the same: each begins when the lease of the one before has ended. */
function idOf({ generation, until }: ListenerClaim): string {
  return `${generation}-${until}`;
}

/** Records what a listener reports. Returns false if its claim has ended. */
export async function recordReport(
  context: Context,
  record: PostbackRecord,
  { claim: reported, status, answer, problem, timedOut }: AttemptReport,
): Promise<boolean> {
  const { listenerClaim: claim } = record;
  if (!claim || idOf(claim) !== reported) return false;
  const { at, due, until, generation } = claim;
  const claimed = { record: { ...record, due }, lease: { from: 0, until }, at, generation };
  const isRecorded = await recordAttempt(context, claimed, {
    at,
    status,
    forwarded: true,
    answer: answer === null ? null : shownAnswer(answer),
    problem: problem === null ? null : shownAnswer(problem),
  });
  if (isRecorded) noteSlowness(context, timedOut);
  return isRecorded;
}
