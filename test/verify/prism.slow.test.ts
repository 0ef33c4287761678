import { expect, onTestFinished, test } from "vitest";
import { startPrismMock } from "../prism.ts";
import { body } from "../sandbox/contract-examples.ts";
import { verify } from "./prepared-account.ts";

/** Prism returns examples: the first one that the contract has for a status, whatever the request says. */
const TRUE_OF_PRISM = [
  // A declined card is charged.
  "/components/schemas/PaymentStatus/x-transitions/4",
  "/components/examples/payments.create.cardDeclined",
  // A payment can be refunded twice.
  "/components/schemas/PaymentStatus/x-transitions/9",
  // The splits of the request are not those of the response.
  "/components/schemas/PaymentSplitCreate",
  "/components/examples/subscriptions.addSplit.amount",
  // The error of an invalid body is that of a broken rule.
  "/components/examples/error.ValidationFailed",
];

test.each([
  [false, []],
  [true, TRUE_OF_PRISM],
])(
  "of Prism, only what is not true of it is contradicted; with writes: %s",
  async (write, contradicted) => {
    const prism = await startPrismMock();
    onTestFinished(prism.close);
    const account = { url: prism.url, ...body("auth.createToken", "keys") };
    const result = await verify(account, write);
    expect(result.contradicted).toEqual(contradicted.toSorted());
    expect(result.stopped).toBeUndefined();
  },
);
