import { redactShown } from "./redact-by-search.ts";
import { toJson } from "./to-json.ts";

/**
 * Writes a line of the log as a JSON object, without secrets and with the system time: companies have clocks of their own.
 * Control characters are escaped, also those that JSON allows.
 */
export function jsonLines(systemTime: () => number): (facts: object) => string {
  return (facts) => toJson({ time: new Date(systemTime()).toISOString(), ...redactShown(facts) });
}
