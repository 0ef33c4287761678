import { parseJson } from "../client/parse-json.ts";
import { createRedact, findSecrets } from "../client/redact.ts";

// This searches all text, so it is for what no contract describes. What fits the contract is redacted by its fields.

/** Matches the keys and tokens of a sandbox, also if the text ends in the middle of one. */
const KEY_OR_TOKEN =
  /sandbox_(?:public|private)_\w*|sandbox_pay_[\w-]*|eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/** Redacts keys, tokens and card numbers in what is about to be shown, e.g. in a name that a request gave. */
export const redactShown = createRedact([], KEY_OR_TOKEN);

/**
 * Redacts the same in a value or a text that others have sent, and wherever they appear in it the values of its own sensitive
 * fields.
 *
 * @example
 * redactReceived('{"privateKey":"sandbox_private_4e1f"}'); // '{"privateKey":"[redacted]"}'
 */
export function redactReceived<Value>(value: Value): Value {
  const secrets = findSecrets(typeof value === "string" ? parseJson(value) : value);
  return createRedact(secrets, KEY_OR_TOKEN)(value);
}

/** Redacts keys, tokens and card numbers in a path, percent-encoded or not, so that it can be logged. */
export function redactPath(path: string): string {
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/gi, decodeBytes);
  const redacted = redactShown(decoded);
  // Control characters are encoded again: a terminal would interpret them.
  return redacted === decoded ? path : redacted.replaceAll(/\p{C}/gu, encodeURIComponent);
}

const lenientUtf8 = new TextDecoder();

/** Decodes percent-encoded bytes. An invalid byte must not hide the text around it from the redaction. */
function decodeBytes(percentEncoded: string): string {
  return lenientUtf8.decode(
    Uint8Array.from(percentEncoded.slice(1).split("%"), (byte) => Number.parseInt(byte, 16)),
  );
}
