import { isString } from "../../contract/cursor.ts";
import type { Route, TaxIdField } from "../contract-facts/routes-from-contract.ts";
import { isTaxId } from "../domain/tax-id.ts";
import { membersAt } from "./body-members.ts";

/** A tax id whose check digits are wrong, by the path of its field. It has no value, which may be personal. */
interface WrongTaxId {
  name: string;
  /** e.g. `CPF or CNPJ`. */
  kinds: string;
}

/** The tax ids of a valid body whose check digits are wrong. */
export function wrongTaxIds(body: unknown, contract: Route["body"]): WrongTaxId[] {
  return (contract?.taxIds ?? []).flatMap((field) => wrongAt(body, field));
}

function wrongAt(body: unknown, { path, kinds }: TaxIdField): WrongTaxId[] {
  return membersAt(body, path)
    .filter(({ value }) => isString(value) && !isTaxId(value, kinds))
    .map((member) => ({ name: member.path.join("."), kinds: kinds.join(" or ") }));
}
