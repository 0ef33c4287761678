import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sensitiveFields } from "../../generated/operations.ts";
import { createRedact, findSecrets, redactError } from "../../src/client/redact.ts";

const HIDDEN = "[redacted]";
const card = "4024007112345672";

const redact = createRedact([]);

describe("a field that the contract marks is redacted by its name", () => {
  test.each<[value: unknown, shown: unknown]>([
    [{ securityCode: "737" }, { securityCode: HIDDEN }],
    [
      { cardNumber: 4539, securityCode: 737 },
      { cardNumber: HIDDEN, securityCode: HIDDEN },
    ],
    [[{ privateKey: ["a", "b"] }], [{ privateKey: HIDDEN }]],
    [{ cardNumber: { value: "4539" } }, { cardNumber: HIDDEN }],
    [{ access_token: null }, { access_token: HIDDEN }],
  ])("whatever it holds: %j", (value, shown) => {
    expect(redact(value)).toEqual(shown);
  });

  test("in JSON within a text, however often it is written as JSON", () => {
    let text = JSON.stringify({ note: 1.0, cardData: { securityCode: 737, holderName: "ANA" } });
    for (let time = 0; time < 4; time++) {
      const shown = redact(text);
      expect(shown).not.toContain("737");
      expect(shown).toContain("ANA");
      text = JSON.stringify({ text });
    }
  });

  const quoted = "&quot;securityCode&quot;:&quot;";
  test.each([
    ['{"securityCode":"737","n', `{"securityCode":"${HIDDEN}","n`],
    [
      '<p>{"cardNumber":4539,"securityCode":737}',
      `<p>{"cardNumber":${HIDDEN},"securityCode":${HIDDEN}}`,
    ],
    // A quote after a backslash may be a part of the value, so what is up to the next one is redacted.
    ['<p>{"privateKey" : "a\\"b\\\\","n":"x"}', `<p>{"privateKey" : "${HIDDEN}"n":"x"}`],
    [
      'x{\\"privateKey\\":\\"a\\\\\\"b\\",\\"n\\":1}',
      `x{\\"privateKey\\":\\"${HIDDEN}\\",\\"n\\":1}`,
    ],
    [`<p>{${quoted}737&quot;}`, `<p>{${quoted}${HIDDEN}&quot;}`],
    ["<p>{'securityCode': '737'}", `<p>{'securityCode': '${HIDDEN}'}`],
    ['x{"securityCode":["737"],"n":1}', `x{"securityCode":${HIDDEN}],"n":1}`],
    ["holderName=ANA&securityCode=737&n=1", `holderName=ANA&securityCode=${HIDDEN}&n=1`],
    ['{"securityCode":"73', `{"securityCode":"${HIDDEN}`],
    ["securityCode: must have 3 or 4 digits", "securityCode: must have 3 or 4 digits"],
    ["cardData.securityCode must not be empty", "cardData.securityCode must not be empty"],
  ])("in a text that is no JSON as a whole: %s", (text, shown) => {
    expect(redact(text)).toBe(shown);
  });
});

test("a field that only the control contract marks is redacted too", () => {
  expect(redact({ invitationUrl: "http://127.0.0.1:4020/#invitation=1" })).toEqual({
    invitationUrl: HIDDEN,
  });
});

test.each<[string, unknown]>([
  ["a return code", { data: { returnCode: -7400, statusCode: 404 } }],
  ["words", "many companies have any short-key"],
  ["digits", "Valor 149174 em 2026-11-20, documento 39053344705, 737"],
  ["a JSON text with spaces", ' {"a" : 1.0, "b":[12345678901234567890] } '],
  ["an id that holds a card number", "6f4e0d7a-4111-4111-8111-1111a0000000"],
  ["a UUID of digits", "41111111-1111-4111-8111-111111111111"],
  ["a number that is longer", "94111111111111111"],
  ["numbers", [0, -1, 1.5, 999_999_999_999, 1_700_000_000_000, 1e21, Number.MAX_SAFE_INTEGER]],
  ["other values", [null, true, undefined]],
])("%s stays as it is", (_title, value) => {
  const secrets = ["7400", "any", "737", "2026", "short-key"];
  expect(createRedact(secrets)(value)).toEqual(value);
});

