import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import { type Cursor, isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import { isList, parameters, requestSchema } from "../../../src/contract/operations.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { callsOf, type ShownCall } from "../../client/example-calls.ts";
import { NOBODY, Shop, START } from "../company-fixture.ts";
import { body, control, operationsById, service } from "../contract-examples.ts";

const operations = [...operationsById.values()];
const shownCalls = [service, control].flatMap(({ value }) => callsOf(value as JsonObject));

/** What a company has, by the names under which requests name it. */
type Belongings = Record<string, string>;

interface Company {
  sandbox: Sandbox;
  shop: Shop;
  token: string;
  has: Belongings;
}

/** The path of an id in a request, for example `body.splits.0.subaccountId`. */
interface IdPlace {
  shown: ShownCall;
  place: string;
}

/** Where another of the things of a kind is meant than usually. */
const exceptions: Record<string, string> = {
  "subscriptions.reactivate path.subscriptionId": "suspendedSubscriptionId",
  "subaccounts.setStatus path.subaccountId": "pendingSubaccountId",
};

/** These read the timeline of a company, to which its requests add. */
const timelineReads = new Set(["events.list", "requests.list"]);

/** All that can happen to a company, except requests. */
const eventTypes = (
  control.at("components").at("schemas").at("EventType").at("enum").value as string[]
).filter((type) => type !== "request.completed");

/** The path of every id in every request of both contracts, once for each operation. */
const idPlaces: IdPlace[] = shownCalls
  .flatMap((shown) => placesIn(shown).map((place) => ({ shown, place })))
  .filter(
    ({ shown, place }, index, all) =>
      all.findIndex((one) => one.shown.id === shown.id && one.place === place) === index,
  );
const cases = idPlaces.map((one) => ({ ...one, name: `${one.shown.id} ${one.place}` }));
const tried = new Set<string>();

let sandbox: Sandbox;
let anotherSandbox: Sandbox;
let ana: Company;
/** Her data, which no test changes. */
let before: Awaited<ReturnType<typeof everythingOf>>;

beforeAll(async () => {
  // The clocks do not move, so that unchanged data read the same.
  sandbox = await startSandbox({ clock: START });
  // In memory and without a seed, all sandboxes on loopback have the same keys.
  anotherSandbox = await startSandbox({ clock: START, seed: "another" });
  ana = await furnish(await newCompany(sandbox));
  before = await everythingOf(ana);
});

afterAll(async () => {
  await sandbox.close();
  await anotherSandbox.close();
});

describe.each([
  { who: "another company", where: () => sandbox },
  { who: "a company of another sandbox", where: () => anotherSandbox },
])("$who, with ids of Ana's,", ({ who, where }) => {
  test.each(cases)("gets the same response from $name as with an unknown id", async (one) => {
    const bia = await furnish(await newCompany(where()));

    const ofNothing = await send(bia, requestOf(one, bia.has, NOBODY));
    const ofAna = await send(bia, requestOf(one, bia.has, anasId(one)));
    expect(ofAna).toEqual(ofNothing);

    // With its own id the same request succeeds, so only the id was rejected.
    const own = await send(bia, requestOf(one, bia.has));
    expect(own).toMatch(/^200 /);
    expect(own).not.toBe(ofNothing);

    expect(await everythingOf(ana)).toEqual(before);
    tried.add(`${who} ${one.name}`);
  });

  test.each([
    { what: "clock", path: "/_sandbox/clock/advance", json: { days: 400 } },
    { what: "reset", path: "/_sandbox/reset" },
  ])("changes none of her data with its $what", async ({ path, json }) => {
    const bia = await furnish(await newCompany(where()));
    expect(await send(bia, { method: "POST", path, json })).toMatch(/^200 /);
    expect(await everythingOf(ana)).toEqual(before);
  });

  test("does not run Ana's due jobs with its clock", async () => {
    const { shop } = await newCompany(sandbox);
    const { id } = await shop.pay("billet");
    const bia = await newCompany(where());
    await bia.shop.control.clock.advance({ days: 400 });
    expect((await shop.payment(id)).status).toBe("PENDING");
    await shop.control.clock.advance({ days: 400 });
    expect((await shop.payment(id)).status).toBe("CANCELED");
  });

  test("leaves no request of its own in her log", async () => {
    const before = await requestsOf(ana);
    await send(await newCompany(where()), { method: "GET", path: "/customers" });
    expect(await requestsOf(ana)).toEqual(before);
  });

  test("finds none of her data in its lists, its balance and its log", async () => {
    const bia = await newCompany(where());
    // Those whose path has an id are tried with hers, like all others that name one.
    const lists = operations.filter(
      (one) => isList(one) && !one.pathItem.key.includes("{") && !timelineReads.has(`${one.id}`),
    );
    for (const { id, pathItem } of lists) {
      const response = await send(bia, { method: "GET", path: pathItem.key });
      expect(response, id).toMatch(/^200 \{"data":\[\],"meta":\{"total":0[,}]/);
    }
    const { control } = bia.shop;
    expect((await control.balance.get()).data).toEqual({
      available: 0,
      receivable: [],
      subaccounts: [],
    });
    const { data: requests } = await control.requests.list();
    expect(requests.map(({ operationId }) => operationId)).toEqual([
      "balance.get",
      ...lists.map(({ id }) => id).toReversed(),
    ]);
    const { data: events } = await control.events.list();
    expect(events.map(({ cause }) => cause.requestId)).toEqual(requests.map(({ id }) => id));
  });
});

test("every id that a request can name is Ana's", () => {
  const names = new Set(idPlaces.map(({ place }) => nameOf(place)));
  expect([...names].filter((name) => !(name in ana.has))).toEqual([]);
});

test("the examples have all the ids that the contracts' requests take", () => {
  const inSchemas = operations.flatMap((operation) => {
    const inBody = properties(requestSchema(operation)).filter(isId);
    const otherIds = parameters(operation).filter(
      // The id of a bank account is a number, so an id of any resource has no format.
      (parameter) =>
        isId(parameter.at("schema")) || `${parameter.at("name").value}` === "resourceId",
    );
    const names = [
      ...inBody.map(({ key }) => key),
      ...otherIds.map((one) => `${one.at("name").value}`),
    ];
    return names.map((name) => `${operation.id} ${name}`);
  });
  const inCases = idPlaces.map(({ shown, place }) => `${shown.id} ${nameOf(place)}`);
  expect(new Set(inCases)).toEqual(new Set(inSchemas));
});

test("every case was tried, and every operation without one names no id", () => {
  expect(cases).not.toHaveLength(0);
  expect(tried.size).toBe(2 * cases.length);
  const withIds = new Set(cases.map(({ shown }) => shown.id));
  const without = operations.map(({ id }) => id).filter((id) => !withIds.has(id as never));
  expect(without).toEqual([
    "auth.createToken",
    "customers.list",
    "subaccounts.list",
    "subaccounts.createPf",
    "subaccounts.createPj",
    "health.get",
    "health.ready",
    "companies.create",
    "company.reset",
    "snapshots.list",
    "snapshots.create",
    "clock.get",
    "clock.advance",
    "faults.get",
    "faults.set",
    "subaccounts.listWithIds",
    "receiver.get",
    "receiver.set",
    "customers.create",
    "balance.get",
    "ledger.listAccounts",
  ]);
});

describe("keys and tokens", () => {
  test("are valid in no sandbox with another secret", async () => {
    const here = { ...ana, shop: new Shop(anotherSandbox.url, ana.shop.keys) };
    expect(await send(here, { method: "GET", path: "/customers" })).toMatch(/^401 /);
    const { publicKey, privateKey } = sandbox;
    const stranger = createCentavo({ baseUrl: anotherSandbox.url, publicKey, privateKey });
    await expect(stranger.customers.list()).rejects.toMatchObject({
      operationId: "auth.createToken",
    });
  });

  test("of one company do not go together with those of another", async () => {
    const { data: one } = await sandbox.control.companies.create();
    const { data: other } = await sandbox.control.companies.create();
    const mixed = createCentavo({
      baseUrl: sandbox.url,
      publicKey: one.publicKey,
      privateKey: other.privateKey,
    });
    await expect(mixed.customers.list()).rejects.toMatchObject({ operationId: "auth.createToken" });
  });

  test("are the same in two sandboxes of one seed, and nothing else is shared", async () => {
    const one = await startSandbox({ seed: 7 });
    const other = await startSandbox({ seed: 7 });
    try {
      expect([other.publicKey, other.privateKey]).toEqual([one.publicKey, one.privateKey]);
      await one.control.customers.create(body("customers.create", "customer"));
      const { meta } = await createCentavo({ ...other, baseUrl: other.url }).customers.list();
      expect(meta.total).toBe(0);
    } finally {
      await one.close();
      await other.close();
    }
  });
});

/** A new company of a sandbox, which has nothing yet. */
async function newCompany(sandbox: Sandbox): Promise<Company> {
  const { data: keys } = await sandbox.control.companies.create();
  const shop = new Shop(sandbox.url, keys);
  return { sandbox, shop, token: await shop.token(), has: {} };
}

/** Gives a company one of everything. */
async function furnish(company: Company): Promise<Company> {
  const { shop } = company;
  const { centavo } = shop;
  const card = await shop.card();
  const subaccountId = await shop.subaccount();
  const { data: pending } = await centavo.subaccounts.createPj(body("subaccounts.createPj", "pj"));
  const splits = [{ subaccountId, splitPercentage: 50 }];
  // No sandbox of these calls other machines, so nothing is sent.
  const postbackUrl = "https://loja.exemplo.com.br/notificacoes";
  const payment = await shop.pay("cardWithSplits", { splits, postbackUrl });
  await shop.pay("tokenizedCard", { tokenizedCardId: card.id });
  await shop.pay("billet");
  const pix = await shop.pay("pix", { billingData: { amount: 1_000_000 }, splits });
  await shop.decide(pix.id, "PAID");
  const subscription = await shop.subscription({ dueDate: START.slice(0, 10) }, card);
  const suspended = await shop.subscription({}, card);
  await centavo.subscriptions.suspend(suspended.id);
  const { data: split } = await centavo.subscriptions.addSplit(
    body("subscriptions.addSplit", "percentage", {
      subscriptionId: subscription.id,
      subaccountId,
    }),
  );
  const account = body("bankAccounts.create", "checking");
  await centavo.bankAccounts.create(account);
  await centavo.bankAccounts.create(account, { subaccountId });
  const [postback] = (await shop.control.postbacks.list({ resourceId: payment.id })).data;
  company.has = {
    customerId: card.customerId,
    cardId: card.id,
    tokenizedCardId: card.id,
    subaccountId,
    "x-subaccount-id": subaccountId,
    pendingSubaccountId: pending.id,
    paymentId: payment.id,
    transactionId: payment.id,
    subscriptionId: subscription.id,
    suspendedSubscriptionId: suspended.id,
    splitId: split.id,
    withdrawalId: (await shop.withdraw(100)).id,
    withdrawalIdOfSubaccount: (await shop.withdraw(100, subaccountId)).id,
    resourceId: payment.id,
    eventId: postback?.eventId ?? "",
  };
  await company.sandbox.settled();
  company.has.snapshotId = (await shop.control.snapshots.create()).data.snapshotId;
  const [latest] = (await shop.control.requests.list({ limit: 1 })).data;
  company.has.requestId = latest?.id ?? "";
  return company;
}

/**
 * What a company sees of itself: every read of both contracts, with its own ids, and all that happened to it
 * except its requests.
 */
async function everythingOf(company: Company): Promise<Record<string, string>> {
  const reads = cases
    .filter(({ shown }) => shown.method === "GET" && !timelineReads.has(shown.id))
    .map((one) => ({ ...requestOf(one, company.has), name: one.name }));
  const others = operations
    .filter(({ id, cursor }) => cursor.key === "get" && !timelineReads.has(`${id}`))
    .map(({ id, pathItem }) => ({ method: "GET", path: pathItem.key, name: id, query: {} }))
    .filter(({ path }) => !path.includes("{"));
  const responses: Record<string, string> = {};
  for (const request of [...reads, ...others]) {
    responses[request.name] = await send(company, request);
  }
  for (const type of eventTypes) {
    responses[type] = await send(company, {
      method: "GET",
      path: "/_sandbox/events",
      query: { type },
    });
  }
  return responses;
}

async function requestsOf({ shop }: Company): Promise<object[]> {
  return (await shop.control.requests.list({ limit: 100 })).data;
}

interface SentRequest {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

/** The status and the bytes of a response. */
async function send({ shop, token }: Company, request: SentRequest): Promise<string> {
  const { method, path, query = {}, headers = {}, json } = request;
  const response = await fetch(`${shop.url}${path}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return `${response.status} ${await response.text()}`;
}

/** A company's own request, where one id may be replaced. What can be left out is, but that id. */
function requestOf({ shown, place }: IdPlace, has: Belongings, id?: string): SentRequest {
  const given = (at: string): string => {
    if (at === place && id !== undefined) return id;
    return ownId(shown, at, place, has);
  };
  const parametersIn = (where: "query" | "headers") =>
    shown[where]
      .map(({ name }) => ({ name, at: `${where}.${name}` }))
      .filter(({ at }) => at === place)
      .map(({ name, at }) => [name, given(at)]);
  return {
    method: shown.method,
    path: shown.template.replaceAll(/\{(\w+)\}/g, (_, name) => given(`path.${name}`)),
    query: Object.fromEntries(parametersIn("query")),
    headers: Object.fromEntries(parametersIn("headers")),
    json: shown.body && withIds(shown.body.value, "body", given),
  };
}

function ownId(shown: ShownCall, at: string, place: string, has: Belongings): string {
  const name = nameOf(at);
  const isInContext = place === "headers.x-subaccount-id" && name === "withdrawalId";
  const which = isInContext ? "withdrawalIdOfSubaccount" : exceptions[`${shown.id} ${at}`];
  return has[which ?? name] ?? "";
}

function anasId({ shown, place }: IdPlace): string {
  return ownId(shown, place, place, ana.has);
}

/** A body with other ids. */
function withIds(value: unknown, at: string, given: (at: string) => string): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => withIds(item, `${at}.${index}`, given));
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => [
      key,
      withIds(field, `${at}.${key}`, given),
    ]);
    return Object.fromEntries(fields);
  }
  return isIdName(nameOf(at)) ? given(at) : value;
}

function placesIn({ template, query, headers, body }: ShownCall): string[] {
  const inBody: string[] = [];
  withIds(body?.value, "body", (at) => `${inBody.push(at)}`);
  const others = Object.entries({ query, headers }).flatMap(([where, all]) =>
    all.filter(({ name }) => isIdName(name)).map(({ name }) => `${where}.${name}`),
  );
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path.${name}`);
  return [...inPath, ...others, ...inBody];
}

function nameOf(at: string): string {
  return at.split(".").at(-1) ?? "";
}

function isIdName(name: string): boolean {
  return /Id$|-id$/.test(name) && name !== "operationId";
}

/** Every id that is taken is a UUID. */
function isId(schema: Cursor): boolean {
  return schema.target.at("format").value === "uuid";
}

/** Every property of a schema, of its parts and of the schemas in it. */
function properties(schema: Cursor): Cursor[] {
  if (!schema.exists) return [];
  const own = schema.at("properties").members();
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  return [...own, ...[...own, ...parts, schema.at("items")].flatMap(properties)];
}
