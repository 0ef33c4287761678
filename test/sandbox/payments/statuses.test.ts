import { expect } from "vitest";
import { broken, expectError, test } from "../company-fixture.ts";

// Which steps there are is walked in test/sandbox/links.

test.for([
  { payment: "pix", to: "SUCCEEDED", detail: "PENDING → PAID | CANCELED" },
  { payment: "card", to: "PAID", detail: "SUCCEEDED → REFUNDED | DISPUTED" },
  { payment: "cardDeclined", to: "SUCCEEDED", detail: "FAILED → ∅" },
] as const)("a refused step says which are possible: $detail", async (row, { shop }) => {
  const { id } = await shop.pay(row.payment);
  await expectError(shop.decide(id, row.to), broken("StepRefused", row.detail));
});

test("a dispute moves no money, and neither does the end that the seller wins", async ({
  shop,
}) => {
  const payment = await shop.pay("card");
  const before = await shop.balance();
  await shop.decide(payment.id, "DISPUTED");
  expect(await shop.balance()).toEqual(before);
  await shop.control.clock.advance({ seconds: 60 });
  const won = await shop.decide(payment.id, "SUCCEEDED");
  expect(won).toEqual({ ...payment, updatedAt: "2026-03-02T12:01:00.000Z" });
  expect(await shop.balance()).toEqual(before);
});
