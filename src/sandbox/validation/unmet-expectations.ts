import { isObject, isString } from "../../contract/cursor.ts";
import type { ExpectedField } from "../contract-facts/routes-from-contract.ts";
import { type Expectation, expectations } from "../domain/value-expectations.ts";

const NONE: readonly string[] = [];

/** What is wrong with the values of a valid body, one sentence each, without the value: it may be personal. */
export function unmetExpectations(body: unknown, fields: readonly ExpectedField[] = []): string[] {
  const found: string[] = [];
  for (const { path, expected } of fields) {
    const { isMet, problem } = expectations[expected] as Expectation;
    const isWrong = (value: unknown) =>
      (isString(value) || typeof value === "number") && !isMet(value);
    for (const name of namesOfWrong(body, path, isWrong)) found.push(`${name} ${problem}`);
  }
  return found;
}

/**
 * The names of the values at a path that are wrong, in each item of the arrays on its way. A name is a path with dots, as
 * in the messages of the validation.
 */
function namesOfWrong(
  body: unknown,
  path: readonly string[],
  isWrong: (value: unknown) => boolean,
): readonly string[] {
  let value = body;
  for (let depth = 0; ; depth++) {
    if (Array.isArray(value)) {
      const [way, rest] = [path.slice(0, depth), path.slice(depth)];
      return value.flatMap((item, index) =>
        namesOfWrong(item, rest, isWrong).map((name) =>
          [...way, index, ...(name === "" ? [] : [name])].join("."),
        ),
      );
    }
    const key = path[depth];
    if (key === undefined) return isWrong(value) ? [path.join(".")] : NONE;
    if (!isObject(value) || !Object.hasOwn(value, key)) return NONE;
    value = value[key];
  }
}
