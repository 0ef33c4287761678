import type { operations, Postback } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { DocumentedError } from "../../errors.ts";
import { recordReport } from "../../postbacks/listener-claims.ts";
import { dueNow, serializeBody, withDueTime } from "../../postbacks/outbox.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import type { PostbackRecord } from "../../store/records.ts";
import { listMeta } from "../list-meta.ts";

type PostbackOperations = Pick<
  operations,
  | "postbacks.list"
  | "postbacks.get"
  | "postbacks.redeliver"
  | "postbacks.delay"
  | "postbacks.reportAttempt"
>;

export const postbacks: Handlers<PostbackOperations> = {
  async "postbacks.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.postbacks.page(filters, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "postbacks.get"(context, { path }) {
    const record = await getPostbackOrThrow(context, path.eventId);
    const body = JSON.parse(serializeBody(record, context.publicUrl));
    return { data: { ...record.resource, body } };
  },

  async "postbacks.redeliver"(context, { path }) {
    const record = await getPostbackOrThrow(context, path.eventId);
    const due = await dueNow(context, record.resource.resourceId);
    return { data: await reschedule(context, withDueTime(record, due, context.now)) };
  },

  async "postbacks.delay"(context, { path, body }) {
    const record = await getPostbackOrThrow(context, path.eventId);
    const due = context.now + body.seconds * 1000;
    return { data: await reschedule(context, withDueTime(record, due)) };
  },

  async "postbacks.reportAttempt"(context, { path, body }) {
    const record = await getPostbackOrThrow(context, path.eventId);
    const recorded = await recordReport(context, record, body);
    const { status, nextAttemptAt } = (await getPostbackOrThrow(context, path.eventId)).resource;
    return { data: { recorded, status, nextAttemptAt } };
  },
};

async function getPostbackOrThrow({ data }: Context, eventId: string): Promise<PostbackRecord> {
  const record = await data.postbacks.get(eventId);
  if (!record) throw new DocumentedError("PostbackNotFound");
  return record;
}

async function reschedule({ data }: Context, rescheduled: PostbackRecord): Promise<Postback> {
  await data.postbacks.update(rescheduled);
  return rescheduled.resource;
}
