import { expect, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { firstOf, isNightly } from "../nightly.ts";
import type { Service } from "./deviating-sandbox.ts";
import { difficult } from "./difficult-services.ts";
import { resources, run, startAccount, verify } from "./prepared-account.ts";

const NIGHT = 300_000;

/** What a run may make that stays, with what its list should say of each, and what is as it was after the run. */
async function resourcesOf({ url: baseUrl, publicKey, privateKey }: Service) {
  const centavo = createCentavo({ baseUrl, publicKey, privateKey });
  const { data: payments } = await centavo.payments.list({ limit: 100 });
  const { data: customers } = await centavo.customers.list({ limit: 100 });
  const { data: subaccounts } = await centavo.subaccounts.list({ limit: 100 });
  const { data: subscription } = await centavo.subscriptions.get(resources.subscription);
  const { data: customer } = await centavo.customers.get(resources.customer);
  return {
    made: new Map<string, string>([
      ...payments.map(({ id, status }) => [id, status] as const),
      ...customers.map(({ id }) => [id, "a customer"] as const),
      ...subscription.splits.map(({ id }) => [id, "left"] as const),
    ]),
    kept: [subaccounts, customer, { ...subscription, updatedAt: "" }],
  };
}

test.each(firstOf(3, difficult))(
  "a service that %s is not contradicted, and all that the run made is listed",
  async (_, deviation) => {
    const account = await startAccount();
    const before = await resourcesOf(account);
    account.deviations.push(deviation());
    const { verdicts, made } = await run(account);
    account.deviations.length = 0;
    const contradicted = verdicts.filter(({ verdict }) => verdict === "contradicted");
    expect(contradicted.map(({ assumption, evidence }) => [assumption.pointer, evidence])).toEqual(
      [],
    );
    const after = await resourcesOf(account);
    const states = new Map(made.map(({ id, state }) => [id, state.split(",")[0]]));
    const unlisted = [...after.made].filter(
      ([id, state]) => !before.made.has(id) && states.get(id) !== state,
    );
    // What came back without an id is listed without one.
    const lost = made.filter(
      ({ operationId, id }) => operationId === "payments.create" && id === "",
    );
    expect(unlisted.map(([, state]) => state)).toEqual(
      lost.map(({ state }) => (state === "left" ? "SUCCEEDED" : "a customer")),
    );
    expect(after.kept).toEqual(before.kept);
    const cards = made.filter(({ operationId }) => operationId === "cards.tokenize");
    expect(cards.filter(({ state }) => state !== "removed")).toEqual([]);
  },
  NIGHT,
);

test(
  "a service that takes long for each answer is not contradicted",
  async () => {
    const account = await startAccount();
    await account.control.faults.set({ faults: [{ latency: isNightly ? 1000 : 20 }] });
    const { contradicted, held, stopped } = await verify(account, false);
    expect([contradicted, stopped, held.length > 50]).toEqual([[], undefined, true]);
  },
  NIGHT,
);
