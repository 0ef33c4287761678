import { sensitiveFields } from "../../generated/operations.ts";
import { brandOf, hasCardLength, hideCardNumbers, numbersAmong } from "../card-number.ts";
import { isObjectOrArray, parseJson } from "./parse-json.ts";

/** Copies a value without what may not be shown. It never throws. */
export type Redact = <Value>(value: Value) => Value;

const REDACTED = "[redacted]";
const TOO_DEEP = "[nested too deep]";

/** How deep a value may be nested. What is below is left out. */
const MAX_LEVELS = 64;
/** Anything shorter than a key or a token may be a part of any word. */
const MIN_SECRET_LENGTH = 16;
/** Of more secrets the others are masked in their fields only, so that a search stays short. */
const MAX_SECRETS = 8;
/** So many characters of a secret are searched for; what follows them is compared. */
const MAX_SEARCHED_LENGTH = 64;

/**
 * Makes a {@link Redact}. It masks the contract's sensitive fields by their names, in values and in
 * JSON within a text. In any text it masks card numbers, the given keys and tokens of 16 characters
 * and more, and what matches `forms`. Numbers other than card numbers stay as they are.
 *
 * Its time is in proportion to the length of the value.
 */
export function createRedact(secrets: readonly string[], forms = /(?!)/g): Redact {
  const own = numbersAmong(secrets);
  const spellings = [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .slice(0, MAX_SECRETS)
    .flatMap(spellingsOf)
    // The longest first: one key may be the beginning of another.
    .sort((one, other) => other.length - one.length);

  function redact(value: unknown, level: number): unknown {
    if (typeof value === "string") return redactText(value, level);
    if (typeof value === "number") return redactNumber(value);
    if (!isObjectOrArray(value)) return value;
    if (level >= MAX_LEVELS) return TOO_DEEP;
    return Array.isArray(value) ? redactList(value, level + 1) : redactFields(value, level + 1);
  }

  function redactList(list: unknown[], level: number): unknown[] {
    const copy = list.map((item) => redact(item, level));
    return copy.every((item, index) => item === list[index]) ? list : copy;
  }

  function redactFields(object: object, level: number): object {
    const fields = Object.entries(object);
    const copy = fields.map(([name, field]): [string, unknown] => [
      searchText(name),
      sensitiveFields.has(name) ? REDACTED : redact(field, level),
    ]);
    const isSame = copy.every(([name, field], at) => {
      const [nameBefore, before] = fields[at] as [string, unknown];
      return name === nameBefore && field === before;
    });
    return isSame ? object : Object.fromEntries(copy);
  }

  /** Where masking changes nothing, a JSON text is not written anew: its spaces and digits stay. */
  function redactText(text: string, level: number): string {
    const value = /^\s*["[{]/.test(text) ? parseJson(text) : undefined;
    const copy = redact(value, level + 1);
    return copy === value ? searchText(text) : JSON.stringify(copy);
  }

  function searchText(text: string): string {
    const withoutSecrets = spellings.reduce(hideSecret, text).replace(forms, REDACTED);
    return hideCardNumbers(hideFields(withoutSecrets), REDACTED, own);
  }

  function redactNumber(value: number): unknown {
    const text = `${value}`;
    if (!Number.isInteger(value) || !hasCardLength(text)) return value;
    // The last digits of a number as long as this are lost, and the check digit with them.
    const isCard = Number.isSafeInteger(value)
      ? hideCardNumbers(text, REDACTED, own) !== text
      : brandOf(text) !== "UNKNOWN";
    return isCard ? REDACTED : value;
  }

  return ((value: unknown) => redact(value, 0)) as Redact;
}

/** The contents of the sensitive fields of a value. */
export function findSecrets(value: unknown): string[] {
  const found: string[] = [];
  gather(value, 0, false);
  return found;

  function gather(value: unknown, level: number, isSecret: boolean): void {
    if (isObjectOrArray(value)) {
      if (level >= MAX_LEVELS) return;
      for (const [name, field] of Object.entries(value)) {
        gather(field, level + 1, isSecret || sensitiveFields.has(name));
      }
    } else if (isSecret && (typeof value === "string" || typeof value === "number")) {
      found.push(`${value}`);
    }
  }
}

/**
 * A copy of an error with its words only: platforms attach to theirs what they please, such as the
 * bytes received when an answer is no HTTP. Of its causes so many are told; they may go in a circle.
 */
export function redactError(error: unknown, redact: Redact, causes = 5): Error {
  const { name, message, stack, code, cause }: Partial<Error & { code: string }> = Object(error);
  const copy = new Error(
    redact(message ?? textOf(error)),
    cause === undefined || causes === 0 ? {} : { cause: redactError(cause, redact, causes - 1) },
  );
  return Object.assign(
    copy,
    { name: redact(name), stack: redact(stack) },
    code === undefined ? {} : { code: redact(code) },
  );
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

/** How a secret may be written: as it is, in JSON, in JSON within it, in an address, in a form. */
function spellingsOf(secret: string): string[] {
  const inJson = escaped(secret);
  const withSlashes = inJson.replaceAll("/", "\\/");
  const inForm = `${new URLSearchParams([["", secret]])}`.slice(1);
  const wellFormed = decodeURIComponent(inForm.replaceAll("+", "%20"));
  return [
    ...new Set([
      secret,
      ...[inJson, withSlashes],
      ...[escaped(inJson), escaped(withSlashes)],
      ...[inForm, encodeURIComponent(wellFormed), encodeURI(wellFormed)],
    ]),
  ];
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * A text without a secret. Searching for a long text takes platforms quadratic time at worst, so its
 * beginning is searched for, and what follows is hidden as far as it is the same.
 */
function hideSecret(text: string, secret: string): string {
  const beginning = secret.slice(0, MAX_SEARCHED_LENGTH);
  let shown = "";
  let from = 0;
  for (;;) {
    const at = text.indexOf(beginning, from);
    if (at < 0) return shown + text.slice(from);
    let length = beginning.length;
    while (length < secret.length && text[at + length] === secret[length]) length += 1;
    shown += text.slice(from, at) + REDACTED;
    from = at + length;
  }
}

/** What is around a name and its value: in JSON, in JSON within it, in HTML. */
const QUOTE = `(?:\\\\{0,15}"|'|&quot;|&#34;)`;
const NAME = `(?:${[...sensitiveFields].join("|")})`;
const COLON = "\\s{0,9}:\\s{0,9}";
// A quote that follows a backslash is taken for a part of the value: rather too much is masked.
const QUOTED = new RegExp(`(${NAME}${QUOTE}?(?:=|${COLON})(${QUOTE}))[^]*?(?=(?<!\\\\)\\2|$)`, "g");
// In prose, a name and a colon come before what is said of it.
const BARE = new RegExp(
  `(${NAME}(?:${QUOTE}?=|${QUOTE}${COLON}(?=[\\d[{-])))(?:[[{][^\\]}]*|[^\\s,;&}\\]<"'\\\\]+)`,
  "g",
);

/** A text without the values of sensitive fields, for what is no JSON as a whole. */
function hideFields(text: string): string {
  return text.replace(QUOTED, `$1${REDACTED}`).replace(BARE, `$1${REDACTED}`);
}
