import { expect, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import type { MadeResource } from "../../src/verify/service/verify-service.ts";
import type { Deviation, Service } from "./deviating-sandbox.ts";
import { answering } from "./fake-service.ts";
import { field, takes } from "./other-service.ts";
import { run, startAccount } from "./prepared-account.ts";

async function stateOf({ url, publicKey, privateKey }: Service) {
  const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
  return {
    customers: (await centavo.customers.list()).data,
    subscriptions: (await centavo.subscriptions.list()).data.map(
      ({ updatedAt: _, ...subscription }) => subscription,
    ),
    subaccounts: (await centavo.subaccounts.list()).data,
  };
}

test("a run that writes leaves customers, subscriptions and subaccounts as they were", async () => {
  const account = await startAccount();
  const before = await stateOf(account);
  const { made, stopped } = await run(account);
  expect(stopped).toBeUndefined();
  expect(await stateOf(account)).toEqual(before);
  const kept = made.filter(({ state }) => state === "left").map(({ operationId }) => operationId);
  expect(new Set(kept)).toEqual(new Set(["payments.create", "bankAccounts.create"]));
});

/** Answers like many services: 201 to what was created, 204 without a body to what was deleted. */
const otherSuccesses: Deviation = {
  response({ status, body }, { method }) {
    if (status !== 200) return { status, body };
    if (method === "DELETE") return { status: 204, body: undefined };
    return { status: method === "POST" ? 201 : 200, body };
  },
};

test.each([
  { service: "the service", deviations: [] },
  { service: "a service with other codes of success", deviations: [otherSuccesses] },
])(
  "in $service, a run undoes what it can, and lists only the rest as left",
  async ({ deviations }) => {
    const account = await startAccount(deviations);
    const { made } = await run(account);
    const centavo = createCentavo({ ...account, baseUrl: account.url });
    const listed = (state: MadeResource["state"], operationId: string) =>
      made.filter((each) => each.state === state && each.operationId === operationId);
    const statuses = async (payments: MadeResource[]) => {
      const found = await Promise.all(payments.map(({ id }) => centavo.payments.get(id)));
      return new Set(found.map(({ data }) => data.status));
    };
    expect(await statuses(listed("refunded", "payments.create"))).toEqual(new Set(["REFUNDED"]));
    expect(await statuses(listed("left", "payments.create"))).toEqual(
      new Set(["PENDING", "FAILED"]),
    );
    expect(listed("left", "cards.tokenize")).toEqual([]);
  },
);

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
