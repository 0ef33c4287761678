import { expect, onTestFinished, test } from "vitest";
import type { BilletPayment, PixPayment } from "../../../generated/types.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { freePort } from "../../free-port.ts";
import { everythingOf, furnishedCompany } from "../companies/furnished-company.ts";
import { fetch, NOBODY, openSandbox, type Shop, START, startSandbox } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

/** What tells of requests and invitations, which have ids, durations and secrets of their own in each run. */
const OF_REQUESTS = /^\/_sandbox\/(events|requests)\b|"duration":|"invitationId":/;

/** The keys and the exact responses of a sandbox to the calls of a long day, of every kind. */
async function responsesOf(options: SandboxOptions): Promise<string[]> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  // The client notices on its next use that the connection to the former sandbox is closed.
  await expect.poll(async () => (await fetch(`${sandbox.url}/_sandbox/health`)).ok).toBe(true);
  const company = await furnishedCompany(sandbox, "Ana");
  const { shop } = company;
  const { id: transactionId } = await shop.pay("card");
  await shop.pay("cardDeclined");
  await shop.centavo.payments.get(NOBODY).catch(() => {});
  // The first attempts of their postbacks are made in real time, so that an advance counts them only if it begins first.
  await sandbox.settled();
  await shop.control.clock.advance({ days: 40 });
  await shop.centavo.payments.refund({ transactionId });
  await shop.pay("pix");
  const reads = await everythingOf({ ...company, token: await shop.token() });
  await sandbox.close();
  const responses = [...shop.responses, ...reads].filter((text) => !OF_REQUESTS.test(text));
  return [sandbox.publicKey, sandbox.privateKey, ...responses];
}

/** The ids, keys and tokens that two runs have in common. */
function shared(one: string[], other: string[]): string[] {
  const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|sandbox_\w+|ey\w+\.\w+\.[\w-]+/g;
  const others = new Set(other.join().match(ids));
  return (one.join().match(ids) ?? []).filter((id) => others.has(id));
}

test("the same seed, as a number or a text, clock, port and calls get the same responses, byte by byte", async () => {
  // Some responses contain the address.
  const port = await freePort();
  const first = await responsesOf({ port, seed: 7 });
  expect(await responsesOf({ port, seed: "7" })).toEqual(first);
  expect(first.length).toBeGreaterThan(60);
});

test("without a seed, two sandboxes differ, except for the keys of those in memory", async () => {
  const [one, other] = [await responsesOf({}), await responsesOf({})];
  expect(one.slice(0, 2)).toEqual(other.slice(0, 2));
  expect(shared(one.slice(2), other.slice(2))).toEqual([]);
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

test.each<[string, (shop: Shop, snapshotId: string) => Promise<unknown>]>([
  ["a reset", ({ control }) => control.company.reset()],
  ["a restore", ({ control }, snapshotId) => control.snapshots.restore(snapshotId)],
])("after %s, no id comes again, and the next run gets the same ones", async (_, replace) => {
  const run = async () => {
    const shop = await openSandbox({ seed: "shop" });
    const made = await idsMade(shop, 0);
    const { snapshotId } = (await shop.control.snapshots.create()).data;
    for (const round of [1, 2, 3]) {
      if (round > 1) await replace(shop, snapshotId);
      made.push(...(await idsMade(shop, round)));
    }
    return made;
  };
  const made = await run();
  expect(made.filter((id, index) => made.indexOf(id) < index)).toEqual([]);
  expect(await run()).toEqual(made);
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
