import { expect, test } from "vitest";
import { barcodeOf, dueFactor, lineOf, mod11 } from "../../../src/sandbox/domain/billet.ts";
import { brCode, dynamicCode, type Field } from "../../../src/sandbox/domain/pix.ts";
import { billets, lines } from "./vectors/billets.ts";
import { brCodes, dynamicCodes } from "./vectors/br-codes.ts";

/** The fields of a BR Code that contain others: the payee's accounts, additional data and free ones. */
const COMPOSED = /^(2[6-9]|[34]\d|5[01]|62|[89]\d)$/;

/** What a BR Code is made of, but for its check. */
function fieldsOf(code: string): Field[] {
  if (code === "") return [];
  const id = code.slice(0, 2);
  const end = 4 + Number(code.slice(2, 4));
  const value = code.slice(4, end);
  const rest = fieldsOf(code.slice(end));
  return id === "63" ? rest : [[id, COMPOSED.test(id) ? fieldsOf(value) : value], ...rest];
}

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

test.each(dynamicCodes)("$code is written as we would, with an amount", ({ code, ...charge }) => {
  const ours = dynamicCode({ amount: 1, ...charge });
  if ("amount" in charge) expect(ours).toBe(code);
  else expect(fieldsOf(ours).filter(([id]) => id !== "54")).toEqual(fieldsOf(code));
});
