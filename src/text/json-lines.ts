import { CONTROLS } from "../client/escape-controls.ts";
import { redactShown } from "./redact-by-search.ts";

/**
 * Writes a line of the log as a JSON object, without secrets and with the system time: companies have clocks of their own.
 * Control characters are escaped, also those that JSON allows.
 */
export function jsonLines(systemTime: () => number): (facts: object) => string {
  return (facts) => {
    const time = new Date(systemTime()).toISOString();
    return JSON.stringify({ time, ...redactShown(facts) }).replaceAll(CONTROLS, inUtf16);
  };
}

function inUtf16(character: string): string {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16));
  return units.map((unit) => `\\u${unit.padStart(4, "0")}`).join("");
}
