import { createRedact, findSecrets } from "../../client/redact.ts";

/** Of a longer body, the log only contains the length. */
export const MAX_BODY_LENGTH = 10_000;

/** Matches the keys and tokens of a sandbox, also if the text ends in the middle of one. */
export const KEY_OR_TOKEN = /sandbox_(?:public|private)_\w*|eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/**
 * Copies a value with all secrets and card data masked, wherever they appear. This searches all text, so it
 * is for what the contract does not describe: invalid bodies, unknown fields and queries.
 */
export function redactSecrets(value: unknown): unknown {
  if (value === undefined) return null;
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  if (length > MAX_BODY_LENGTH) return `${length} characters`;
  return createRedact(findSecrets(value), KEY_OR_TOKEN)(value);
}

/** Masks keys, tokens and card numbers in what is about to be shown, e.g. in a name that a request gave. */
export const redactShown = createRedact([], KEY_OR_TOKEN);

/** Undefined if nested too deeply: JSON.parse accepts any depth, but JSON.stringify overflows the stack. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
