import { expect, onTestFinished, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { type VerifyOptions, verifyService } from "../../src/verify/service/verify-service.ts";
import { service } from "../sandbox/contract-examples.ts";

async function startAccount() {
  const sandbox = await startSandbox({ examples: true });
  onTestFinished(() => sandbox.close());
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const [subscription, customer] = await Promise.all([
    centavo.subscriptions.list({ status: "ACTIVE" }),
    centavo.customers.list(),
  ]);
  const resources = {
    subscription: subscription.data.find(({ duration }) => duration)?.id ?? "",
    customer: customer.data[0]?.id ?? "",
  };
  const verify = (options: Partial<VerifyOptions>) =>
    verifyService({
      url: sandbox.url,
      credentials: { publicKey: sandbox.publicKey, privateKey: sandbox.privateKey },
      contract: service,
      checks: readAssumptionChecks(),
      write: true,
      resources,
      requestsPerSecond: 10_000,
      signal: new AbortController().signal,
      ...options,
    });
  const state = async () => ({
    customers: (await centavo.customers.list()).data,
    subscriptions: (await centavo.subscriptions.list()).data.map(
      ({ updatedAt: _, ...subscription }) => subscription,
    ),
    subaccounts: (await centavo.subaccounts.list()).data,
  });
  return { sandbox, centavo, verify, state };
}

test("a run that writes leaves customers, subscriptions and subaccounts as they were", async () => {
  const { verify, state } = await startAccount();
  const before = await state();
  const { made, stopped } = await verify({});
  expect(stopped).toBeUndefined();
  expect(await state()).toEqual(before);
  const kept = made.filter(({ state }) => state === "left").map(({ operationId }) => operationId);
  expect(new Set(kept)).toEqual(new Set(["payments.create", "bankAccounts.create"]));
});

test("a run that reads changes nothing and makes nothing", async () => {
  const { sandbox, verify } = await startAccount();
  const { made } = await verify({ write: false });
  const { data: requests } = await sandbox.control.requests.list({ limit: 100 });
  const methods = requests.filter(({ path }) => path !== "/auth").map(({ method }) => method);
  expect(made).toEqual([]);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
});

test("an interrupted run lists what it has made until then, and sends no more", async () => {
  const { sandbox, verify } = await startAccount();
  const interruption = new AbortController();
  const { made, stopped } = await verify({
    signal: interruption.signal,
    onRequest: ({ operation }) => {
      if (operation.id === "payments.create") interruption.abort();
    },
  });
  expect(stopped).toBe("it was interrupted");
  const operations = made.map(({ operationId, state }) => `${operationId} ${state}`);
  expect(operations).toEqual([
    "subaccounts.createPf left",
    "subaccounts.createPj left",
    "cards.tokenize left",
  ]);
  const { data: requests } = await sandbox.control.requests.list({ limit: 1 });
  expect(requests[0]?.operationId).toBe("cards.tokenize");
});

test("a request whose response is lost is listed as unknown", async () => {
  const { sandbox, verify } = await startAccount();
  await sandbox.control.faults.set({
    faults: [{ operationId: "payments.create", when: "after", reset: true }],
  });
  const { made, stopped } = await verify({});
  expect(stopped).toMatch(/ does not answer: /);
  expect(made.at(-1)).toEqual({ operationId: "payments.create", id: "", state: "unknown" });
});
