import { expect } from "vitest";
import {
  broken,
  expectError,
  NOBODY,
  openShop,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

/** A shop that has an amount, and a subaccount that has as much. */
async function openRichShop(amount = 100_000): Promise<{ shop: Shop; subaccountId: string }> {
  const shop = await openShop();
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 50 }];
  const { id } = await shop.pay("pix", { billingData: { amount: 2 * amount }, splits });
  await shop.decide(id, "PAID");
  return { shop, subaccountId };
}

const idsIn = async ({ centavo }: Shop, options: { subaccountId?: string } = {}) =>
  (await centavo.withdrawals.list({}, options)).data.map(({ id }) => id);

/** What the company and its first subaccount have available. */
async function availableIn(shop: Shop) {
  const { available, subaccounts } = await shop.balance();
  return [available, subaccounts[0]?.available];
}

test("a new withdrawal is pending", async () => {
  const { shop } = await openRichShop(200_000);
  const asked = body("withdrawals.create", "pix");
  const { data, message } = await shop.control.withdrawals.create(asked);
  const now = new Date(START).toISOString();
  expect(data).toEqual({
    ...asked,
    ...{ id: expect.any(String), liquidAmount: asked.amount, status: "PENDING" },
    ...{ withdrawalPaymentType: "PIX", createdAt: now, updatedAt: now },
  });
  expect(message).toBe(shownMessage("withdrawals.create"));
  const read = await shop.centavo.withdrawals.get(data.id);
  expect(read).toEqual({ data, message: shownMessage("withdrawals.get") });
  const unaddressed = body("withdrawals.create", "pix", { amount: 1, postbackUrl: undefined });
  expect((await shop.control.withdrawals.create(unaddressed)).data.postbackUrl).toBe("");
});

test("what an owner has available can be withdrawn, and not a centavo more", async () => {
  const { shop, subaccountId } = await openRichShop(5000);
  const tooLow = broken("BalanceTooLow", "a empresa tem R$ 50,00 disponíveis");
  await expectError(shop.withdraw(5001), tooLow);
  await shop.withdraw(5000);
  expect(await availableIn(shop)).toEqual([0, 5000]);
  await expectError(shop.withdraw(1), broken("BalanceTooLow"));

  await shop.withdraw(2000, subaccountId);
  expect(await availableIn(shop)).toEqual([0, 3000]);
  await expectError(
    shop.withdraw(3001, subaccountId),
    broken("BalanceTooLow", `a subconta ${subaccountId} tem R$ 30,00 disponíveis`),
  );
});

test("receivables cannot be withdrawn", async ({ shop }) => {
  await shop.pay("card", { billingData: { amount: 123_456 } });
  const detail = "a empresa tem R$ 0,00 disponíveis e R$ 1.234,56 a receber";
  await expectError(shop.withdraw(1), broken("BalanceTooLow", detail));
});

test("a withdrawal is visible in its own context only", async () => {
  const { shop, subaccountId } = await openRichShop();
  const own = await shop.withdraw(1);
  const subaccounts = await shop.withdraw(2, subaccountId);
  expect(await idsIn(shop)).toEqual([own.id]);
  expect(await idsIn(shop, { subaccountId })).toEqual([subaccounts.id]);
  const { get } = shop.centavo.withdrawals;
  const notFound = (name: string) => shownError("withdrawals.get", name);
  expect((await get(subaccounts.id, { subaccountId })).data).toEqual(subaccounts);
  await expectError(get(subaccounts.id), notFound("WithdrawalNotFound"));
  await expectError(get(own.id, { subaccountId }), notFound("WithdrawalNotFound"));
  await expectError(get(own.id, { subaccountId: NOBODY }), notFound("SubaccountNotFound"));
});

test("a failed withdrawal returns its money, and a paid one does not", async () => {
  const { shop, subaccountId } = await openRichShop(5000);
  const failed = await shop.withdraw(1000, subaccountId);
  const paid = await shop.withdraw(500, subaccountId);
  await shop.control.clock.advance({ seconds: 60 });
  const { data } = await shop.control.withdrawals.setStatus(failed.id, { status: "FAILED" });
  expect(data).toEqual({ ...failed, status: "FAILED", updatedAt: "2026-03-02T12:01:00.000Z" });
  expect(await availableIn(shop)).toEqual([5000, 4500]);
  await shop.control.withdrawals.setStatus(paid.id, { status: "PAID" });
  expect(await availableIn(shop)).toEqual([5000, 4500]);
});
