import { createRedact, findSecrets } from "../../client/redact.ts";
import { KEY_OR_TOKEN } from "../../text/redact-text.ts";

/** Of a longer body, the log only contains the length. */
export const MAX_BODY_LENGTH = 10_000;

/**
 * Copies a value with all secrets and card data redacted, wherever they appear. This searches all text, so it
 * is for what the contract does not describe: invalid bodies, unknown fields and queries.
 */
export function redactSecrets(value: unknown): unknown {
  if (value === undefined) return null;
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  if (length > MAX_BODY_LENGTH) return `${length} characters`;
  return createRedact(findSecrets(value), KEY_OR_TOKEN)(value);
}

/** Undefined if nested too deeply: JSON.parse accepts any depth, but JSON.stringify overflows the stack. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
