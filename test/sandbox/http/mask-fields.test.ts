import { expect, test } from "vitest";
import { maskFields, unmask } from "../../../src/sandbox/request-log/mask-fields.ts";

const MASK = "[redacted]";
const CARD = { cardNumber: "4111111111111111", securityCode: "123", holderName: "MARIA SOUZA" };
const MASKED_CARD = { ...CARD, cardNumber: MASK, securityCode: MASK };

test("a copy has the contract's sensitive fields masked, at any depth, and nothing else", () => {
  const other = { amount: 1, note: CARD.cardNumber, is: [null, true, "cardNumber"] };
  const value = { ...other, cards: [Object.freeze({ ...CARD }), null], cardNumber: { of: 1 } };
  expect(maskFields(value)).toEqual({ ...other, cards: [MASKED_CARD, null], cardNumber: MASK });
  expect(value.cards[0]).toEqual(CARD);
  expect(maskFields(undefined)).toBeUndefined();
});

test("a masked value gets another's fields in place of masks, in lists too, where there are any", () => {
  const original = { amount: 1, cards: [CARD] };
  const unmasked = { amount: 2, cards: [CARD] };
  expect(unmask({ amount: 2, cards: [MASKED_CARD] }, original)).toEqual(unmasked);
  const masked = { card: MASKED_CARD, list: [MASK] };
  expect(unmask(masked, { card: "none", list: [] })).toEqual(masked);
});
