import { escapeControls } from "../client/escape-controls.ts";

/** How many causes of an error are described. */
const MAX_CAUSES = 5;

/** A line of a stack: where the code was, without any data. */
const FRAME = /^ {4}at (?:.+ \()?(?:[\w./:\\@%+-]+:\d+:\d+|<anonymous>|native)\)?$/;

/**
 * An error for the log: its name, its code and where it was thrown, and so for its causes.
 *
 * Drivers, parsers and other programs quote what they were given in the message and in fields of their own: a text that
 * is stored, a card number, a key. So the message of an error with a code is left out, and that of a SyntaxError, which
 * quotes the text. Any other message is code's own, and `redact` gets it before it is printed.
 *
 * @example
 * describeError(new Error("The company is gone."), (text) => text); // "Error: The company is gone.\n    at …"
 */
export function describeError(error: unknown, redact: (text: string) => string): string {
  const described: string[] = [];
  let current = error;
  while (current !== undefined && current !== null && described.length < MAX_CAUSES) {
    described.push(describeOne(current, redact));
    current = causeOf(current);
  }
  return described.join("\ncaused by ");
}

function describeOne(error: unknown, redact: (text: string) => string): string {
  if (!(error instanceof Error)) return `a value that is no error (${typeof error})`;
  const { name, message, stack = "" } = error;
  const code = codeOf(error);
  const says = code === undefined && !(error instanceof SyntaxError) ? redact(message) : undefined;
  const title = [name, code && ` ${code}`, says && `: ${says}`].filter(Boolean).join("");
  const frames = stack
    .replace(message, "")
    .split("\n")
    .filter((line) => FRAME.test(line));
  return [escapeControls(title), ...frames].join("\n");
}

/** Codes are words, such as ECONNREFUSED or 22P05. Anything else might be data. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^[A-Z\d_]{1,60}$/.test(code) ? code : undefined;
}

function causeOf(error: unknown): unknown {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown };
  return cause ?? (Array.isArray(errors) ? errors[0] : undefined);
}
