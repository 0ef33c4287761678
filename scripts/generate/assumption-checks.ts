import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";

const CHECK = "x-verify";

/** The checks of a bundled contract, by the JSON pointer of the assumption that each is about. */
export function checksIn(contract: JsonObject): JsonObject {
  const checked = [...Cursor.root(contract).descendants()].filter(
    ({ value }) => isObject(value) && value[CHECK] !== undefined,
  );
  return Object.fromEntries(
    checked.map((element) => [element.pointer, (element.value as JsonObject)[CHECK]]),
  );
}

/** The contract as others get it: how we check its assumptions is of no use to them. */
export function withoutChecks(contract: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(contract, (key, value) => (key === CHECK ? undefined : value)));
}
