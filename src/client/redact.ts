import { sensitiveFields } from "../../generated/client.ts";
import { isCardNumber } from "../card-number.ts";
import { isObject } from "./answer.ts";

/** Copies a value without what may not be shown. */
export type Redact = <Value>(value: Value) => Value;

const hidden = "[redacted]";
const fieldInText = new RegExp(`"(${[...sensitiveFields].join("|")})"\\s*:\\s*"?[^"]*"?`, "g");
const cardInText =
  /(?<!\d)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d)/g;

/**
 * Makes a {@link Redact} that takes out the given secrets in whatever they stand, sensitive fields by
 * their name, and whatever looks like a card number: 13 to 19 digits whose check digit is right.
 */
export function createRedact(secrets: readonly string[]): Redact {
  // The longest first: one key may be the beginning of another.
  const byLength = secrets.filter(Boolean).sort((one, other) => other.length - one.length);
  const secret = new RegExp(byLength.map(patternOf).join("|") || "(?!)", "g");

  function redactText(text: string): string {
    return hideCardNumbers(text.replace(secret, hidden).replace(fieldInText, `"$1":"${hidden}"`));
  }

  function redact(value: unknown): unknown {
    if (typeof value === "string") return redactText(value);
    if (typeof value === "number") return redactText(`${value}`) === `${value}` ? value : hidden;
    if (Array.isArray(value)) return value.map(redact);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        redactText(name),
        sensitiveFields.has(name) ? hidden : redact(field),
      ]),
    );
  }

  return redact as Redact;
}

/** A text without what looks like a card number. */
export function hideCardNumbers(text: string): string {
  return text.replace(cardInText, hideCard);
}

function hideCard(card: string): string {
  return isCardNumber(card.replace(/\D/g, "")) ? hidden : card;
}

/** The contents of the sensitive fields of a value. */
export function findSecrets(value: unknown): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === "string" && sensitiveFields.has(name) ? [field] : findSecrets(field),
  );
}

/**
 * A copy of an error with its words only: platforms attach to theirs what they please, such as the
 * bytes received when an answer is no HTTP. Of its causes so many are told; they may go in a circle.
 */
export function redactError(error: unknown, redact: Redact, causes = 5): Error {
  const { name, message, stack, code, cause }: Partial<Error & { code: string }> = Object(error);
  const copy = new Error(
    redact(message ?? `${error}`),
    cause === undefined || causes === 0 ? {} : { cause: redactError(cause, redact, causes - 1) },
  );
  return Object.assign(copy, { name, stack: redact(stack) }, code === undefined ? {} : { code });
}

/**
 * Digits may stand in groups, but not within others: a security code can be a part of an amount.
 * In JSON, and in JSON within it, a character may have backslashes before it. However many stand in a
 * row, they are looked for once: two such searches side by side would try every way to share them.
 */
function patternOf(secret: string): string {
  return /^\d+$/.test(secret)
    ? `(?<!\\d)${[...secret].join("[ -]?")}(?!\\d)`
    : secret.replace(/\\*(\W)/g, "\\\\*\\$1");
}
