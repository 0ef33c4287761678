import { expect, test } from "vitest";
import { formatMoney, parseMoney } from "../../src/text/format-money.ts";

test.each<[text: string, centavos: number | undefined]>([
  ["4990", 4990],
  ["49,90", 4990],
  ["49,9", 4990],
  ["49,", 4900],
  ["R$ 49,90", 4990],
  ["R$49", 4900],
  ["1.234,56", 123_456],
  ["R$ 1.234.567", 123_456_700],
  ["-0,05", -5],
  [" 49,90 ", 4990],
  // A point before decimals is neither Brazil's way nor the interface's.
  ["49.90", undefined],
  ["1.23,45", undefined],
  ["49,905", undefined],
  ["99999999999999999", undefined],
  ["R$", undefined],
  ["", undefined],
  ["49,90 euros", undefined],
])("%j means %j", (text, centavos) => {
  expect(parseMoney(text)).toBe(centavos);
});

test.each([0, 5, 4990, 123_456, -4990, 9_999_999_999])(
  "%i is read as it is written",
  (centavos) => {
    expect(parseMoney(formatMoney(centavos))).toBe(centavos);
  },
);
