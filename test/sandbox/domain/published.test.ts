import { describe, expect, test } from "vitest";
import { barcodeOf, dueFactor, lineOf } from "../../../src/sandbox/domain/billet.ts";
import { crc16 } from "../../../src/sandbox/domain/pix.ts";
import { billets, lines } from "./vectors/billets.ts";
import { brCodes } from "./vectors/br-codes.ts";

describe.each(billets)("the billet of bank $bank, due on $dueDate,", (billet) => {
  const line = billet.line.replaceAll(/\D/g, "");

  test("has the same barcode and line as were published, check digits and all", () => {
    expect(lineOf(billet.barcode)).toBe(line);
    expect(barcodeOf(line)).toBe(billet.barcode);
  });

  test("tells its due date and amount as we would", () => {
    expect(billet.barcode.slice(5, 9)).toBe(`${dueFactor(billet.dueDate)}`);
    expect(Number(billet.barcode.slice(9, 19))).toBe(billet.amount);
  });
});

test.each(lines)("the line due on $dueDate comes back from its barcode", ({ dueDate, line }) => {
  const barcode = barcodeOf(line);
  expect(lineOf(barcode)).toBe(line);
  expect(barcode.slice(5, 9)).toBe(`${dueFactor(dueDate)}`);
});

test.each(brCodes)("the check of %s is the one at its end", (code) => {
  expect(crc16(code.slice(0, -4))).toBe(code.slice(-4));
});
