import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Translation } from "../../scripts/docs/translation.ts";
import { contractForms, readInspectorTexts } from "../../scripts/generate/inspector-forms.ts";
import type { ValueSchema } from "../../src/contract/value-schema.ts";
import { parseTypedMoney } from "../../src/inspector/parse-typed-money.ts";
import { keyOf, type Text, table } from "../../src/inspector/texts.ts";
import { HOLE } from "../../src/text/filled-in.ts";

function edgesOf(text: string): boolean[] {
  return [/^\s/.test(text), /\s$/.test(text)];
}

const { portuguese, ...described } = contractForms();
const forms = [...described.service, ...described.control];
const own = readInspectorTexts();

describe("the Portuguese of the page", () => {
  test("is said once: the page takes from the docs what they say", () => {
    const docs = Translation.read();
    const answers = Object.keys(own.answers).filter((text) => !text.includes(HOLE));
    const texts = [...Object.keys(own.texts), ...answers];
    // The docs have it as a whole of two parts.
    expect(texts.filter((text) => docs.say(text) !== text)).toEqual(["CPF or CNPJ"]);
  });

  test("has the values of each text, and the spaces at its ends", () => {
    for (const [english, said] of Object.entries({ ...portuguese.texts, ...portuguese.answers })) {
      expect([said.split(HOLE).length, ...edgesOf(said)], english).toEqual([
        english.split(HOLE).length,
        ...edgesOf(english),
      ]);
    }
  });

  test("knows of each function where its values go", () => {
    const texts = Object.values(table).flatMap((group) => Object.values<Text>(group));
    const functions = texts.filter((text) => typeof text === "function");
    expect(functions).not.toEqual([]);
    for (const text of functions) expect(keyOf(text).split(HOLE)).toHaveLength(text.length + 1);
  });
});

/** The values that a field with this test may have, in every form. */
function valuesIn(
  schema: unknown,
  isMeant: (schema: ValueSchema, name: string) => boolean,
  name = "",
): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const {
    enum: values = [],
    "x-extensible-enum": known = [],
    variants = [],
  } = schema as ValueSchema;
  const own = isMeant(schema as ValueSchema, name) ? [...values, ...known] : [];
  const choices = (schema as ValueSchema).discriminator === "paymentMethod" ? variants : [];
  return [
    ...[...own, ...choices.map(({ value }) => value)].map(String),
    ...Object.entries(schema).flatMap(([key, part]) => valuesIn(part, isMeant, key)),
  ];
}

test("every status, means of payment, account, posting and cause has its meaning in Portuguese", () => {
  const schemas = JSON.parse(readFileSync("generated/sandbox-control.json", "utf8")).components
    .schemas;
  const statuses = valuesIn(forms, ({ kind }) => kind === "status");
  const named = ["LedgerAccountName", "LedgerEvent"].flatMap((name) => schemas[name].enum);
  const causes = schemas.EventCause.properties.type.enum;
  const outcomes = schemas.SubscriptionCharge.properties.outcome.enum;
  const methods = valuesIn(forms, (_, name) => name === "paymentMethod");
  const shown = [...statuses, ...named, ...causes, ...outcomes, ...methods];
  expect(statuses).toContain("DISPUTED");
  expect(
    [...new Set(shown)].filter((value) => value !== "pix" && !(value in own.meanings)),
  ).toEqual([]);
});

describe("an amount", () => {
  test.each<[text: string, english: number | undefined, portuguese: number | undefined]>([
    ["4990", 4990, 4990],
    ["49,90", 4990, 4990],
    ["49.90", 4990, 4990],
    ["49,9", 4990, 4990],
    ["49.9", 4990, 4990],
    ["-49.90", -4990, -4990],
    ["R$ 49.90", 4990, 4990],
    ["R$ 1.234,56", 123_456, 123_456],
    ["R$ 1,234.56", 123_456, 123_456],
    [" 1.234.567,89 ", 123_456_789, 123_456_789],
    ["R$ 1.234", 123_400, 123_400],
    // Exactly three digits after a mark are thousands in the language that writes them so.
    ["1.234", undefined, 123_400],
    ["1,234", 123_400, undefined],
    ["1.234.567", undefined, 123_456_700],
    ["1,234,567", 123_456_700, undefined],
    ["R$ 1,234", 123_400, undefined],
    ["1.2345", undefined, undefined],
    ["12.34.56", undefined, undefined],
    ["1.234,567", undefined, undefined],
    ["49.90 euros", undefined, undefined],
    ["", undefined, undefined],
  ])("%j means %j in English and %j in Portuguese", (text, english, inPortuguese) => {
    expect([parseTypedMoney(text, "en"), parseTypedMoney(text, "pt-BR")]).toEqual([
      english,
      inPortuguese,
    ]);
  });
});
