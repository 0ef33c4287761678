import { isObject, type JsonObject } from "../contract/cursor.ts";
import { operationRow } from "./operation-commands/operation-table.ts";

/**
 * The body of an example request of `payments.create`, without its `postbackUrl`, which leads to a shop that does not
 * exist, but with other `billing` data.
 */
export function paymentExample(name: string, billing: JsonObject = {}): JsonObject {
  const { examples } = operationRow("payments.create");
  const example = examples.find((each) => each.name === name)?.value;
  if (!isObject(example)) throw new Error(`payments.create has no example ${name}.`);
  const { billingData, ...rest } = example;
  const { postbackUrl, ...shown } = billingData as JsonObject;
  return { ...rest, billingData: { ...shown, ...billing } };
}
