/** What is shown instead of a secret. */
export const REDACTED = "[redacted]";

/**
 * Masks the fields with these names in a value that fits the contract. It searches no text.
 *
 * @example
 * maskFields({ card: { cardNumber: "4111111111111111" } }, sensitiveFields);
 * // { card: { cardNumber: "[redacted]" } }
 */
export function maskFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskFields(item, names));
  if (typeof value !== "object" || value === null) return value;
  const masked = Object.entries(value).map(([name, field]) => [
    name,
    names.has(name) ? REDACTED : maskFields(field, names),
  ]);
  return Object.fromEntries(masked);
}
