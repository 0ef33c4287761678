import { Cursor, isObject, type JsonObject } from "../contract/cursor.ts";
import { operations } from "../contract/operations.ts";
import { readContract } from "../contract/read-bundled-contract.ts";

/**
 * The body of an example request of `payments.create`, without its `postbackUrl`, which leads to a shop that does not
 * exist, but with other `billing` data.
 */
export function paymentExample(name: string, billing: JsonObject = {}): JsonObject {
  const contract = Cursor.root(readContract());
  const operation = operations(contract).find(({ id }) => id === "payments.create");
  const example = operation?.cursor
    .at("requestBody", "content", "application/json", "examples", name)
    .at("value").value;
  if (!isObject(example)) throw new Error(`payments.create has no example ${name}.`);
  const { billingData, ...rest } = example;
  const { postbackUrl, ...shown } = billingData as JsonObject;
  return { ...rest, billingData: { ...shown, ...billing } };
}
