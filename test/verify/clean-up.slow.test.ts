import { expect, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { valueAt } from "../../src/contract/json-pointer.ts";
import type { MadeResource } from "../../src/verify/service/verify-service.ts";
import type { Deviation, Service } from "./deviating-sandbox.ts";
import { expires } from "./difficult-services.ts";
import { answering, forwarded } from "./fake-service.ts";
import { changesBody, field, isCalled, takes } from "./other-service.ts";
import { resources, run, startAccount } from "./prepared-account.ts";

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
    const received = await forwarded(request, account.url);
    const text = await received.text();
    const isPayment = request.method === "POST" && request.url === "/payments";
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

test("a token that expires is replaced, and what was made is cleaned up with the new one", async () => {
  const { made, stopped } = await run(await startAccount([expires(100)]));
  expect(stopped).toBeUndefined();
  expect(states(made)).toEqual(CLEAN);
});

test("a run with a token alone ends when it expires, and lists what it has made", async () => {
  const account = await startAccount();
  const { publicKey, privateKey } = account;
  const centavo = createCentavo({ baseUrl: account.url, publicKey, privateKey });
  const { data } = await centavo.auth.createToken({ publicKey, privateKey });
  account.deviations.push(expires(61));
  const { made, stopped } = await run(account, { credentials: { token: data.access_token } });
  expect(stopped).toBe("the service refuses the token (401)");
  expect(made.map(({ state }) => state)).toContain("SUCCEEDED");
  expect(made.map(({ state }) => state)).not.toContain("unknown");
});

test("a subscription that is suspended stays so", async () => {
  const account = await startAccount();
  const centavo = createCentavo({ ...account, baseUrl: account.url });
  await centavo.subscriptions.suspend(resources.subscription);
  const before = await stateOf(account);
  const { made } = await run(account);
  expect(await stateOf(account)).toEqual(before);
  expect(states(made)).toEqual(CLEAN);
});

test("what a service does to a named customer that no request takes back is listed", async () => {
  const completes = changesBody("customers.update", { "/address/state": "MG" }, (body) => ({
    address: { ...Object(body).address, city: "Belo Horizonte" },
  }));
  const { made } = await run(await startAccount([completes]));
  const id = resources.customer;
  expect(made).toContainEqual({ operationId: "customers.update", id, state: "changed" });
});

/** Lists no more than ten customers at once, or refuses to list more than that. */
const shortPages: Deviation = {
  request: (sent) =>
    isCalled(sent, "customers.list") && sent.query.limit === "100"
      ? { ...sent, query: { ...sent.query, limit: "3" } }
      : sent,
};
const noCustomers: Deviation = {
  response: (response, sent) =>
    isCalled(sent, "customers.list") && sent.query.limit === "100"
      ? { status: 403, body: { data: { message: "no", statusCode: 403 } } }
      : response,
};

test.each([
  ["on several pages", shortPages, "APPROVED"],
  ["that it does not list", noCustomers, "could not be read (403)"],
])("the new customers of a service %s are all listed", async (_, deviation, state) => {
  const account = await startAccount();
  const centavo = createCentavo({ ...account, baseUrl: account.url });
  const count = async () => (await centavo.customers.list({ limit: 100 })).data.length;
  const before = await count();
  account.deviations.push(deviation);
  const { made } = await run(account);
  account.deviations.length = 0;
  const customers = made.filter((each) => each.state === `a customer, ${state}`);
  expect(customers).toHaveLength((await count()) - before);
});

test("a payment that a service refuses and makes all the same is listed", async () => {
  const account = await startAccount();
  account.deviations.push({
    response: ({ status, body }, sent) => {
      const isDeclined = valueAt(body, "/data/status") === "FAILED";
      return { status: isDeclined && isCalled(sent, "payments.create") ? 402 : status, body };
    },
  });
  const { made, novelties } = await run(account);
  expect(states(made)).toEqual(CLEAN);
  const unexpected = novelties.filter(({ kind }) => kind !== "value");
  expect(unexpected.map(({ value }) => value)).toEqual(["402"]);
});

test("a clean-up is shown, and ends if a service names a time that is far away", async () => {
  const account = await startAccount();
  let refusals = 0;
  const { url } = await answering(async (request, response) => {
    const { method, url: path = "" } = request;
    if (method === "DELETE" && path.startsWith("/cards/0") && refusals++ === 0) {
      response.setHeader("retry-after", new Date(Date.now() + 700_000).toUTCString());
      return response.writeHead(429).end();
    }
    const received = await forwarded(request, account.url);
    return response.writeHead(received.status).end(await received.text());
  });
  const purposes: string[] = [];
  const { stopped } = await run(
    { ...account, url },
    { onRequest: ({ purpose }) => purposes.push(purpose) },
  );
  expect([stopped, refusals]).toEqual([expect.stringMatching("429"), 1]);
  expect(purposes).toContain("to clean up");
});
