import type { Subaccount } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { COMPANY } from "../domain/ledger-balances.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import type { SubaccountRecord } from "../store/records.ts";
import { parseTaxNumber } from "./customers.ts";
import { recordStatus } from "./status-changes.ts";

export async function getSubaccountOrThrow(
  context: Context,
  id: string,
): Promise<SubaccountRecord> {
  const record = await context.data.subaccounts.get(id);
  if (!record) throw new DocumentedError("SubaccountNotFound");
  return record;
}

/** Stores a new subaccount. */
export async function insertSubaccount(context: Context, resource: Subaccount): Promise<void> {
  const { id } = resource;
  const document =
    resource.companyType === "PF"
      ? resource.juridicDataPartner.cpf
      : resource.juridicLegalData.cnpj;
  await context.data.subaccounts.insert({ id, resource, taxNumber: parseTaxNumber(document) });
  recordStatus(context, { type: "subaccount", id }, null, resource.status);
}

/** Every subaccount that receives a split must exist and be approved. */
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

/** The owner that a request acts for: the subaccount of the header, or the company itself (empty). */
export async function accountOwner(
  context: Context,
  headers: { "x-subaccount-id"?: string },
): Promise<string> {
  const id = headers["x-subaccount-id"];
  return id === undefined ? COMPANY : (await getSubaccountOrThrow(context, id)).id;
}
