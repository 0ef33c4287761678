import { getBoletoInfo, isValidBoleto } from "@brazilian-utils/brazilian-utils";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeBillet } from "../../../src/sandbox/domain/billet.ts";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";

test.each([
  ["2000-07-03", 1000],
  ["2007-12-31", 3737],
  ["2025-02-21", 9999],
  ["2025-02-22", 1000],
  ["2025-02-23", 1001],
  ["2049-10-13", 9999],
  ["2049-10-14", 1000],
])("the factor of the due date %s is %i", (day, factor) => {
  const { barcode } = makeBillet({ amount: 100, dueDate: day, freeField: "0".repeat(25) });
  expect(Number(barcode.slice(5, 9))).toBe(factor);
});

test("a billet has its bank, currency, factor, amount and free field in their places", () => {
  const freeField = "1234567890123456789012345";
  const billet = makeBillet({ amount: 14900, dueDate: "2026-07-18", freeField });
  expect(billet).toEqual({
    barcode: "00097151100000149001234567890123456789012345",
    digitableLine: "00091234566789012345767890123457715110000014900",
  });
});

test("a barcode whose mod 11 is 0, 10 or 11 has the check digit 1", () => {
  const dueDate = "2026-07-18";
  const digits = Array.from({ length: 300 }, (_, index) => {
    const freeField = `${index}`.padStart(25, "0");
    return makeBillet({ amount: 100, dueDate, freeField }).barcode[4];
  });
  expect(new Set(digits)).toEqual(new Set("123456789"));
});

test("every billet passes an independent check, which reads the same amount and day from it", () => {
  const digit = fc.integer({ min: 0, max: 9 });
  const freeFields = fc.array(digit, { minLength: 25, maxLength: 25 }).map((all) => all.join(""));
  const amounts = fc.integer({ min: 1, max: 9_999_999_999 });
  fc.assert(
    fc.property(amounts, fc.nat({ max: 3000 }), freeFields, (amount, days, freeField) => {
      const dueDate = addDays("2025-02-22", days);
      const { barcode, digitableLine } = makeBillet({ amount, dueDate, freeField });
      expect(barcode).toMatch(/^0009\d{40}$/);
      expect(digitableLine).toMatch(/^0009\d{43}$/);
      expect(barcode.slice(19)).toBe(freeField);
      expect(isValidBoleto(digitableLine)).toBe(true);
      const referenceDate = new Date(2026, 0, 1);
      const info = getBoletoInfo(digitableLine, { referenceDate });
      expect(info).toMatchObject({ amount, bankCode: "000" });
      expect(info?.expirationDate?.toLocaleDateString("sv-SE")).toBe(dueDate);
    }),
  );
});
