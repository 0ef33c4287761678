import { expect, test } from "centavo/testing/vitest";
import { cardOrder, pixOrder } from "./orders.ts";

// Each of these tests fails on purpose.

test("a wrong status", async ({ centavo }) => {
  const { data: pix } = await centavo.payments.create(pixOrder());
  await expect(centavo.payments.get(pix.id)).toHaveStatus("PAID");
});

test("a card", async ({ centavo }) => {
  await centavo.payments.create(cardOrder);
  expect.fail("on purpose");
});

test("no company", () => {
  expect.fail("on purpose");
});
