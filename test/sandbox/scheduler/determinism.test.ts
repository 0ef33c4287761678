import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { BilletPayment, PixPayment } from "../../../generated/types.ts";
import { type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { freePort } from "../../free-port.ts";
import { NOBODY, openSandbox, Shop, START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

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

/** The ids, numbers, codes and tokens of what a company creates, sends and is issued. */
async function idsMade(shop: Shop, round: number): Promise<(string | number)[]> {
  const { access_token, refresh_token } = await shop.tokens();
  const { id: customerId } = await shop.customer({ document: `${10_000_000_000 + round}` });
  const card = await shop.card({ customerId });
  const { id: subscriptionId } = await shop.subscription({}, card);
  const { url: postbackUrl } = (await shop.control.receiver.get()).data;
  const pix = (await shop.pay("pix", { billingData: { postbackUrl } })) as PixPayment;
  const billet = (await shop.pay("billet", { billingData: { postbackUrl } })) as BilletPayment;
  const { eventId } = (await shop.control.postbacks.list({ resourceId: pix.id })).data[0] ?? {};
  await shop.decide(pix.id, "PAID");
  const { id: withdrawalId } = await shop.withdraw();
  await shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  const { id: bankAccountId } = (await shop.centavo.bankAccounts.list()).data[0] ?? {};
  const resources = [customerId, card.id, subscriptionId, pix.id, billet.id, withdrawalId];
  const codes = [pix.pixDetails.brCode, billet.billetDetails.digitableLine];
  return [access_token, refresh_token, ...resources, ...codes, eventId ?? "", bankAccountId ?? 0];
}

describe("after data was replaced, no id comes again, and the next run gets the same ones:", () => {
  test.each<[string, (shop: Shop, snapshotId: string) => Promise<unknown>]>([
    ["by a reset", ({ control }) => control.company.reset()],
    ["by a restore", ({ control }, snapshotId) => control.snapshots.restore(snapshotId)],
  ])("%s", async (_how, replace) => {
    const run = async () => {
      const shop = await openSandbox({ seed: "shop" });
      const rounds = [await idsMade(shop, 0)];
      const { snapshotId } = (await shop.control.snapshots.create()).data;
      for (const round of [1, 2, 3]) {
        if (round > 1) await replace(shop, snapshotId);
        rounds.push(await idsMade(shop, round));
      }
      return rounds;
    };
    const ids = await run();
    expect(ids.flat().filter((id, index, all) => all.indexOf(id) < index)).toEqual([]);
    expect(await run()).toEqual(ids);
  });
});

test("after a restore, a fault with a probability hits the same requests", async () => {
  const shop = await openSandbox({ seed: "shop" });
  const { snapshotId } = (await shop.control.snapshots.create()).data;
  const statuses = async () => {
    await shop.control.snapshots.restore(snapshotId);
    await shop.control.faults.set({ faults: [{ status: 503, probability: 0.5 }] });
    const token = await shop.token();
    const responses = [];
    for (let count = 0; count < 20; count++)
      responses.push(await shop.send("GET", "/payments", { token }));
    return responses.map(({ status }) => status);
  };
  const first = await statuses();
  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect(await statuses()).toEqual(first);
});
