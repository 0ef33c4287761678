import { sensitiveFields } from "../../../generated/operations.ts";
import { isObject, isString } from "../../contract/cursor.ts";

const REDACTED = "[redacted]";

/** Whether a text is masked, wholly or in part. */
export function isMasked(value: unknown): boolean {
  return isString(value) && value.includes(REDACTED);
}

/**
 * Masks the contract's sensitive fields in a value that fits the contract. It searches no text.
 *
 * @example
 * maskFields({ cardNumber: "4111111111111111", amount: 4990 }); // { cardNumber: "[redacted]", amount: 4990 }
 */
export function maskFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskFields);
  if (!isObject(value)) return value;
  const masked = Object.entries(value).map(([name, field]) => [
    name,
    sensitiveFields.has(name) ? REDACTED : maskFields(field),
  ]);
  return Object.fromEntries(masked);
}

/**
 * A masked value with the fields of another in place of the masks. A mask without a counterpart stays.
 *
 * @example
 * unmask({ cardNumber: "[redacted]" }, { cardNumber: "4111111111111111" }); // { cardNumber: "4111111111111111" }
 */
export function unmask(value: unknown, original: unknown): unknown {
  if (value === REDACTED) return original ?? value;
  if (Array.isArray(value))
    return value.map((item, index) => unmask(item, Array.isArray(original) ? original[index] : {}));
  if (!isObject(value)) return value;
  const known = isObject(original) ? original : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, unmask(field, known[name])]),
  );
}
