import { createCentavo } from "../../src/client/index.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { body } from "../sandbox/contract-examples.ts";

/** A sandbox with the examples, and with what else an account needs so that most assumptions can be decided. */
export async function startAccount(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ examples: true, ...options });
  const { control, url, publicKey, privateKey } = sandbox;
  const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
  // Without it, all would be created at one time, and no order would show.
  await control.clock.advance({ seconds: 60 });
  const { data: customer } = await control.customers.create(
    body("customers.create", "withoutAddress", { document: "16899535009", email: "ana@example.com" }),
  );
  const customerId = customer.id;
  const { data: card } = await centavo.cards.tokenize(
    body("cards.tokenize", "card", { customerId }),
  );
  const { data: subscription } = await control.subscriptions.create(
    body("subscriptions.create", "lifelong", { customerId, cardId: card.id }),
  );
  const { data: subaccount } = await centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"));
  await control.subaccounts.setStatus(subaccount.id, { status: "APPROVED" });
  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  await control.withdrawals.create(body("withdrawals.create", "pix", {amount: 1}));
  const resources = { customer: customerId, subscription: subscription.id, subaccount: subaccount.id };
  return { ...sandbox, resources };
}
