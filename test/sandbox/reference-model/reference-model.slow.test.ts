import { expect, test } from "vitest";
import { reasons } from "./reference-model.ts";
import { goWalks } from "./reference-model-walks.ts";

const everyStep = [
  "add a split",
  "advance",
  "anticipate",
  "cancel",
  "change a document",
  "change a subscription",
  "charge succeeds",
  "create a customer",
  "create a subaccount",
  "decide CANCELED",
  "decide CHARGEBACK",
  "decide DISPUTED",
  "decide FAILED",
  "decide PAID",
  "decide REFUNDED",
  "decide SUCCEEDED",
  "decide a withdrawal",
  "delete a card",
  "delete a customer",
  "delete a subaccount",
  "expire",
  "give up",
  "pay billet",
  "pay card",
  "pay pix",
  "pay tokenizedCard",
  "reactivate",
  "refund",
  "remove a split",
  "retry succeeds",
  "review a subaccount",
  "store a card",
  "subscribe",
  "suspend",
  "try again what was pending",
  "withdraw",
];

test("a fixed walk finds the sandbox equal to the model, and reaches every step", async () => {
  const visits = [...(await goWalks({ seed: 20260302, numRuns: 50 }))];
  const succeeded = new Set(visits.map(([place]) => place));
  const rejected = new Set(visits.map(([place]) => place.split(" ").at(-1)));
  expect(everyStep.filter((name) => !succeeded.has(name))).toEqual([]);
  expect(reasons.filter((reason) => !rejected.has(reason))).toEqual([]);
});

test("random walks find the sandbox equal to the model", async () => {
  await goWalks({ numRuns: 8 });
});
