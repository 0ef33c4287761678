import { sensitiveFields } from "../../../generated/operations.ts";
import { isObject, isString } from "../../contract/cursor.ts";

const REDACTED = "[redacted]";

/** Whether a text is redacted, wholly or in part. */
export function isRedacted(value: unknown): boolean {
  return isString(value) && value.includes(REDACTED);
}

/**
 * Redacts the contract's sensitive fields in a value that fits the contract. It searches no text.
 *
 * @example
 * redactFields({ cardNumber: "4111111111111111", amount: 4990 }); // { cardNumber: "[redacted]", amount: 4990 }
 */
export function redactFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactFields);
  if (!isObject(value)) return value;
  const redacted = Object.entries(value).map(([name, field]) => [
    name,
    sensitiveFields.has(name) ? REDACTED : redactFields(field),
  ]);
  return Object.fromEntries(redacted);
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
