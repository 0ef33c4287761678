import { isString } from "../../contract/cursor.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import { isTaxId } from "../domain/tax-id.ts";
import { namesOfWrong } from "./body-members.ts";

/** A tax id whose check digits are wrong, by the path of its field. It has no value, which may be personal. */
interface WrongTaxId {
  name: string;
  /** e.g. `CPF or CNPJ`. */
  kinds: string;
}

/** The tax ids of a valid body whose check digits are wrong. */
export function wrongTaxIds(body: unknown, contract: Route["body"]): WrongTaxId[] {
  const found: WrongTaxId[] = [];
  for (const { path, kinds } of contract?.taxIds ?? []) {
    const isWrong = (value: unknown) => isString(value) && !isTaxId(value, kinds);
    for (const name of namesOfWrong(body, path, isWrong))
      found.push({ name, kinds: kinds.join(" or ") });
  }
  return found;
}
