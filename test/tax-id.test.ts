import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCpf, isTaxId, withCheckDigits, withoutPunctuation } from "../src/tax-id.ts";

const DIGITS = "0123456789";
const CHARACTERS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

const textOf = (characters: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });

/** A text, with all 100 pairs of check digits: one pair is right. */
function withAllCheckDigits(text: string): string[] {
  return Array.from({ length: 100 }, (_, pair) => text + `${pair}`.padStart(2, "0"));
}

describe("as in brazilian-utils, of all check digits one pair is right:", () => {
  test("CPF", () => {
    fc.assert(
      fc.property(textOf(DIGITS, 9), (text) => {
        const all = withAllCheckDigits(text);
        expect(all.filter(isCpf)).toEqual(all.filter((cpf) => isValidCpf(cpf)));
      }),
    );
  });

  test.each([
    ["digits", DIGITS, 1],
    ["digits and letters", CHARACTERS, 2],
  ] as const)("CNPJ of %s", (_, characters, version) => {
    fc.assert(
      fc.property(textOf(characters, 12), (text) => {
        const all = withAllCheckDigits(text);
        expect(all.filter((cnpj) => isTaxId(cnpj, ["CNPJ"]))).toEqual(
          all.filter((cnpj) => isValidCnpj(cnpj, { version })),
        );
      }),
    );
  });
});

test.each([
  ["390.533.447-05", "CPF"],
  ["11.222.333/0001-81", "CNPJ"],
  ["12abc34501de35", "CNPJ"],
  // Every digit repeated is neither, and these have not the form of one.
  ...[..."0123456789"].flatMap((digit) => [[digit.repeat(11)], [digit.repeat(14)]]),
  ...["", "3905334470", "390533447055", "3905334470a", "12ABC34501DEF5"].map((text) => [text]),
  ["１１１４４４７７７３５"],
])("%j is a %s", (text = "", kind) => {
  expect(isTaxId(text, ["CPF"])).toBe(kind === "CPF");
  expect(isTaxId(text, ["CNPJ"])).toBe(kind === "CNPJ");
  expect(isTaxId(text, ["CPF", "CNPJ"])).toBe(kind !== undefined);
});

test("letters become capitals, and punctuation is removed", () => {
  expect(withoutPunctuation(" 12.abc.345/01de-35 ")).toBe("12ABC34501DE35");
});

test("the digits of a CPF and of a CNPJ are completed", () => {
  expect([withCheckDigits("390533447"), withCheckDigits("112223330001")]).toEqual([
    "39053344705",
    "11222333000181",
  ]);
});
