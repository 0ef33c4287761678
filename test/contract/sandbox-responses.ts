import { createCentavo } from "../../src/client/index.ts";
import { createOperationMatcher } from "../../src/mock/match-operation.ts";
import { NOBODY, openShop } from "../sandbox/company-fixture.ts";
import { body, service } from "../sandbox/contract-examples.ts";

/** The response of a sandbox to a call of an operation. */
export interface SandboxResponse {
  id: string;
  status: number;
  body: unknown;
}

/** Calls every operation of a sandbox, including all kinds of payment and a few rejected calls. */
export async function responsesOfSandbox(): Promise<SandboxResponse[]> {
  const responses: SandboxResponse[] = [];
  const route = createOperationMatcher(service);
  const shop = await openShop();
  const centavo = createCentavo({
    ...shop.keys,
    baseUrl: shop.url,
    retry: { limit: 0 },
    fetch: async (request) => {
      const { id } = route(request.method, new URL(request.url).pathname);
      const response = await fetch(request);
      responses.push({ id, status: response.status, body: await response.clone().json() });
      return response;
    },
  });

  const { id: customerId, document } = await shop.customer();
  const { data: card } = await centavo.cards.tokenize(
    body("cards.tokenize", "card", { customerId }),
  );
  await centavo.cards.get(card.id);
  await centavo.customers.list();
  await centavo.customers.get(customerId);
  await centavo.customers.update(customerId, body("customers.update", "phone"));

  const { data: pf } = await centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"));
  const { data: pj } = await centavo.subaccounts.createPj(body("subaccounts.createPj", "pj"));
  for (const { id } of [pf, pj]) {
    await shop.control.subaccounts.setStatus(id, { status: "APPROVED" });
    await centavo.subaccounts.get(id);
  }
  await centavo.subaccounts.list();

  for (const example of ["card", "cardDeclined", "pix", "billet"]) {
    await centavo.payments.create(body("payments.create", example));
  }
  await centavo.payments.create(
    body("payments.create", "tokenizedCard", {
      tokenizedCardId: card.id,
      customerData: { document },
    }),
  );
  const split = { subaccountId: pf.id, splitPercentage: 33.33 };
  const { data: payment } = await centavo.payments.create(
    body("payments.create", "card", { splits: [split] }),
  );
  await centavo.payments.list();
  await centavo.payments.get(payment.id);
  await centavo.payments.get(NOBODY).catch(() => {});
  await centavo.payments
    .create(body("payments.create", "pix", { splits: [{ subaccountId: NOBODY, splitAmount: 1 }] }))
    .catch(() => {});

  const subscription = await shop.subscription({}, card);
  const lifelong = await shop.subscription({ duration: undefined }, card);
  await centavo.subscriptions.update(
    subscription.id,
    body("subscriptions.update", "newPrice", { customerId, tokenizedCardId: card.id }),
  );
  const { data: added } = await centavo.subscriptions.addSplit(
    body("subscriptions.addSplit", "percentage", {
      subscriptionId: subscription.id,
      subaccountId: pf.id,
    }),
  );
  await centavo.subscriptions.get(subscription.id);
  await centavo.subscriptions.removeSplit(subscription.id, added.id);
  await centavo.subscriptions.suspend(subscription.id);
  await centavo.subscriptions.reactivate(subscription.id);
  await centavo.subscriptions.cancel(subscription.id);
  await centavo.subscriptions.get(lifelong.id);
  await centavo.subscriptions.list();

  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  await centavo.bankAccounts.list();
  await shop.control.clock.advance({ days: 31 });
  await centavo.payments.refund({ transactionId: payment.id }).catch(() => {});
  const { id: withdrawalId } = await shop.withdraw();
  await centavo.withdrawals.get(withdrawalId);
  await centavo.withdrawals.list();

  const { data: refundable } = await centavo.payments.create(body("payments.create", "card"));
  await centavo.payments.refund({ transactionId: refundable.id });
  await centavo.cards.delete(card.id);
  await centavo.customers.delete(customerId);
  await centavo.subaccounts.delete(pj.id);
  await centavo.subaccounts.delete(pj.id).catch(() => {});
  return responses;
}
