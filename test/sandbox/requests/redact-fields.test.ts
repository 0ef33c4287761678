import { expect, test } from "vitest";
import { redactFields } from "../../../src/sandbox/request-log/redact-by-contract.ts";

const REDACTED = "[redacted]";
const CARD = { cardNumber: "4111111111111111", securityCode: "123", holderName: "MARIA SOUZA" };
const REDACTED_CARD = { ...CARD, cardNumber: REDACTED, securityCode: REDACTED };

test("a copy has the contract's sensitive fields redacted, at any depth, and nothing else", () => {
  const other = { amount: 1, note: CARD.cardNumber, is: [null, true, "cardNumber"] };
  const value = { ...other, cards: [Object.freeze({ ...CARD }), null], cardNumber: { of: 1 } };
  const secrets = ["cardNumber", "cards.cardNumber", "cards.securityCode"];
  expect(redactFields(value, secrets)).toEqual({
    ...other,
    cards: [REDACTED_CARD, null],
    cardNumber: REDACTED,
  });
  expect(value.cards[0]).toEqual(CARD);
  expect(redactFields(undefined, secrets)).toBeUndefined();
});
