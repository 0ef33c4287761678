import { CONTROLS } from "../../client/escape-controls.ts";

/**
 * A line of the log as a JSON object, with the system time: companies have clocks of their own. Control characters are
 * escaped, also those that JSON allows.
 */
export function jsonLine(time: number, facts: object): string {
  const line = JSON.stringify({ time: new Date(time).toISOString(), ...facts });
  return line.replaceAll(CONTROLS, inUtf16);
}

function inUtf16(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  }).join("");
}
