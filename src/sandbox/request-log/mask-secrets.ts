import { createRedact, findSecrets } from "../../client/redact.ts";

/** A longer body is logged as its length. */
const MAX_BODY_LENGTH = 10_000;

/** The keys and tokens of a sandbox, whole or cut off at the end of a text. */
export const KEY_OR_TOKEN = /sandbox_(?:public|private)_\w*|eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/** A copy of what was sent, with secrets and card data masked wherever they appear. */
export function maskSecrets(value: unknown): unknown {
  if (value === undefined) return null;
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  if (length > MAX_BODY_LENGTH) return `${length} characters`;
  return createRedact(findSecrets(value), KEY_OR_TOKEN)(value);
}

/** JSON.parse reads any depth, but JSON.stringify overflows the stack. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
