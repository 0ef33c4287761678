import { describe, expect, test } from "vitest";
import { maskFields, unmask } from "../../../src/sandbox/request-log/mask-fields.ts";

const MASK = "[redacted]";
const CARD = { cardNumber: "4111111111111111", securityCode: "123", holderName: "MARIA SOUZA" };
const MASKED_CARD = { ...CARD, cardNumber: MASK, securityCode: MASK };

describe("maskFields", () => {
  test("masks the contract's sensitive fields, at any depth, and nothing else", () => {
    const value = { cards: [CARD, null], amount: 1, note: CARD.cardNumber, cardNumber: { of: 1 } };
    expect(maskFields(value)).toEqual({
      ...value,
      cards: [MASKED_CARD, null],
      cardNumber: MASK,
    });
  });

  test.each([null, undefined, "cardNumber", 0, true])("leaves %s as it is", (value) => {
    expect(maskFields(value)).toBe(value);
  });

  test("does not change the value itself", () => {
    const value = Object.freeze({ ...CARD });
    expect(maskFields(value)).not.toBe(value);
    expect(value.cardNumber).toBe(CARD.cardNumber);
  });
});

describe("unmask", () => {
  test("puts the other value's fields in place of masks, in lists too", () => {
    expect(unmask({ amount: 2, cards: [MASKED_CARD] }, { amount: 1, cards: [CARD] })).toEqual({
      amount: 2,
      cards: [CARD],
    });
  });

  test("keeps a mask that the other value has no field for", () => {
    expect(unmask({ card: MASKED_CARD, list: [MASK] }, { card: "none", list: [] })).toEqual({
      card: MASKED_CARD,
      list: [MASK],
    });
  });
});
