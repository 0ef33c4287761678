import { isObject, isString } from "../../contract/cursor.ts";

const REDACTED = "[redacted]";

/** Whether a text is redacted, wholly or in part. */
export function isRedacted(value: unknown): boolean {
  return isString(value) && value.includes(REDACTED);
}

/**
 * Redacts the secrets in a value that fits the contract, by their paths. Those in the items of an array have the path of
 * the array. It searches no text, and copies only what holds a secret.
 *
 * @example
 * redactFields({ cardNumber: "4111111111111111" }, ["cardNumber"]); // { cardNumber: "[redacted]" }
 */
export function redactFields(value: unknown, secrets: readonly string[]): unknown {
  return secrets.reduce((redacted, path) => redactAt(redacted, path.split(".")), value);
}

function redactAt(value: unknown, path: readonly string[], depth = 0): unknown {
  const name = path[depth];
  if (name === undefined) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactAt(item, path, depth));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const copy = { ...value };
  copy[name] = redactAt(value[name], path, depth + 1);
  return copy;
}
