import { CONTROLS, escapeControls } from "../client/escape-controls.ts";
import { colorsFor } from "./colors.ts";
import type { Output } from "./define-command.ts";

/**
 * Prints what a server sent, as JSON or in words. A server that is not a sandbox may send anything: control characters
 * could command the terminal, and line breaks forge a line.
 */
export function print<Value>(
  { stdout, env }: Output,
  { json = false, utc = false }: { json?: boolean; utc?: boolean },
  value: Value,
  describe: (value: Value) => string,
): void {
  const line = json ? toJson(value) : colorsFor(env)(escapeControls(describe(value)));
  stdout(utc && !json ? line.replaceAll(IN_BRAZIL, inUtc) : line);
}

/** A time as the sentences have it. */
const IN_BRAZIL = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00/g;

function inUtc(time: string): string {
  return new Date(time).toISOString().replace(".000", "");
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
