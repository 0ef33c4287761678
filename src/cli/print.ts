import { escapeControls } from "../client/escape-controls.ts";
import { toJson } from "../text/to-json.ts";
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
