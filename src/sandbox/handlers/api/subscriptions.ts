import type {
  Subscription,
  SubscriptionSplit,
  SubscriptionSplitCreate,
} from "../../../../generated/types.ts";
import type { Context } from "../../context.ts";
import { afterChange, afterReactivation } from "../../domain/billing-cycle.ts";
import type { Split } from "../../domain/splits.ts";
import { DocumentedError } from "../../errors.ts";
import { assertAmountIsPayable } from "../../services/payments.ts";
import { scheduleCharge } from "../../services/schedule-subscription-charge.ts";
import { assertSubaccountsApproved } from "../../services/subaccounts.ts";
import {
  assertNotEnded,
  assertPayerExists,
  assertSubscriptionTransition,
  getSubscriptionOrThrow,
  resolveSubscriptionSplits,
  toSplitRequests,
} from "../../services/subscriptions.ts";
import type { SubscriptionRecord } from "../../store/records.ts";
import type { HandlersOf } from "../handler-types.ts";
import { listMeta } from "./list-meta.ts";

export const subscriptions: HandlersOf<"subscriptions"> = {
  async "subscriptions.list"({ data }, { query }) {
    const { page, limit, ...filters } = query;
    const { resources, total } = await data.subscriptions.page(filters, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "subscriptions.get"(context, { path }) {
    const { resource } = await getSubscriptionOrThrow(context, path.subscriptionId);
    return { data: resource };
  },

  /** What is left out of what may be left out is taken away: a subscription without an end goes on for life. */
  async "subscriptions.update"(context, { path, body }) {
    const record = await getSubscriptionOrThrow(context, path.subscriptionId);
    const { customerId, tokenizedCardId, expirationDate = null, ...terms } = body;
    assertNotEnded(record.resource);
    assertAmountIsPayable(body.amount + record.resource.setupAmount);
    await assertPayerExists(context, customerId, tokenizedCardId);
    const { duration: _, ...kept } = record.resource;
    const changed = { ...kept, ...terms, customerId, cardId: tokenizedCardId, expirationDate };
    const splits = resolveSubscriptionSplits(context, changed, toSplitRequests(kept.splits));
    const saved = await save(context, record, { ...changed, splits });
    const billing = afterChange(record.billing, saved.resource, context.today);
    if (saved.resource.status === "ACTIVE") await scheduleCharge(context, { ...saved, billing });
    return { data: saved.resource };
  },

  async "subscriptions.addSplit"(context, { body }) {
    const record = await getSubscriptionOrThrow(context, body.subscriptionId);
    assertNotEnded(record.resource);
    await assertSubaccountsApproved(context, [body]);
    const asked = { id: context.uuid(), ...toSplitRequest(body) };
    const given = toSplitRequests(record.resource.splits);
    const divided = resolveSubscriptionSplits(context, record.resource, [...given, asked]);
    await save(context, record, { ...record.resource, splits: divided });
    return { data: divided.at(-1) as SubscriptionSplit };
  },

  async "subscriptions.removeSplit"(context, { path, example }) {
    const record = await getSubscriptionOrThrow(context, path.subscriptionId);
    const { splits } = record.resource;
    const left = splits.filter(({ id }) => id !== path.splitId);
    if (left.length === splits.length) throw new DocumentedError("SplitNotFound");
    const divided = resolveSubscriptionSplits(context, record.resource, toSplitRequests(left));
    await save(context, record, { ...record.resource, splits: divided });
    return { data: example.data };
  },

  async "subscriptions.suspend"(context, { path }) {
    return { data: await changeStatus(context, path.subscriptionId, "SUSPENDED") };
  },

  async "subscriptions.reactivate"(context, { path }) {
    return { data: await changeStatus(context, path.subscriptionId, "ACTIVE") };
  },

  async "subscriptions.cancel"(context, { path }) {
    return { data: await changeStatus(context, path.subscriptionId, "DELETED") };
  },
};

/** The type decides: what belongs to the other one counts for nothing. */
function toSplitRequest({
  subaccountId,
  chargebackLiable,
  ...split
}: SubscriptionSplitCreate): Split {
  return split.splitType === "amount"
    ? { subaccountId, chargebackLiable, splitAmount: split.splitAmount }
    : { subaccountId, chargebackLiable, splitPercentage: split.splitPercentage };
}

async function changeStatus<Status extends Subscription["status"]>(
  context: Context,
  id: string,
  status: Status,
): Promise<{ id: string; status: Status }> {
  const record = await getSubscriptionOrThrow(context, id);
  const { resource, billing } = record;
  // What is deleted can be deleted again, and nothing else comes of it.
  if (resource.status === "DELETED" && status === "DELETED") return { id: record.id, status };
  assertSubscriptionTransition(resource, status);
  const canceledAt = status === "DELETED" ? context.timestamp : null;
  const changed = await save(context, record, { ...resource, status, canceledAt });
  if (status === "ACTIVE") {
    await scheduleCharge(context, {
      ...changed,
      billing: afterReactivation(billing, resource, context.today),
    });
  }
  return { id: record.id, status };
}

async function save(
  { data, timestamp }: Context,
  record: SubscriptionRecord,
  changed: Subscription,
): Promise<SubscriptionRecord> {
  const saved = { ...record, resource: { ...changed, updatedAt: timestamp } };
  await data.subscriptions.update(saved);
  return saved;
}
