import { parseJson } from "../../client/answer.ts";
import { createRedact } from "../../client/redact.ts";
import { secretsIn } from "../request-log.ts";

/** How many characters of an answer are kept. */
const MOST_CHARACTERS = 500;
/** The keys of a sandbox, and tokens: whole, or as much of them as there is where an answer breaks off. */
const KEY_OR_TOKEN = /sandbox_(?:public|private)_\w*|eyJ[\w-]{8,}(?:\.[\w-]*)*/g;

/**
 * How an answer begins, without the secrets in it. Whoever may read what a receiver answered must not
 * come to keys by that.
 *
 * @example
 * quote('{"privateKey":"sandbox_private_4e1f"}'); // '{"privateKey":"[redacted]"}'
 */
export function quote(answer: string): string {
  const inFields = secretsIn(parseJson(answer));
  const redact = createRedact([...inFields, ...(answer.match(KEY_OR_TOKEN) ?? [])]);
  return redact(answer).slice(0, MOST_CHARACTERS);
}
