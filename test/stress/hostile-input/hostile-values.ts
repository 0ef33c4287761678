import { cardOutcomes } from "../../../src/sandbox/domain/test-outcomes.ts";
import type { Chance } from "../seeded-random.ts";

/** The cards that are charged and stored. No response shows one of them. */
export const cardNumbers = [
  "4111111111111111",
  "5555555555554444",
  "378282246310005",
  ...cardOutcomes.map(({ cardNumber }) => cardNumber),
];

/** The numbers of other cards, which in a free text may as well be an order's. The log shows none. */
export const otherCardNumbers = ["6011000990139424", "3530111333300000", "30569309025904"];

/** Names that every object of the platform knows. */
export const prototypeNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

const control = "\u0000\u0001\u001b[31m\u007f\u0085";
const bidirectional = "\u202egnp.txt\u202c\u2066\u2069\u200f";

/** Valid texts that code may not expect. */
export const oddTexts = [
  ...prototypeNames,
  ...["", " ", "\u0000", `a${control}b`, bidirectional, "\ud800", "a\udfff\ud83d"],
  ...["\ufeff\ufffe\uffff", "\u2028\u2029", "e\u0301\u0327".repeat(50), "👩‍👩‍👧‍👦".repeat(20)],
  ...["İıſßŒ", "null", "undefined", "NaN", "-0", "1e400", "0x10", "[object Object]"],
  ...["x\r\nset-cookie: injected=1\r\n\r\n", "%00%0d%0a%2e%2e%2f", "../../../etc/passwd"],
  ...["' OR 1=1 --", '"; DROP TABLE payments; --', "$.resource.status", "*_%?"],
  ...["<script>alert(1)</script>", "{{7*7}}#{7*7}%s%n%d", "$&$1$`$'", "(a+)+$", "\\"],
  ...["\\".repeat(40), '"\\"'.repeat(40), "a".repeat(5_000), "\u0000".repeat(500), "2026-02-30"],
  ...["2026-03-10T23:59:60Z", "+275760-09-13T00:00:00.000Z"],
  ...["00000000-0000-0000-0000-000000000000", "0".repeat(400), "-".repeat(300)],
];

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** Numbers that a text of JSON can say, and that are not what they seem. */
const oddNumbers = [
  ...["1e400", "-1e400", "-0", "0.0", "1e-400", "9007199254740993", "1.0000000000000001"],
  ...["123456789012345678901234567890", "1E2", "-1", "0.1", "1e21", "4999.999999999999999"],
  ...["2147483648", "-2147483649", "18446744073709551616", "8640000000000001", "1.5"],
].map(rawJSON);

const oddContainers = [
  ...[[], {}, [[]], [null], [{}], Array(30).fill(0)],
  ...[Object.fromEntries(prototypeNames.map((name) => [name, { polluted: true }])), nested(60)],
  ...[{ length: 3 }, { toJSON: "x", valueOf: 1 }],
];

/** Card numbers where none belong, in some of the ways in which people write them. */
const misplacedCards = otherCardNumbers.flatMap((digits) => [
  digits,
  Number(digits),
  digits.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, " "),
  `Cartão ${digits.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, "-")}, obrigado`,
]);

const kinds: readonly (readonly unknown[])[] = [
  oddTexts,
  oddTexts,
  oddNumbers,
  [null, true, false],
  misplacedCards,
  oddContainers,
];

/** A value that no field expects, or that few do. */
export function hostile(chance: Chance): unknown {
  return chance.pick(chance.pick(kinds));
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

type TextChange = (text: string, chance: Chance) => string | Buffer;

const bytes = [
  ...["{", "}", "[", "]", '"', ",", ":", "\\", "\u0000", "\n", "-", "e", "0", "/", "\ud800"],
];
const literals = ["01", "1.", ".5", "+1", "0x10", "NaN", "-Infinity", "1e", "tru", "'x'", "\\u12"];
const badEscapes = [
  ...["\\x41", "\\u{41}", "\\ud800", "\\udc00\\ud800", "\\u0000", "\t", "\u0000", "\\"],
];
const noUtf8 = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]];

/** What breaks a text of JSON, or says in it what no value says. */
const textChanges: TextChange[] = [
  (text, chance) => text.slice(0, chance.below(text.length + 1)),
  (text, chance) => inserted(text, chance, chance.pick(bytes)),
  (text, chance) => inserted(text, chance, chance.pick(bytes)),
  (text, chance) => text.slice(chance.below(text.length + 1)),
  (text, chance) => replacedOne(text, /\d+/g, chance, chance.pick(literals)),
  (text, chance) => replacedOne(text, /(?<=")\w/g, chance, chance.pick(badEscapes)),
  (text, chance) => replacedOne(text, /"\w+":/g, chance, `"${chance.pick(prototypeNames)}":`),
  (text, chance) => replacedOne(text, /(?<=[{,])"\w+":/g, chance, (key) => `${key}null,${key}`),
  (text, chance) =>
    replacedOne(text, /[{,]"\w+":/g, chance, (key) => `${key}{"${"x".repeat(300)}":1},`),
  (text, chance) => replacedOne(text, /(?<=:)[\w"]/g, chance, (old) => `${" ".repeat(500)}${old}`),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => `/* */${text}`,
  (text) => text.replaceAll('"', "'"),
  (text, chance) => wrapped(text, chance, "[", "]"),
  (text, chance) => wrapped(text, chance, '{"a":', "}"),
  (text, chance) => replacedOne(text, /(?<=:)\d+/g, chance, wrapped("1", chance, "[", "]")),
  (text) => Buffer.from(text, "utf16le"),
  (text, chance) => {
    const at = chance.below(text.length + 1);
    const broken = Buffer.from(chance.pick(noUtf8));
    return Buffer.concat([Buffer.from(text.slice(0, at)), broken, Buffer.from(text.slice(at))]);
  },
];

/** Breaks a text of JSON in one way. */
export function brokenText(text: string, chance: Chance): Buffer {
  const broken = chance.pick(textChanges)(text, chance);
  return typeof broken === "string" ? Buffer.from(broken) : broken;
}

function inserted(text: string, chance: Chance, more: string): string {
  const at = chance.below(text.length + 1);
  return text.slice(0, at) + more + text.slice(at);
}

function replacedOne(
  text: string,
  pattern: RegExp,
  chance: Chance,
  by: string | ((found: string) => string),
): string {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return inserted(text, chance, "\u0000");
  const { index, 0: old } = chance.pick(found);
  return (
    text.slice(0, index) + (typeof by === "string" ? by : by(old)) + text.slice(index + old.length)
  );
}

function wrapped(text: string, chance: Chance, before: string, after: string): string {
  const depth = chance.pick([10, 1_000, 5_000, 20_000]);
  return before.repeat(depth) + text + after.repeat(depth);
}
