import { expect, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import type { MadeResource } from "../../src/verify/service/verify-service.ts";
import type { Service } from "./deviating-sandbox.ts";
import { answering } from "./fake-service.ts";
import { field, takes } from "./other-service.ts";
import { run, startAccount } from "./prepared-account.ts";

const WITHOUT_TIME = { updatedAt: undefined };

async function stateOf({ url, publicKey, privateKey }: Service) {
  const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
  const { data: customers } = await centavo.customers.list({ limit: 100 });
  return {
    // Each payment has a buyer of its own, who stays.
    customers: customers.filter(({ createdAt }) => createdAt < "2026-03-06"),
    subscriptions: (await centavo.subscriptions.list()).data.map((each) => ({
      ...each,
      ...WITHOUT_TIME,
    })),
    subaccounts: (await centavo.subaccounts.list()).data,
  };
}

/** What became of the things that a run has made, by the operation that made them. */
function states(made: readonly MadeResource[]): Record<string, string[]> {
  const by = Object.groupBy(made, ({ operationId }) => operationId);
  return Object.fromEntries(
    Object.entries(by).map(([id, all = []]) => [
      id,
      [...new Set(all.map(({ state }) => state))].sort(),
    ]),
  );
}

const CLEAN = {
  "bankAccounts.create": ["left"],
  "cards.tokenize": ["removed"],
  "payments.create": ["FAILED", "PENDING", "REFUNDED", "a customer, APPROVED"],
  "subaccounts.createPf": ["removed"],
  "subaccounts.createPj": ["removed"],
  "subscriptions.addSplit": ["removed"],
};

test("a run that writes leaves customers, subscriptions and subaccounts as they were", async () => {
  const account = await startAccount();
  const before = await stateOf(account);
  const { made, stopped } = await run(account);
  expect(stopped).toBeUndefined();
  expect(await stateOf(account)).toEqual(before);
  expect(states(made)).toEqual(CLEAN);
});

test("a run that reads changes nothing and makes nothing", async () => {
  const account = await startAccount();
  const logged = async () => (await account.control.requests.list({ limit: 100 })).data;
  const before = await logged();
  const { made } = await run(account, { write: false });
  const requests = (await logged()).slice(0, -before.length);
  const methods = requests.filter(({ path }) => path !== "/auth").map(({ method }) => method);
  expect(made).toEqual([]);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
});

test("a request whose response is lost is listed as unknown", async () => {
  const account = await startAccount();
  await account.control.faults.set({
    faults: [{ operationId: "payments.create", when: "after", reset: true }],
  });
  const { made, stopped } = await run(account);
  expect(stopped).toMatch(/ does not answer: /);
  expect(made.at(-1)).toEqual({ operationId: "payments.create", id: "", state: "unknown" });
});

test("a response that breaks off leaves the list of what was made", async () => {
  const account = await startAccount();
  const { url } = await answering(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const body = Buffer.concat(await request.toArray());
    const received = await fetch(`${account.url}${path}`, {
      method,
      headers: Object.entries(headers).filter(([name]) =>
        ["authorization", "content-type", "x-subaccount-id"].includes(name),
      ) as [string, string][],
      ...(body.length > 0 && { body }),
    });
    const text = await received.text();
    const isPayment = method === "POST" && path === "/payments";
    response.writeHead(received.status, { "content-length": Buffer.byteLength(text) });
    if (!isPayment) response.end(text);
    else response.write(text.slice(0, 10), () => response.destroy());
  });
  const { made, stopped } = await run({ ...account, url });
  expect(stopped).toMatch(/ does not answer: /);
  expect(made.map(({ operationId, state }) => `${operationId} ${state}`)).toEqual([
    "subaccounts.createPf left",
    "subaccounts.createPj left",
    "cards.tokenize left",
    "payments.create unknown",
  ]);
});

test("what was made without an id is not deleted, since the path would be that of all", async () => {
  const account = await startAccount([field("id", () => undefined, "cards.tokenize")]);
  const { made } = await run(account);
  expect(made).toContainEqual({ operationId: "cards.tokenize", id: "", state: "left" });
  const { data: requests } = await account.control.requests.list({ limit: 100 });
  expect(requests.map(({ path }) => path)).not.toContain("/cards/");
});

test("a subscription that an interrupted run has not set back is listed", async () => {
  const account = await startAccount();
  const interruption = new AbortController();
  const { made } = await run(account, {
    signal: interruption.signal,
    onRequest: ({ operation, purpose }) => {
      if (purpose === "without duration, expirationDate") interruption.abort();
      if (operation.id === "customers.update") interruption.abort();
    },
  });
  expect(made.at(-1)).toMatchObject({ operationId: "subscriptions.update", state: "changed" });
});

test("a customer whose names a service takes for anything gets them back", async () => {
  const takesAnything = takes("customers.update", "/firstName", false, "false");
  const account = await startAccount([takesAnything]);
  const before = await stateOf(account);
  const { made } = await run(account);
  expect(await stateOf(account)).toEqual(before);
  expect(made.filter(({ state }) => state === "changed")).toEqual([]);
});
