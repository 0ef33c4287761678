import { parseJson } from "../../client/parse-json.ts";
import { createRedact, findSecrets } from "../../client/redact.ts";
import { KEY_OR_TOKEN } from "../../text/redact-text.ts";

/** The maximum length of a stored response. */
const MAX_CHARACTERS = 500;

/**
 * Redacts and truncates the response of a receiver. The list of postbacks shows it, and must not reveal
 * keys or tokens.
 *
 * @example
 * redactResponse('{"privateKey":"sandbox_private_4e1f"}'); // '{"privateKey":"[redacted]"}'
 */
export function redactResponse(text: string): string {
  const redact = createRedact(findSecrets(parseJson(text)), KEY_OR_TOKEN);
  return redact(text).slice(0, MAX_CHARACTERS);
}
