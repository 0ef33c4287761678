import type { Context } from "../context.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import type { SubaccountRecord } from "../store/records.ts";

export async function getSubaccountOrThrow(
  context: Context,
  id: string,
): Promise<SubaccountRecord> {
  const record = await context.data.subaccounts.get(id);
  if (!record) throw new DocumentedError("SubaccountNotFound");
  return record;
}

/** Those who are to share in something have to be known, and approved. */
export async function assertSubaccountsApproved(
  context: Context,
  splits: readonly { subaccountId: string }[],
): Promise<void> {
  for (const { subaccountId } of splits) {
    const { resource } = await getSubaccountOrThrow(context, subaccountId);
    if (resource.status !== "APPROVED")
      throw new BusinessRuleError("SubaccountNotApproved", resource.id);
  }
}

/** Whose context a call runs in: the subaccount of the header, or the company itself. */
export async function accountOwner(
  context: Context,
  headers: { "x-subaccount-id"?: string },
): Promise<string> {
  const id = headers["x-subaccount-id"];
  return id === undefined ? "" : (await getSubaccountOrThrow(context, id)).id;
}
