import { describe, expect, test } from "vitest";
import { brandOf, isCardNumber } from "../../../src/card-number.ts";
import {
  cardOutcome,
  cardOutcomes,
  paymentOutcome,
  type TestOutcome,
} from "../../../src/sandbox/domain/test-outcomes.ts";

/** An outcome in a line: its first status, its later ones with their delays, its failed check. */
function describeOutcome({ status, later, securityCodeCheck }: TestOutcome): string {
  const steps = later.map((step) => `${step.status} after ${step.afterSeconds / 3600} h`);
  return [status, ...steps, ...(securityCodeCheck ? [] : ["security code wrong"])].join(", ");
}

describe("the number of the card decides", () => {
  test.each([
    ["4000000000000010", "SUCCEEDED"],
    ["4000000000000028", "FAILED"],
    ["4000000000000002", "FAILED"],
    ["4000000000009995", "FAILED"],
    ["4000000000000036", "PENDING, SUCCEEDED after 1 h"],
    ["4000000000000044", "PENDING, FAILED after 1 h"],
    ["4000000000000259", "SUCCEEDED, DISPUTED after 24 h"],
    ["4000000000000101", "SUCCEEDED, security code wrong"],
    ["4111111111111111", "SUCCEEDED"],
  ])("%s: %s", (cardNumber, outcome) => {
    expect(describeOutcome(paymentOutcome("card", 4990, cardOutcome(cardNumber)))).toBe(outcome);
  });

  test("each is listed once, passes the Luhn check and has a brand", () => {
    const numbers = cardOutcomes.map(({ cardNumber }) => cardNumber);
    expect([numbers.length, new Set(numbers).size]).toEqual([8, 8]);
    expect(numbers.filter((number) => !isCardNumber(number))).toEqual([]);
    expect(new Set(numbers.map(brandOf))).toEqual(new Set(["VISA"]));
  });
});

test.each([
  ["card", 999991, "FAILED"],
  ["card", 999992, "PENDING"],
  ["card", 999993, "SUCCEEDED, DISPUTED after 24 h"],
  ["pix", 999994, "PENDING, PAID after 1 h"],
  ["billet", 999994, "PENDING, PAID after 1 h"],
] as const)(
  "the amount decides before the card: %s of %i centavos, %s",
  (method, amount, outcome) => {
    expect(describeOutcome(paymentOutcome(method, amount, "succeedsLater"))).toBe(outcome);
    expect(describeOutcome(paymentOutcome(method, amount))).toBe(outcome);
  },
);

test.each([
  // The amounts of other methods decide nothing.
  ["card", 999994, "FAILED"],
  ["pix", 999991, "PENDING"],
  ["pix", 999993, "PENDING"],
  ["billet", 999991, "PENDING"],
  // PIX and billets stay pending, regardless of the card.
  ["pix", 4990, "PENDING"],
  ["billet", 4990, "PENDING"],
] as const)("with a declined card, %s of %i centavos: %s", (method, amount, outcome) => {
  expect(describeOutcome(paymentOutcome(method, amount, "declined"))).toBe(outcome);
});
