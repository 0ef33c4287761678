import { expect, test } from "vitest";
import { maskFields, REDACTED } from "../../../src/sandbox/domain/mask-fields.ts";

const names = new Set(["cardNumber", "securityCode"]);

test("masks fields by their names, at any depth, and nothing else", () => {
  const card = { cardNumber: "4111111111111111", securityCode: 123, holder: "4111111111111111" };
  const value = { cards: [card, null], amount: 1, cardNumber: { of: "a card" } };
  expect(maskFields(value, names)).toEqual({
    cards: [{ ...card, cardNumber: REDACTED, securityCode: REDACTED }, null],
    amount: 1,
    cardNumber: REDACTED,
  });
});

test.each([null, undefined, "cardNumber", 0, true])("leaves %s as it is", (value) => {
  expect(maskFields(value, names)).toBe(value);
});

test("does not change the value itself", () => {
  const value = Object.freeze({ cardNumber: "4111111111111111" });
  expect(maskFields(value, names)).not.toBe(value);
  expect(value.cardNumber).toBe("4111111111111111");
});
