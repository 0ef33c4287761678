import { sensitiveFields } from "../../generated/operations.ts";
import { hasBrand, hideCardNumbers, numbersAmong } from "../card-number.ts";
import { isObjectOrArray, parseJson } from "./parse-json.ts";

/** Copies a value with its secrets redacted. It never throws. */
export type Redact = <Value>(value: Value) => Value;

export const REDACTED = "[redacted]";
const TOO_DEEP = "[nested too deep]";

/** The maximum nesting depth. Deeper values are left out. */
const MAX_LEVELS = 64;
/** A shorter text could be part of any word. Keys and tokens are at least this long. */
const MIN_SECRET_LENGTH = 16;
/** Any further secrets are only redacted in their own fields, which keeps the search short. */
const MAX_SECRETS = 8;
/** The length of the prefix to search for. The rest of a secret is compared character by character. */
const MAX_SEARCHED_LENGTH = 64;

/**
 * Creates a {@link Redact}. It redacts the contract's sensitive fields by name, in values and in JSON
 * within a text. In any text, it redacts card numbers, the given `secrets` of 16 or more characters, and
 * all matches of `patterns`. Numbers other than card numbers stay as they are.
 *
 * It takes time linear in the length of the value.
 */
export function createRedact(secrets: readonly string[], patterns = /(?!)/g): Redact {
  const own = numbersAmong(secrets);
  const spellings = [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .slice(0, MAX_SECRETS)
    .flatMap(spellingsOf)
    // The longest first, since one key may be a prefix of another.
    .sort((a, b) => b.length - a.length);

  function redact(value: unknown, level: number): unknown {
    if (typeof value === "string") return redactText(value, level);
    if (typeof value === "number") return redactNumber(value);
    if (!isObjectOrArray(value)) return value;
    return level < MAX_LEVELS ? redactFields(value, level + 1) : TOO_DEEP;
  }

  /** Returns the same object or array if there is nothing to redact. */
  function redactFields(value: object, level: number): object {
    let isSame = true;
    const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
      const shownName = searchText(name);
      const shown = sensitiveFields.has(name) ? REDACTED : redact(field, level);
      isSame &&= shownName === name && shown === field;
      return [shownName, shown];
    });
    if (isSame) return value;
    return Array.isArray(value) ? fields.map(([, field]) => field) : Object.fromEntries(fields);
  }

  /** JSON is not reserialized unless redaction changes it, so that its whitespace and digits stay. */
  function redactText(text: string, level: number): string {
    const value = /^\s*["[{]/.test(text) ? parseJson(text) : undefined;
    const copy = redact(value, level + 1);
    return copy === value ? searchText(text) : JSON.stringify(copy);
  }

  function searchText(text: string): string {
    const withoutSecrets = spellings.reduce(hideSecret, text).replace(patterns, REDACTED);
    const withoutFields = withoutSecrets
      .replace(QUOTED_FIELD, `$1${REDACTED}`)
      .replace(BARE_FIELD, `$1${REDACTED}`);
    return hideCardNumbers(withoutFields, REDACTED, own);
  }

  function redactNumber(value: number): unknown {
    const text = `${value}`;
    if (!/^-?\d{13,19}$/.test(text)) return value;
    // A number above the safe integers has lost its last digits, including the check digit.
    const isCard = Number.isSafeInteger(value)
      ? hideCardNumbers(text, REDACTED, own) !== text
      : hasBrand(text);
    return isCard ? REDACTED : value;
  }

  return ((value: unknown) => redact(value, 0)) as Redact;
}

/** Collects the values of all sensitive fields. */
export function findSecrets(
  value: unknown,
  level = 0,
  isSecret = false,
  found: string[] = [],
): string[] {
  if (isObjectOrArray(value)) {
    if (level < MAX_LEVELS)
      for (const name in value)
        findSecrets(value[name], level + 1, isSecret || sensitiveFields.has(name), found);
  } else if (isSecret && (typeof value === "string" || typeof value === "number"))
    found.push(`${value}`);
  return found;
}

/**
 * Copies an error's texts and code, redacted. Other properties are dropped, since platforms attach data
 * to their errors, e.g. the bytes received if a response is not HTTP. The number of causes is limited
 * because they may be circular.
 */
export function redactError(error: unknown, redact: Redact, maxCauses = 5): Error {
  const { name, message, stack, code, cause }: Partial<Error & { code: string }> = Object(error);
  const copy = new Error(
    redact(message ?? textOf(error)),
    cause !== undefined && maxCauses > 0
      ? { cause: redactError(cause, redact, maxCauses - 1) }
      : undefined,
  );
  return Object.assign(copy, redact({ name, stack, ...(code && { code }) }));
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}

/** The encodings of a secret: as it is, in JSON, in JSON within JSON, in a URL, in a form. */
function spellingsOf(secret: string): string[] {
  const inJson = escaped(secret);
  const withSlashes = inJson.replaceAll("/", "\\/");
  const inForm = `${new URLSearchParams([["", secret]])}`.slice(1);
  const wellFormed = decodeURIComponent(inForm.replaceAll("+", "%20"));
  const inJsonTexts = [inJson, withSlashes, escaped(inJson), escaped(withSlashes)];
  const inUrls = [inForm, encodeURIComponent(wellFormed), encodeURI(wellFormed)];
  return [...new Set([secret, ...inJsonTexts, ...inUrls])];
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/**
 * Redacts a secret in a text. `indexOf` takes quadratic time for a long secret in the worst case. So this
 * searches for a prefix, and then also redacts the following characters as far as they match.
 */
function hideSecret(text: string, secret: string): string {
  const prefix = secret.slice(0, MAX_SEARCHED_LENGTH);
  let shown = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(prefix, from);
    if (start < 0) return shown + text.slice(from);
    let length = prefix.length;
    while (length < secret.length && text[start + length] === secret[length]) length += 1;
    shown += text.slice(from, start) + REDACTED;
    from = start + length;
  }
}

// The sensitive fields in a text that is not JSON as a whole.
/** A quote around a name or a value: in JSON, in JSON within JSON, in HTML. */
const QUOTE = `(?:\\\\{0,15}"|'|&quot;|&#34;)`;
const NAME = `(?:${[...sensitiveFields].join("|")})`;
const COLON = "\\s{0,9}:\\s{0,9}";
// A quote after a backslash counts as part of the value. This prefers to redact too much.
const QUOTED_FIELD = new RegExp(
  `(${NAME}${QUOTE}?(?:=|${COLON})(${QUOTE}))[^]*?(?=(?<!\\\\)\\2|$)`,
  "g",
);
// In prose, a name and a colon may introduce an explanation, so a colon needs a quote and a number,
// an object or a list.
const BARE_FIELD = new RegExp(
  `(${NAME}(?:${QUOTE}?=|${QUOTE}${COLON}(?=[\\d[{-])))(?:[[{][^\\]}]*|[^\\s,;&}\\]<"'\\\\]+)`,
  "g",
);
