import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  broken,
  documents,
  expectError,
  openSandbox,
  Shop,
  START,
  startSandbox,
} from "../company-fixture.ts";
import { newFile } from "../database-file.ts";

/** What a company can receive in all, so that no sum of it is more than a number can say exactly. */
const MOST = 2 ** 52 - 1;
const AMOUNT = 4990;

/** A shop with one card payment that can receive this much more. */
async function openFullShop(room: number) {
  const db = newFile();
  const first = await startSandbox({ db, clock: START });
  const shop = new Shop(first.url, first);
  const { id } = await pay(shop, AMOUNT);
  await first.close();
  // To be paid as much by calls would take hours.
  const file = new DatabaseSync(db);
  file.prepare("UPDATE counts SET total = ? WHERE kind = 'received'").run(MOST - room);
  file.exec(`UPDATE sums SET total = ${MOST - room} WHERE account = 'available'`);
  file.close();
  return { shop: await openSandbox({ db }), id };
}

const pay = (shop: Shop, amount: number) =>
  shop.pay("card", { billingData: { amount, installments: 1 } });

test("a payment that would make a balance too large to be exact is rejected, and leaves nothing behind", async () => {
  const { shop } = await openFullShop(100);
  const before = await shop.balance();
  await expectError(pay(shop, 101), broken("ReceivedTooMuch"));
  expect((await shop.centavo.payments.list()).meta.total).toBe(1);
  expect(await shop.balance()).toEqual(before);
  await pay(shop, 100);
  const { receivable } = await shop.balance();
  expect(receivable).toEqual([{ date: "2026-04-01", amount: MOST }]);
  await expectError(pay(shop, 1), broken("ReceivedTooMuch"));
});

test("at that limit a PIX can be created, but not paid; refunds and withdrawals work", async () => {
  const { shop, id } = await openFullShop(0);
  const pix = await shop.pay("pix");
  await expectError(shop.decide(pix.id, "PAID"), broken("ReceivedTooMuch"));
  expect((await shop.payment(pix.id)).status).toBe("PENDING");
  await shop.centavo.payments.refund({ transactionId: id });
  await shop.control.clock.advance({ days: 31 });
  await shop.withdraw(MOST - AMOUNT);
  expect(await shop.balance()).toMatchObject({ available: 0, receivable: [] });
});

test("at that limit automatic payments fail, and the clock advances", async () => {
  const { shop } = await openFullShop(0);
  // It would be paid an hour later.
  const pix = await shop.pay("pix", { billingData: { amount: 999_994 } });
  const { id: customerId } = await shop.customer({ document: documents.cpf });
  const card = await shop.card({ customerId });
  const { id } = await shop.subscription({ dueDate: "2026-03-03" }, card);
  await shop.control.clock.advance({ days: 2 });
  expect((await shop.payment(pix.id)).status).toBe("CANCELED");
  expect((await shop.centavo.subscriptions.get(id)).data.status).toBe("ACTIVE");
  expect((await shop.centavo.payments.list()).meta.total).toBe(2);
});
