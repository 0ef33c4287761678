import { expect, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { firstOf, isNightly } from "../nightly.ts";
import type { Service } from "./deviating-sandbox.ts";
import { difficult } from "./difficult-services.ts";
import { run, startAccount, verify } from "./prepared-account.ts";

const NIGHT = 300_000;

/** The payments and subaccounts of an account, with the statuses that it shows. */
async function resourcesOf({ url, publicKey, privateKey }: Service): Promise<Map<string, string>> {
  const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
  const payments = (await centavo.payments.list({ limit: 100 })).data;
  return new Map(payments.map(({ id, status }) => [id, status]));
}

test.each(firstOf(2, difficult))(
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
    const after = [...(await resourcesOf(account))].filter(([id]) => !before.has(id));
    const payments = made.filter(({ operationId }) => operationId === "payments.create");
    const states = new Map(payments.map(({ id, state }) => [id, state]));
    const unlisted = after.filter(([id, status]) => states.get(id) !== status);
    // What came back without an id is listed without one.
    expect(unlisted).toHaveLength(states.has("") ? 1 : 0);
    expect(after.filter(([, status]) => status === "SUCCEEDED")).toHaveLength(
      states.has("") ? 1 : 0,
    );
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
