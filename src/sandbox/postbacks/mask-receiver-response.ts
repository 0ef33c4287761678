import { parseJson } from "../../client/parse-json.ts";
import { createRedact, findSecrets } from "../../client/redact.ts";
import { KEY_OR_TOKEN } from "../request-log/mask-secrets.ts";

/** How many characters of an answer are kept. */
const MAX_CHARACTERS = 500;

/**
 * How an answer begins, without the secrets in it. Whoever may read what a receiver answered must not
 * come to keys by that.
 *
 * @example
 * quote('{"privateKey":"sandbox_private_4e1f"}'); // '{"privateKey":"[redacted]"}'
 */
export function redactResponse(answer: string): string {
  const redact = createRedact(findSecrets(parseJson(answer)), KEY_OR_TOKEN);
  return redact(answer).slice(0, MAX_CHARACTERS);
}
