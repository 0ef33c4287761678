import type {
  Subscription,
  SubscriptionSplit,
  SubscriptionSplitCreate,
} from "../../../../generated/types.ts";
import type { Context } from "../../context.ts";
import { afterChange, afterReactivation } from "../../domain/billing-cycle.ts";
import type { Split } from "../../domain/splits.ts";
import { DocumentedError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import { assertAmountIsPayable } from "../../services/payments.ts";
import { saveSubscription } from "../../services/scheduled-jobs.ts";
import { recordStatus } from "../../services/status-changes.ts";
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
import { listMeta } from "../list-meta.ts";

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

  // A PUT: an omitted optional field is removed. Without an expiration date the subscription never ends.
  async "subscriptions.update"(context, { path, body }) {
    const record = await getSubscriptionOrThrow(context, path.subscriptionId);
    const { customerId, tokenizedCardId, expirationDate = null, ...terms } = body;
    assertNotEnded(record.resource);
    assertAmountIsPayable(body.amount + record.resource.setupAmount);
    await assertPayerExists(context, customerId, tokenizedCardId);
    const { duration: _duration, ...unchanged } = record.resource;
    const changed = { ...unchanged, ...terms, customerId, cardId: tokenizedCardId, expirationDate };
    const splits = resolveSubscriptionSplits(context, changed, toSplitRequests(unchanged.splits));
    const billing = afterChange(record.billing, record.resource, changed, context.today);
    return { data: await save(context, record, { ...changed, splits }, billing) };
  },

  async "subscriptions.addSplit"(context, { body }) {
    const record = await getSubscriptionOrThrow(context, body.subscriptionId);
    assertNotEnded(record.resource);
    await assertSubaccountsApproved(context, [body]);
    const requested = { id: context.uuid(), ...toSplitRequest(body) };
    const existing = toSplitRequests(record.resource.splits);
    const splits = resolveSubscriptionSplits(context, record.resource, [...existing, requested]);
    await save(context, record, { ...record.resource, splits });
    return { data: splits.at(-1) as SubscriptionSplit };
  },

  async "subscriptions.removeSplit"(context, { path, sentence }) {
    const record = await getSubscriptionOrThrow(context, path.subscriptionId);
    const existing = record.resource.splits;
    const remaining = existing.filter(({ id }) => id !== path.splitId);
    if (remaining.length === existing.length) throw new DocumentedError("SplitNotFound");
    const splits = resolveSubscriptionSplits(context, record.resource, toSplitRequests(remaining));
    await save(context, record, { ...record.resource, splits });
    return { data: sentence };
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

/** Only the value that belongs to `splitType` counts; the other one is ignored. */
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
  // Deleting is idempotent.
  if (resource.status === "DELETED" && status === "DELETED") return { id: record.id, status };
  assertSubscriptionTransition(resource, status);
  const canceledAt = status === "DELETED" ? context.timestamp : null;
  const planned =
    status === "ACTIVE" ? afterReactivation(billing, resource, context.today) : billing;
  await save(context, record, { ...resource, status, canceledAt }, planned);
  return { id: record.id, status };
}

async function save(
  context: Context,
  record: SubscriptionRecord,
  changed: Subscription,
  billing = record.billing,
): Promise<Subscription> {
  const resource = { ...changed, updatedAt: context.timestamp };
  await saveSubscription(context, record, { ...record, resource, billing });
  const { id } = record;
  recordStatus(context, { type: "subscription", id }, record.resource.status, resource.status);
  return resource;
}
