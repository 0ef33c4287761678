import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { PaymentMethod } from "../../../generated/types.ts";
import { nextStatuses, type Transition } from "../../../src/sandbox/domain/status-transitions.ts";
import {
  amountOutcomes,
  cardOutcomes,
  type OutcomeName,
  type TestOutcome,
  testOutcomes,
} from "../../../src/sandbox/domain/test-cards.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../generated/openapi.json", import.meta.url), "utf8"),
);
const payments: Transition[] = contract.components.schemas.PaymentStatus["x-transitions"];

describe("the statuses of a payment", () => {
  test.each([
    [null, "card", ["SUCCEEDED", "PENDING", "FAILED"]],
    [null, "pix", ["PENDING"]],
    // Without a method, each is named once.
    [null, undefined, ["SUCCEEDED", "PENDING", "FAILED"]],
    ["PENDING", "card", ["SUCCEEDED", "FAILED"]],
    ["PENDING", "pix", ["PAID", "CANCELED"]],
    ["PENDING", "billet", ["PAID", "CANCELED"]],
    ["PENDING", undefined, ["SUCCEEDED", "FAILED", "PAID", "CANCELED"]],
    ["SUCCEEDED", "card", ["REFUNDED", "DISPUTED"]],
    ["DISPUTED", "card", ["SUCCEEDED", "CHARGEBACK"]],
    ["REFUNDED", "card", []],
    ["SUCCEEDED", "pix", []],
  ] as const)("after %s, paid by %s: %j", (from, method, next) => {
    expect(nextStatuses(payments, from, method)).toEqual(next);
  });

  test("allow every step of every forced outcome", () => {
    const row = (method: PaymentMethod, outcome: OutcomeName) =>
      [method, testOutcomes[outcome] as TestOutcome] as const;
    const outcomes = [
      ...amountOutcomes.flatMap(({ methods, outcome }) =>
        methods.map((each) => row(each, outcome)),
      ),
      ...cardOutcomes.map(({ outcome }) => row("card", outcome)),
    ];
    for (const [method, { status, later }] of outcomes) {
      expect(nextStatuses(payments, null, method)).toContain(status);
      for (const step of later) {
        expect(nextStatuses(payments, status, method)).toContain(step.status);
      }
    }
  });
});

test("a status matches whole names only, and every method where there are none", () => {
  expect(nextStatuses([{ from: ["PRE_AUTHORIZED"], to: "PAID" }], "AUTHORIZED")).toEqual([]);
  expect(nextStatuses([{ from: "PRE_AUTHORIZED", to: "PAID" }], "AUTHORIZED")).toEqual([]);
  expect(nextStatuses([{ from: "ACTIVE", to: "DELETED" }], "ACTIVE", "card")).toEqual(["DELETED"]);
});
