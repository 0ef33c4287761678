import { expect, onTestFinished, test, vi } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { NOBODY, Shop, START } from "./company-fixture.ts";
import { body } from "./contract-examples.ts";

/** A long day: some calls of every kind, some of them rejected. */
async function act(shop: Shop): Promise<void> {
  const { centavo, control } = shop;
  await shop.token();
  const card = await shop.card();
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 12.5 }];
  const payment = await shop.pay("card", { splits });
  await shop.pay("tokenizedCard", { tokenizedCardId: card.id });
  await shop.pay("cardDeclined");
  await shop.pay("billet");
  const pix = await shop.pay("pix", { splits });
  await shop.decide(pix.id, "PAID");
  const subscription = await shop.subscription({}, card);
  const asked = { subscriptionId: subscription.id, subaccountId };
  await centavo.subscriptions.addSplit(body("subscriptions.addSplit", "percentage", asked));
  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  await shop.withdraw(100);
  await centavo.payments.get(NOBODY).catch(() => {});
  await shop.pay("card", { billingData: { amount: 0 } }).catch(() => {});
  await control.clock.advance({ days: 40 });
  await centavo.payments.refund({ transactionId: payment.id });
  const made = await control.companies.create();
  await new Shop(shop.url, made.data).pay("pix");
  await shop.pay("pix");
  const { customers, payments, subaccounts, subscriptions, withdrawals, bankAccounts } = centavo;
  for (const all of [customers, payments, subaccounts, subscriptions, withdrawals, bankAccounts]) {
    await all.list();
  }
  await shop.balance();
}

/** The exact responses of a sandbox to the same day. */
async function responsesOf(options: SandboxOptions): Promise<string[]> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  // The client notices on its next use that the connection to the former sandbox is closed.
  await vi.waitFor(() => fetch(`${sandbox.url}/_sandbox/health`));
  const shop = new Shop(sandbox.url, sandbox);
  await act(shop);
  await sandbox.close();
  return [sandbox.publicKey, sandbox.privateKey, ...shop.responses];
}

/** A port that was free a moment ago, because some responses contain the address. */
async function freePort(): Promise<number> {
  const sandbox = await startSandbox();
  await sandbox.close();
  return Number(new URL(sandbox.url).port);
}

test("the same seed, clock, port and calls get the same responses, byte by byte", async () => {
  const port = await freePort();
  const first = await responsesOf({ port, seed: "shop" });
  expect(await responsesOf({ port, seed: "shop" })).toEqual(first);
  expect(first.length).toBeGreaterThan(30);
});

test("a seed may be a number or its text", async () => {
  const port = await freePort();
  expect(await responsesOf({ port, seed: 7 })).toEqual(await responsesOf({ port, seed: "7" }));
});

test("another seed gets other ids, keys and tokens", async () => {
  const ids = async (seed: string) => {
    const text = (await responsesOf({ seed })).join();
    return new Set(text.match(/[0-9a-f]{8}-[0-9a-f-]{27}|sandbox_\w+|ey\w+\.\w+\.[\w-]+/g));
  };
  const [one, other] = [await ids("one"), await ids("other")];
  expect([...one].filter((id) => other.has(id))).toEqual([]);
});

test("without a seed, two sandboxes differ, except for the keys of those in memory", async () => {
  const port = await freePort();
  const [one, other] = [await responsesOf({ port }), await responsesOf({ port })];
  expect(one.slice(0, 2)).toEqual(other.slice(0, 2));
  const ids = (responses: string[]) =>
    responses
      .slice(2)
      .join()
      .match(/[0-9a-f]{8}-[0-9a-f-]{27}/g);
  const shared = ids(one)?.filter((id) => ids(other)?.includes(id));
  expect([...new Set(shared)]).toEqual(["00000000-0000-4000-8000-000000000001"]);
});

test("after a reset, the same calls get the same responses", async () => {
  const sandbox = await startSandbox({ clock: START, seed: "shop" });
  onTestFinished(sandbox.close);
  const run = async () => {
    const shop = new Shop(sandbox.url, sandbox);
    await shop.control.company.reset();
    const { id } = await shop.pay("card");
    await shop.subscription({}, await shop.card({ customerId: await customerOf(shop) }));
    await shop.payment(id);
    const [_tokenOfBefore, ...responses] = shop.responses;
    return responses;
  };
  expect(await run()).toEqual(await run());
});

async function customerOf({ centavo }: Shop): Promise<string> {
  return `${(await centavo.customers.list()).data[0]?.id}`;
}
