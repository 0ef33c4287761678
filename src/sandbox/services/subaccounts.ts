import type { Context } from "../context.ts";
import { KnownRefusal, RuleRefusal } from "../request-errors.ts";
import type { SubaccountRecord } from "../store/records.ts";

export async function knownSubaccount(context: Context, id: string): Promise<SubaccountRecord> {
  const record = await context.data.subaccounts.get(id);
  if (!record) throw new KnownRefusal("SubaccountNotFound");
  return record;
}

/** Those who are to share in something have to be known, and approved. */
export async function refuseUnapproved(
  context: Context,
  splits: readonly { subaccountId: string }[],
): Promise<void> {
  for (const { subaccountId } of splits) {
    const { resource } = await knownSubaccount(context, subaccountId);
    if (resource.status !== "APPROVED") throw new RuleRefusal("SubaccountNotApproved", resource.id);
  }
}

/** Whose context a call runs in: the subaccount of the header, or the company itself. */
export async function ownerOf(
  context: Context,
  headers: { "x-subaccount-id"?: string },
): Promise<string> {
  const id = headers["x-subaccount-id"];
  return id === undefined ? "" : (await knownSubaccount(context, id)).id;
}
