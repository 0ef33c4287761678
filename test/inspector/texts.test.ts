import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import type { ValueSchema } from "../../src/contract/value-schema.ts";
import { meanings, portuguese } from "../../src/inspector/contract-translations.ts";
import { isDay, parseTypedDay, writeDay } from "../../src/inspector/parse-typed-day.ts";
import { parseTypedMoney } from "../../src/inspector/parse-typed-money.ts";
import { table } from "../../src/inspector/texts.ts";
import { cardOutcomes } from "../../src/sandbox/domain/test-cards.ts";

// The page has its forms from its bundle, and its language from a browser.
vi.stubGlobal("CONTRACT_FORMS", contractForms());
vi.stubGlobal("localStorage", { getItem: () => null });
const { labelOf } = await import("../../src/inspector/format.ts");
vi.unstubAllGlobals();

const pairs = Object.entries(table).flatMap(([group, texts]) =>
  Object.entries(texts).map(([name, pair]) => [`${group}.${name}`, ...pair] as const),
);

/** A text with its values in the places that it has for them. */
function filledIn(text: unknown): string {
  if (typeof text !== "function") return `${text}`;
  const values = Array.from({ length: text.length }, (_, index) => index + 2);
  return [text(...values)].flat().join("");
}

test.each(pairs.filter(([name]) => name !== "clock.advanced"))(
  "%s is in both languages, with the same values",
  (_, english, translated) => {
    expect(typeof translated).toBe(typeof english);
    for (const text of [english, translated].map(filledIn)) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/undefined| {2}|NaN/);
    }
    const edges = (text: string) => [/^\s/.test(text), /\s$/.test(text)];
    expect(edges(filledIn(translated))).toEqual(edges(filledIn(english)));
  },
);

const { service, control, transitions, returnCodes, ...ofDocs } = contractForms();
const forms = [...service, ...control];
const operationIds = new Set(forms.map(({ id }) => id));

/** What the page shows of the contract in the language of the page. */
function shownWords(): string[] {
  const changes = (transitions.PaymentStatus ?? []).filter(({ from }) => from !== null);
  const listed = forms.filter(({ columns }) => columns !== undefined);
  const names = listed.flatMap(({ columns = [], parameters }) => [
    ...columns,
    ...parameters.map(({ name }) => name).filter((name) => name !== "page" && name !== "limit"),
  ]);
  return [
    ...forms.map(({ summary }) => summary),
    ...forms
      .flatMap(({ examples }) => (examples.length > 1 ? examples : []))
      .map((each) => each.summary),
    ...changes.map(({ trigger }) => trigger).filter((trigger) => !operationIds.has(trigger)),
    ...["suspend", "reactivate", "cancel"].map(labelOf),
    ...names.map(labelOf),
    ...cardOutcomes.map(({ description }) => description),
    ...Object.values(returnCodes).map(({ meaning }) => meaning),
  ];
}

test("what the page shows of the contract is translated", () => {
  const translated = { ...ofDocs.portuguese, ...portuguese };
  expect(shownWords().filter((text) => !(text in translated))).toEqual([]);
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
  expect([...new Set(shown)].filter((value) => value !== "pix" && !(value in meanings))).toEqual(
    [],
  );
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

describe("a day", () => {
  test.each<[text: string, english: string | undefined, portuguese: string | undefined]>([
    ["2026-03-02", "2026-03-02", "2026-03-02"],
    ["02/03/2026", undefined, "2026-03-02"],
    ["2/3/2026", undefined, "2026-03-02"],
    [" 02.03.2026 ", undefined, "2026-03-02"],
    ["29/02/2028", undefined, "2028-02-29"],
    ["29/02/2026", undefined, undefined],
    ["2026-02-29", undefined, undefined],
    ["31/04/2026", undefined, undefined],
    ["02/03/26", undefined, undefined],
    ["2026-3-2", undefined, undefined],
    ["", undefined, undefined],
  ])("%j means %j in English and %j in Portuguese", (text, english, inPortuguese) => {
    expect([parseTypedDay(text, "en"), parseTypedDay(text, "pt-BR")]).toEqual([
      english,
      inPortuguese,
    ]);
  });

  test("is written as each language has it, and what is no day as it was typed", () => {
    const texts = ["2026-03-02", "02/0", "2026-02-30"];
    expect(texts.map(isDay)).toEqual([true, false, false]);
    expect(texts.map((text) => writeDay(text, "pt-BR"))).toEqual([
      "02/03/2026",
      "02/0",
      "2026-02-30",
    ]);
    expect(texts.map((text) => writeDay(text, "en"))).toEqual(texts);
  });
});
