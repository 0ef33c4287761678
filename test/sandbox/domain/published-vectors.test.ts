import { describe, expect, test } from "vitest";
import { barcodeOf, dueFactor, lineOf, mod11 } from "../../../src/sandbox/domain/billet.ts";
import { brCode, dynamicCode } from "../../../src/sandbox/domain/pix.ts";
import { fieldsOf, valueIn } from "./br-code-fields.ts";
import { billets, lines } from "./vectors/billets.ts";
import { brCodes, dynamicCodes } from "./vectors/br-codes.ts";

/** A barcode of what it says, with a check digit of our own. */
function barcodeFrom(front: string, dueDate: string, amount: number, freeField: string): string {
  const back = `${dueFactor(dueDate)}${`${amount}`.padStart(10, "0")}${freeField}`;
  return `${front}${mod11(front + back)}${back}`;
}

test.each(billets)("the barcode $barcode and its line say the same", ({ barcode, line }) => {
  expect(lineOf(barcode)).toBe(line);
  expect(barcodeOf(line)).toBe(barcode);
});

test.each(lines)("$line, due on $dueDate, is made again of what it says", ({ dueDate, line }) => {
  const barcode = barcodeOf(line);
  const amount = Number(line.slice(-10));
  const again = barcodeFrom(line.slice(0, 4), dueDate, amount, barcode.slice(19));
  expect(again).toBe(barcode);
  expect(lineOf(again)).toBe(line);
});

test.each(brCodes)("%s is made again of its fields, check and all", (code) => {
  expect(brCode(fieldsOf(code))).toBe(code);
});

describe.each(dynamicCodes)("the dynamic code of $location", ({ code, ...charge }) => {
  const fields = fieldsOf(code);

  test("is read as what it says", () => {
    expect({
      location: valueIn(fields, "26", "25"),
      ...("amount" in charge && { amount: Math.round(Number(valueIn(fields, "54")) * 100) }),
      merchantName: valueIn(fields, "59"),
      merchantCity: valueIn(fields, "60"),
    }).toEqual(charge);
  });

  test("is written as we would, which is with an amount", () => {
    const ours = dynamicCode({ amount: 1, ...charge });
    if ("amount" in charge) expect(ours).toBe(code);
    expect(fieldsOf(ours).filter(([id]) => "amount" in charge || id !== "54")).toEqual(fields);
  });
});
