import { isString } from "../../contract/cursor.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import { type Expectation, expectations } from "../domain/plausible-values.ts";
import { namesOfWrong } from "./body-members.ts";

/** The values of a valid body that no bank would take, one sentence each, without the value. */
export function implausibleValues(body: unknown, contract: Route["body"]): string[] {
  const found: string[] = [];
  for (const path of contract?.plausible ?? []) {
    const { isMet, problem } = expectations[path.at(-1) as string] as Expectation;
    const isWrong = (value: unknown) =>
      (isString(value) || typeof value === "number") && !isMet(value);
    for (const name of namesOfWrong(body, path, isWrong)) found.push(`${name} ${problem}`);
  }
  return found;
}
