import { CONTROLS } from "../client/escape-controls.ts";

/**
 * JSON in one line without control characters: `JSON.stringify` escapes only those below U+0020.
 *
 * @example
 * toJson("\u009b2J"); // '"\\u009b2J"'
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(CONTROLS, (character) =>
    character.split("").map(asEscape).join(""),
  );
}

/** JSON escapes each half of a surrogate pair. */
function asEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
