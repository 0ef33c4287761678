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

/**
 * A redacted value with the fields of another in place of the redacted ones. A redacted field without a counterpart stays.
 *
 * @example
 * restoreRedacted({ cardNumber: "[redacted]" }, { cardNumber: "4111111111111111" }); // { cardNumber: "4111111111111111" }
 */
export function restoreRedacted(value: unknown, original: unknown): unknown {
  if (value === REDACTED) return original ?? value;
  if (Array.isArray(value))
    return value.map((item, index) =>
      restoreRedacted(item, Array.isArray(original) ? original[index] : {}),
    );
  if (!isObject(value)) return value;
  const known = isObject(original) ? original : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, restoreRedacted(field, known[name])]),
  );
}
