import { CONTROLS, escapeControls } from "../client/escape-controls.ts";
import { colorsFor } from "./colors.ts";
import type { Output } from "./command.ts";

/**
 * Prints what a server sent, as JSON or in words. A server that is not a sandbox may send anything: control characters
 * could command the terminal, and line breaks forge a line.
 */
export function print<Value>(
  { stdout, env }: Output,
  { json = false }: { json?: boolean },
  value: Value,
  describe: (value: Value) => string,
): void {
  stdout(json ? toJson(value) : colorsFor(env)(escapeControls(describe(value))));
}

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
