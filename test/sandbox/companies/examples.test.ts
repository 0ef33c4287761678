import { describe, expect, onTestFinished, test } from "vitest";
import { isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import {
  jsonContent,
  type Operation,
  operations,
  parametersIn,
} from "../../../src/contract/operations.ts";
import { createControl, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { runHere } from "../../run-command-line.ts";
import { body, service } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";

/** A request of the contract's examples, and the response that the contract shows for it. */
interface Exchange {
  name: string;
  operationId: string;
  method: string;
  path: string;
  query: string;
  body: unknown;
  response: JsonObject;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OFFSET_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const FILE = /^http:\/\/127\.0\.0\.1:\d+\/_sandbox\/files\/[\w/-]+\.(png|pdf)$/;

/** The fields of `data` that are new in each response, with the form of their values. */
const newValues: Record<string, Record<string, RegExp>> = {
  "auth.createToken": { access_token: TOKEN, refresh_token: TOKEN },
  "cards.tokenize": { id: UUID },
  "payments.create": {
    id: UUID,
    createdAt: TIME,
    updatedAt: TIME,
    "pixDetails.brCode": /^000201.+6304[\dA-F]{4}$/,
    "pixDetails.qrCodeUrl": FILE,
    "pixDetails.expirationDate": OFFSET_TIME,
    "billetDetails.barcode": /^\d{44}$/,
    "billetDetails.digitableLine": /^\d{47}$/,
    "billetDetails.pdfUrl": FILE,
    "billetDetails.expirationDate": OFFSET_TIME,
    "billetDetails.paymentLimitDate": OFFSET_TIME,
    "billetDetails.interestStartDate": DAY,
    "billetDetails.lateFeeStartDate": DAY,
  },
  "payments.refund": { updatedAt: TIME },
  "subaccounts.createPf": { id: UUID },
  "subaccounts.createPj": { id: UUID },
  "subscriptions.addSplit": { id: UUID },
  "subscriptions.update": { updatedAt: TIME },
};

/** Filters by what the items of a list do not show in a field of this name, and how many match. */
const hiddenFilters: Record<string, number> = { customerId: 5, subscriptionId: 0, document: 1 };

const keys = body("auth.createToken", "keys");
const exchanges = operations(service).flatMap(exchangesOf);

describe("a sandbox with examples answers as documented:", () => {
  test.each(exchanges)("$name", async (exchange) => {
    const { url } = await open();
    const { status, body } = await send(url, exchange);
    expect({ status, body: withoutNewValues(exchange, body) }).toEqual({
      status: 200,
      body: exchange.response,
    });
  });

  test("every operation of the contract, with every example of a request", () => {
    const ids = new Set(exchanges.map(({ operationId }) => operationId));
    // That these are the operations of the service is up to test/contract/provider-description.
    expect([...ids]).toEqual(operations(service).map(({ id }) => id));
    const requests = operations(service).flatMap(({ cursor }) =>
      jsonContent(cursor.at("requestBody")).at("examples").members(),
    );
    expect(exchanges.filter(({ body }) => body !== undefined)).toHaveLength(requests.length);
  });

  test("each operation with the example values of its path's parameters", () => {
    const paths = operations(service).map((operation) => {
      const path = fillIn(operation, parametersIn(operation, "path").map(exampleOf));
      return `${operation.id} ${path}`;
    });
    const sent = new Set(exchanges.map(({ operationId, path }) => `${operationId} ${path}`));
    expect(
      paths.filter((path) => !sent.has(path)),
      "no example is sent to the path with the example ids",
    ).toEqual([]);
  });

  const filters = operations(service).flatMap((operation) =>
    parametersIn(operation, "query")
      .map((parameter) => [operation, exampleOf(parameter)] as const)
      .filter(([{ id }, [name]]) => id.endsWith(".list") && !["page", "limit"].includes(name)),
  );

  test.each(
    filters.map(([operation, [name, value]]) => ({ operation, id: operation.id, name, value })),
  )("$id with $name=$value", async ({ operation, name, value }) => {
    const { url } = await open();
    const list = { method: "GET", path: operation.pathItem.key, body: undefined };
    const all = await send(url, { ...list, query: "" });
    const { status, body } = await send(url, {
      ...list,
      query: `${new URLSearchParams({ [name]: value })}`,
    });
    expect(status).toBe(200);
    const found = all.body.data.filter((item: unknown) => hasValue(item, name, value));
    const total = hiddenFilters[name];
    if (total === undefined) expect(body.data).toEqual(found);
    expect(body.meta.total).toBe(total ?? found.length);
    expect(body.meta.total > 0).toBe(name !== "subscriptionId");
  });
});

test("all examples of a resource that read it show the same", () => {
  const shown = exchanges
    .filter(({ method }) => method === "GET")
    .flatMap(({ operationId, response }) =>
      [response.data].flat().map((resource) => ({ operationId, resource: resource as JsonObject })),
    )
    .filter(({ resource }) => "id" in resource);
  const byId = Map.groupBy(shown, ({ resource }) => resource.id);
  for (const [, [first, ...others]] of byId) {
    for (const { resource } of others) expect(resource).toEqual(first?.resource);
  }
});

describe("the resources of the examples", () => {
  test("have their ledger entries, which cover the withdrawal", async () => {
    const { control } = await open();
    const { data } = await control.balance.get();
    const [paid, withdrawn] = [exampleData("payments.get pix"), exampleData("withdrawals.get pix")];
    expect(data.available).toBe(paid.amount - withdrawn.amount);
    expect(data.available).toBeGreaterThan(0);
    const { data: posted } = await control.events.list({ resourceId: withdrawn.id });
    const entries = posted.flatMap((event) =>
      event.type === "ledger.posted" ? event.data.entries : [],
    );
    expect(new Map(entries.map(({ account, amount }) => [account, amount]))).toEqual(
      new Map([
        ["available", -withdrawn.amount],
        ["banks", withdrawn.liquidAmount],
        ["fees", withdrawn.amount - (withdrawn.liquidAmount ?? 0)],
      ]),
    );
    await control.withdrawals.setStatus(withdrawn.id, { status: "FAILED" });
    expect((await control.balance.get()).data.available).toBe(paid.amount);
    const splits = exampleData("payments.get cardWithSplits").splits ?? [];
    expect(
      new Map(data.subaccounts.map((each) => [each.subaccountId, each.receivable[0]?.amount])),
    ).toEqual(
      new Map(splits.map(({ subaccountId, liquidAmount }) => [subaccountId, liquidAmount])),
    );
  });

  test("have their jobs: an active subscription charges, a suspended one does not, a billet expires", async () => {
    const { url, control } = await open();
    await control.clock.advance({ days: 40 });
    const { data: charges } = await control.events.list({ type: "subscription.charged" });
    const { id } = exampleData("subscriptions.get active");
    expect(charges.map(({ resource }) => resource?.id)).toEqual([id, id]);
    const statusOf = async (name: string) => (await send(url, exchange(name))).body.data.status;
    expect(await statusOf("payments.get billet")).toBe("CANCELED");
    expect(await statusOf("payments.get pix")).toBe("PAID");
  });

  test("send no postbacks", async () => {
    const { control } = await open();
    expect((await control.postbacks.list()).data).toEqual([]);
  });
});

describe("the clock of the company", () => {
  test("stands still at the latest time of a resource", async () => {
    const { control } = await open();
    const latest = exchanges
      .filter(({ operationId }) => /\.(get|list)$/.test(operationId))
      .flatMap(({ response }) => [...JSON.stringify(response).matchAll(/edAt":"([^"]+)"/g)])
      .map(([, time = ""]) => Date.parse(time));
    const now = new Date(Math.max(...latest)).toISOString();
    expect((await control.clock.get()).data).toEqual({ now, moving: false });
  });

  test("stands still at another time on request, and what was due until then has happened", async () => {
    const { control, sandbox } = await open({ clock: "2026-05-01T12:00:00Z" });
    await sandbox.settled();
    expect((await control.clock.get()).data.now).toBe("2026-05-01T12:00:00.000Z");
    const { data } = await control.events.list({ type: "subscription.charged" });
    expect(data.map(({ at }) => at.slice(0, 10))).toEqual(["2026-04-09", "2026-03-10"]);
  });
});

describe("the keys of the example", () => {
  test("log in to the same company as those that the sandbox returns", async () => {
    const { url, sandbox } = await open();
    const list = exchange("payments.list page");
    const { status, body } = await send(url, list, sandbox);
    expect({ status, body }).toEqual({ status: 200, body: list.response });
  });

  test("are rejected by a sandbox without examples", async () => {
    const { url } = await open({ examples: false });
    expect((await logIn(url, keys)).status).toBe(401);
  });

  test.each([{ publicKey: "other" }, { privateKey: "other" }])(
    "are rejected with %j",
    async (change) => {
      const { url } = await open();
      expect((await logIn(url, { ...keys, ...change })).status).toBe(401);
    },
  );
});

describe("a database file", () => {
  test("that was created with examples continues, with and without them", async () => {
    const db = newFile();
    const all = { ...exchange("payments.list page"), query: "" };
    const first = await startSandbox({ db, examples: true });
    await send(first.url, exchange("payments.create card"));
    const before = await send(first.url, all);
    expect(before.body.meta.total).toBe(6);
    await first.close();

    const second = await startSandbox({ db, examples: true });
    expect(await send(second.url, all)).toEqual(before);
    await second.close();

    const third = await startSandbox({ db });
    onTestFinished(third.close);
    expect((await logIn(third.url, keys)).status).toBe(401);
    expect(await send(third.url, all, third)).toEqual(before);
  });

  test("that has other data is rejected and stays as it is", async () => {
    const db = newFile();
    const first = await startSandbox({ db, clock: "2026-03-02T12:00:00Z" });
    const control = createControl(first.url, first);
    await control.customers.create(body("customers.create", "customer"));
    const read = async ({ url, ...pair }: { url: string; publicKey: string; privateKey: string }) =>
      (await send(url, { method: "GET", path: "/customers", query: "", body: undefined }, pair))
        .body;
    const before = await read(first);
    await first.close();

    const ended = await runHere(["sandbox", "--port", "0", "--db", db, "--examples"]);
    const problem = "it has other data, and the examples need a new file";
    expect(ended).toEqual({
      status: 2,
      signal: null,
      stdout: "",
      stderr: `centavo: ${db} cannot be used with examples: ${problem}; choose another with --db\n`,
    });

    const again = await startSandbox({ db });
    onTestFinished(again.close);
    expect(await read(again)).toEqual(before);
    const { data } = await createControl(again.url, again).clock.get();
    expect(data.now).toBe("2026-03-02T12:00:00.000Z");
  });

  test("that an interrupted start left empty gets the examples", async () => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    const { url } = await open({ db });
    const { status } = await send(url, exchange("payments.get card"));
    expect(status).toBe(200);
  });
});

/** The exchange with this name, such as `payments.get card`. */
function exchange(name: string): Exchange {
  const found = exchanges.find((each) => each.name === name);
  if (!found) throw new Error(`The contract has no example ${name}.`);
  return found;
}

/** The fields of an example resource that these tests compare. */
function exampleData(name: string) {
  return exchange(name).response.data as {
    id: string;
    amount: number;
    liquidAmount?: number;
    splits?: { subaccountId: string; liquidAmount: number }[];
  };
}

async function open(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ examples: true, ...options });
  onTestFinished(sandbox.close);
  return { sandbox, url: sandbox.url, control: sandbox.control };
}

function logIn(url: string, { publicKey, privateKey }: typeof keys): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ publicKey, privateKey });
  return fetch(`${url}/auth`, { method: "POST", headers, body });
}