describe("a key or a token that was sent", () => {
  test.each([
    "key.of\\16+characters",
    'key\\\\"of 16 characters',
    "key/of/16/signs\\",
    "+16 or more of/them=",
    "\\.\\.\\.\\.\\.\\.\\.\\.",
    "12(4|.*)12(4|.*)$&",
  ])("is found as it is, in JSON, in JSON within it, and in addresses: %s", (secret) => {
    const redact = createRedact([secret]);
    const inJson = JSON.stringify(secret);
    const texts = [secret, inJson, JSON.stringify(inJson), inJson.replaceAll("/", "\\/")];
    const form = `${new URLSearchParams([["", secret]])}`.slice(1);
    for (const text of [...texts, encodeURIComponent(secret), encodeURI(secret), form]) {
      expect(redact(`<${text}>`).replaceAll(/["\\]/g, "")).toBe("<[redacted]>");
    }
  });

  test("that is long is hidden whole, and as far as there is of it", () => {
    const token = `eyJ${"a".repeat(60)}${"bc".repeat(500)}`;
    const text = `<${token}> <${token.slice(0, 100)}>`;
    expect(createRedact([token])(text)).toBe(`<${HIDDEN}> <${HIDDEN}>`);
  });

  test("with half a character does not fail", () => {
    const secret = "half\ud800a character of it";
    expect(createRedact([secret])(`x ${secret}`)).toBe(`x ${HIDDEN}`);
  });
});

test("the secrets of a value are what its marked fields hold, whatever is around it", () => {
  expect(findSecrets({ a: [{ cardNumber: 4539 }], privateKey: ["k", { l: "m" }], n: "o" })).toEqual(
    ["4539", "k", "m"],
  );
});

test.each([
  ["lists", "[".repeat(50_000) + "]".repeat(50_000)],
  ["objects", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
])("of %s that are nested deep only the levels above are copied", (_title, text) => {
  const value: unknown = JSON.parse(text);
  expect(JSON.stringify(redact(value))).toContain("[nested too deep]");
  expect(redact(text)).toContain("[nested too deep]");
  expect(findSecrets(value)).toEqual([]);
});

test.each([Symbol("x"), Object.create(null), { message: { a: 1 } }, null, 5])(
  "whatever is thrown becomes an error, %#",
  (thrown) => {
    expect(redactError(thrown, redact)).toBeInstanceOf(Error);
  },
);

test("an error that names a key in its texts, or its causes do, shows none, up to some cause", () => {
  const key = "a-key-of-16-characters";
  const error = Object.assign(new Error(`of ${key}`), { name: key, code: key });
  error.cause = new Error("second", { cause: error });
  const hidden = { name: HIDDEN, code: HIDDEN, message: `of ${HIDDEN}` };
  const shown = redactError(error, createRedact([key]));
  expect(shown).toMatchObject({ ...hidden, cause: { message: "second", cause: hidden } });
  expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain(key);
});

const secretText = fc.string({ minLength: 16, maxLength: 90, unit: "grapheme-ascii" });
const key = fc.oneof(
  secretText,
  fc.string({ minLength: 1, maxLength: 15, unit: "grapheme-ascii" }),
  fc.constantFrom("any", "7400", "737", "1", "a", "000", "returnCode", "data"),
);
const word = fc.oneof(
  fc.constantFrom("Cliente", "não", "encontrado", "any", "company"),
  fc.constantFrom("7400", "-7708", "737", "2026-11-20"),
  fc.uuid(),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/\p{Nd}/gu, "")),
);
const cards = [card, "378282246310005", "30569309025904", "6011000990139424"];
/** A card number with or without the usual grouping. */
const writtenCard = fc
  .tuple(fc.constantFrom(...cards), fc.constantFrom("", " ", "-", ".", "\u200b", "\u00a0"))
  .map(([number, between]) => number.match(/\d{1,4}/g)?.join(between) ?? "");

const KEY = "KEY";
const words = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: writtenCard },
    { weight: 1, arbitrary: fc.constant(KEY) },
  ),
  { maxLength: 12 },
);
const sent = fc.record({
  publicKey: key,
  privateKey: key,
  cardNumber: fc.constant(card),
  securityCode: fc.constantFrom("7400", "737", "000"),
});
const number = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test("redaction hides all the secrets of a random error, and nothing else", () => {
  const isCard = (text: string) => cards.includes(text.replaceAll(/\D/g, ""));
  const check = fc.property(sent, words, number, (secrets, words, returnCode) => {
    const keys = [secrets.publicKey, secrets.privateKey];
    const long = keys.filter(({ length }) => length >= 16);
    const plainWords = words.filter((text) => text !== KEY && !isCard(text));
    const plain = plainWords.join(" | ");
    const message = words.map((text) => (text === KEY ? secrets.publicKey : text)).join(" | ");
    const deep = { list: [plain, returnCode, null, true] };
    const data = { statusCode: 404, returnCode, message, plain, ...secrets, deep };
    const shown = createRedact([...keys, ...findSecrets(secrets)])({ data });
    const hidden = Object.fromEntries(
      [...sensitiveFields].filter((name) => name in data).map((name) => [name, HIDDEN]),
    );
    // A key may be any text: where the plain words hold one, it is redacted there as well.
    fc.pre(!long.some((key) => plain.includes(key)));
    expect(shown).toEqual({ data: { ...data, ...hidden, message: shown.data.message } });
    for (const key of long) expect(JSON.stringify(shown)).not.toContain(key);
    const digits = shown.data.message.replaceAll(/\D/g, "");
    for (const number of words.filter(isCard)) {
      expect(digits).not.toContain(number.replaceAll(/\D/g, ""));
    }
    for (const one of plainWords) {
      if (!long.some((key) => key.includes(one) || one.includes(key)))
        expect(shown.data.message).toContain(one);
    }
  });
  fc.assert(check, { numRuns: 2_000 });
});
