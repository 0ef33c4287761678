import { isString } from "../../contract/cursor.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import { expectations } from "../domain/plausible-values.ts";
import { membersAt } from "./body-members.ts";

/** The values of a valid body that no bank would take, one sentence each, without the value. */
export function implausibleValues(body: unknown, contract: Route["body"]): string[] {
  return (contract?.plausible ?? []).flatMap(({ path, kind }) => {
    const { isMet, problem } = expectations[kind];
    return membersAt(body, path)
      .filter(({ value }) => (isString(value) || typeof value === "number") && !isMet(value))
      .map((member) => `${member.path.join(".")} ${problem}`);
  });
}