type Sent = Pick<Exchange, "method" | "path" | "query" | "body">;

// biome-ignore lint/suspicious/noExplicitAny: the responses of all operations
type Answer = { status: number; body: any };

/** Sends a request with the keys of the example. */
async function send(
  url: string,
  { method, path, query, body }: Sent,
  pair = keys,
): Promise<Answer> {
  const { data } = (await (await logIn(url, pair)).json()) as { data: { access_token: string } };
  const response = await fetch(`${url}${path}${query && `?${query}`}`, {
    method,
    headers: {
      authorization: `Bearer ${data.access_token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** One exchange per example of a request body, or else per example of a response. */
function exchangesOf(operation: Operation): Exchange[] {
  const { id, cursor } = operation;
  const requests = new Map(
    jsonContent(cursor.at("requestBody"))
      .at("examples")
      .members()
      .map((example) => [example.key, example.at("value").value]),
  );
  const responses = jsonContent(cursor.at("responses", "200")).at("examples").members();
  const named = responses.map((example) => [example.key, example.at("value").value] as const);
  return named.map(([name, value]) => {
    const response = value as JsonObject;
    return {
      name: `${id} ${name}`,
      operationId: id,
      method: cursor.key.toUpperCase(),
      path: pathOf(operation, response),
      query: queryOf(operation, response),
      body: requests.get(name),
      response,
    };
  });
}

/** An example of another resource than that of the parameter shows its own id. */
function pathOf(operation: Operation, { data }: JsonObject): string {
  const parameters = parametersIn(operation, "path").map(exampleOf);
  const own = isObject(data) && parameters.length === 1 ? data.id : undefined;
  return fillIn(
    operation,
    parameters.map(([name, value]) => [name, `${own ?? value}`]),
  );
}

function fillIn({ pathItem }: Operation, parameters: [name: string, value: string][]): string {
  return parameters.reduce((path, [name, value]) => path.replace(`{${name}}`, value), pathItem.key);
}

/** A page has its own number and size. An empty list is the response to all filters together. */
function queryOf(operation: Operation, { data, meta }: JsonObject): string {
  const isEmpty = Array.isArray(data) && data.length === 0;
  const query = parametersIn(operation, "query")
    .map(exampleOf)
    .map(([name, value]): [string, string] => [name, `${(meta as JsonObject)?.[name] ?? value}`])
    .filter(([name]) => isEmpty || ["page", "limit"].includes(name));
  return `${new URLSearchParams(query)}`;
}

function exampleOf(parameter: Operation["cursor"]): [name: string, value: string] {
  return [String(parameter.at("name").value), String(parameter.at("example").value)];
}

/** Whether an item of a list, or one of its splits, has a field with this value. */
function hasValue(item: unknown, name: string, value: string): boolean {
  const { splits = [], ...own } = item as JsonObject & { splits?: JsonObject[] };
  return [own, ...splits].some((object) => `${(object as JsonObject)[name]}` === value);
}

/** The response with the example's values where the form of a new value is right. */
function withoutNewValues({ operationId, response }: Exchange, actual: JsonObject): JsonObject {
  const replaced = structuredClone(actual);
  for (const [path, form] of Object.entries(newValues[operationId] ?? {})) {
    const parents = path.split(".");
    const field = parents.pop() ?? "";
    const parentIn = ({ data }: JsonObject) =>
      parents.reduce((object: unknown, name) => isObject(object) && object[name], data);
    const [shown, sent] = [parentIn(response), parentIn(replaced)];
    if (!isObject(shown)) continue;
    expect(isObject(sent) && sent[field], path).toMatch(form);
    if (isObject(sent)) sent[field] = shown[field];
  }
  return replaced;
}
