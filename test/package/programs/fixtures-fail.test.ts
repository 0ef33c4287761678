import { expect, test } from "centavo/testing/vitest";
import { order } from "./orders.ts";

test("fails on purpose", async ({ centavo, receiver }) => {
  const { data: pix } = await centavo.payments.create(order(receiver));
  await expect(centavo.payments.get(pix.id)).toHaveStatus("PAID");
});
