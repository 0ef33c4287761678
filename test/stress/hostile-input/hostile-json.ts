import { body } from "../../sandbox/contract-examples.ts";

/** Digits that pass for a card's number in places. */
const DIGITS = "7402400711234567240".repeat(60);

/** JSON texts that are hard to read, to redact or to write, of about the given length. */
export const hostileJson: Record<string, (size: number) => string> = {
  "letters, to compare": (size) => text("a".repeat(size)),
  "lists in lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "objects in objects": (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  backslashes: (size) => text("\\".repeat(size / 2)),
  "backslashes in JSON in JSON": (size) => text(JSON.stringify("\\".repeat(size / 8))),
  quotes: (size) => text('"'.repeat(size / 2)),
  digits: (size) => text(DIGITS.repeat(size / DIGITS.length + 1).slice(0, size)),
  "digits that stand apart": (size) => text("4 ".repeat(size / 2)),
  "digits with dashes": (size) => text("4-".repeat(size / 2)),
  "almost card numbers": (size) => text("4111 1111 1111 1112 ".repeat(size / 20)),
  dashes: (size) => text("-".repeat(size)),
  spaces: (size) => text(" ".repeat(size)),
  NUL: (size) => text("\u0000".repeat(size / 6)),
  "halves of characters": (size) => text("\ud800".repeat(size / 6)),
  emoji: (size) => text("👩‍👩‍👧‍👦".repeat(size / 25)),
  "a number of many digits": (size) => "9".repeat(size),
  "many keys": (size) => fields(size / 12, (at) => `"k${at}":${at}`),
  "a long key": (size) => `{"${"k".repeat(size)}":1}`,
  "one key again and again": (size) => fields(size / 6, () => '"a":1'),
  "lists of nothing": (size) => list(size / 3, () => "{}"),
  "many secrets": (size) => list(size / 40, (at) => `{"cardNumber":"x${10 ** 15 + at}y"}`),
  "secrets that begin with backslashes": (size) =>
    `[${list(size / 60, (at) => `{"cardNumber":"\\\\${at}"}`)},${text("\\".repeat(size / 4))}]`,
  "secrets of punctuation": (size) =>
    `[${list(size / 60, (at) => `{"securityCode":"+-${at}"}`)},${text("+-".repeat(size / 4))}]`,
  "a secret of many digits": (size) => `{"securityCode":"${"7".repeat(size)}"}`,
  "names of sensitive fields": (size) => text('"cardNumber":'.repeat(size / 16)),
  "UUIDs broken off": (size) => text("41111111-1111-".repeat(size / 14)),
  "fields that do not end": (size) => text('"cardNumber":"'.repeat(size / 14)),
  "JSON of many texts": (size) => list(size / 12, () => '"[\\"1\\"]"'),
  "the beginnings of tokens": (size) => text("eyJ.".repeat(size / 4)),
};

function text(value: string): string {
  return JSON.stringify(value);
}

function list(count: number, item: (at: number) => string): string {
  return `[${Array.from({ length: count }, (_, at) => item(at))}]`;
}

function fields(count: number, field: (at: number) => string): string {
  return `{${Array.from({ length: count }, (_, at) => field(at))}}`;
}

const payment = JSON.stringify(body("payments.create", "pix", { billingData: { amount: 1_234 } }));

/** The body of a payment with such JSON in a field. */
export const places = {
  "an unknown field": (json: string) => payment.replace("{", () => `{"note":${json},`),
  "a known field": (json: string) => payment.replace("1234", () => json),
  "a buyer's name": (json: string) => payment.replace(/(?<="firstName":)"[^"]*"/, () => json),
};
