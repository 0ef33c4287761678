import { expect } from "vitest";
import { type Shop, START, test } from "../company-fixture.ts";
import { body, shownMessage } from "../contract-examples.ts";

const asked = body("bankAccounts.create", "checking");

const idsIn = async ({ centavo }: Shop, options: { subaccountId?: string } = {}) =>
  (await centavo.bankAccounts.list({}, options)).data.map(({ id }) => id);

test("only a list shows the number of a bank account, and its time", async ({ shop }) => {
  const { centavo } = shop;
  const { data: created, message } = await centavo.bankAccounts.create(asked);
  expect(created).toEqual({ ...asked, status: "APPROVED" });
  expect(message).toBe(shownMessage("bankAccounts.create"));
  expect(await centavo.bankAccounts.list()).toEqual({
    data: [{ ...created, id: 1, createdAt: new Date(START).toISOString() }],
    meta: { total: 1, page: 1, limit: 10, totalPages: 1 },
    message: shownMessage("bankAccounts.list"),
  });
});

test("a bank account belongs to its subaccount, approved or not", async ({ shop }) => {
  const [one, other] = [await shop.subaccount("PENDING"), await shop.subaccount()];
  await shop.centavo.bankAccounts.create(asked);
  await shop.centavo.bankAccounts.create(asked, { subaccountId: one });
  expect(await idsIn(shop)).toEqual([1]);
  expect(await idsIn(shop, { subaccountId: one.toUpperCase() })).toEqual([2]);
  expect(await idsIn(shop, { subaccountId: other })).toEqual([]);
});
