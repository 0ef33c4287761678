import { describe, expect, onTestFinished, test } from "vitest";
import { isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import { jsonContent, operations } from "../../../src/contract/operations.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { calls, type ShownCall } from "../../client/example-calls.ts";
import { Shop, startSandbox } from "../company-fixture.ts";
import { body, service } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const OFFSET_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const FILE = /^https?:\/\/[\w.:-]+\/_sandbox\/files\/[\w/-]+\.(png|pdf)$/;

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

/** A request of the contract's examples, and the response that the contract shows for it. */
type Exchange = Pick<ShownCall, "id" | "name" | "method"> & {
  target: string;
  json: unknown;
  response: JsonObject;
};

const exchanges = calls.map((call): Exchange => {
  const { id, name, method, path, body } = call;
  const response = call.response as JsonObject;
  return { id, name, method, target: ownPath(call) + ownQuery(call), json: body?.value, response };

  /** An example of another resource than that of the path's example shows its own id. */
  function ownPath({ template }: ShownCall): string {
    const own = isObject(response.data) ? response.data.id : undefined;
    const isOfOne = template.split("{").length === 2;
    return own && isOfOne ? template.replace(/\{\w+\}/, `${own}`) : path;
  }

  /** A page has its own number and size. An empty list is the response to all filters together. */
  function ownQuery({ query }: ShownCall): string {
    const isEmpty = Array.isArray(response.data) && response.data.length === 0;
    const meta = response.meta as JsonObject | undefined;
    const sent = query
      .filter(({ name }) => isEmpty || isOfPage(name))
      .map(({ name, value }) => [name, `${meta?.[name] ?? value}`]);
    return sent.length === 0 ? "" : `?${new URLSearchParams(sent)}`;
  }
});

describe("a sandbox with examples answers as documented:", () => {
  test.each(exchanges)("$name", async (exchange) => {
    const { shop } = await open();
    const { status, body } = await send(shop, exchange);
    expect({ status, body }).toEqual({ status: 200, body: withNewValues(exchange) });
  });

  test("every operation of the contract, with every example of a request", () => {
    // That these are the operations of the service is up to test/contract/provider-description.
    expect([...new Set(exchanges.map(({ id }) => id))]).toEqual(
      operations(service).map(({ id }) => id),
    );
    const requests = operations(service).flatMap(({ cursor }) =>
      jsonContent(cursor.at("requestBody")).at("examples").members(),
    );
    expect(exchanges.filter(({ json }) => json !== undefined)).toHaveLength(requests.length);
  });

  const lists = calls.filter(({ id, name }) => id.endsWith(".list") && name.endsWith("page"));
  const read = (target: string) => ({ method: "GET", target, json: undefined });

  const filters = lists
    .flatMap(({ id, path, query }) => query.map(({ name, value }) => ({ id, path, name, value })))
    .filter(({ name }) => !isOfPage(name));

  test.each(filters)("$id with $name=$value", async ({ path, name, value }) => {
    const { shop } = await open();
    const all = await send(shop, read(path));
    const target = `${path}?${new URLSearchParams({ [name]: `${value}` })}`;
    const { status, body } = await send(shop, read(target));
    expect(status).toBe(200);
    const found = all.body.data.filter((item: unknown) => hasValue(item, name, value));
    const total = hiddenFilters[name];
    if (total === undefined) expect(body.data).toEqual(found);
    expect(body.meta.total).toBe(total ?? found.length);
    expect(body.meta.total > 0).toBe(name !== "subscriptionId");
  });
});

describe("the resources of the examples", () => {
  test("have their ledger entries, which cover the withdrawal", async () => {
    const { control } = (await open()).shop;
    const { data } = await control.balance.get();
    const [paid, withdrawn] = [exampleData("payments.get pix"), exampleData("withdrawals.get pix")];
    expect(data.available).toBe(paid.amount - withdrawn.amount);
    expect(data.available).toBeGreaterThan(0);
    const splits = exampleData("payments.get cardWithSplits").splits ?? [];
    const receivable = data.subaccounts.map((each) => [
      each.subaccountId,
      each.receivable[0]?.amount,
    ]);
    expect(new Map(receivable as [string, number][])).toEqual(
      new Map(splits.map(({ subaccountId, liquidAmount }) => [subaccountId, liquidAmount])),
    );
  });

  test("have their jobs, but no postbacks: an active subscription charges, a suspended one does not, a billet expires", async () => {
    const { shop } = await open();
    expect((await shop.control.postbacks.list()).data).toEqual([]);
    await shop.control.clock.advance({ days: 40 });
    const charges = await shop.events({ type: "subscription.charged" });
    const { id } = exampleData("subscriptions.get active");
    expect(charges.map(({ resource }) => resource?.id)).toEqual([id, id]);
    const statusOf = async (name: string) => (await shop.payment(exampleData(name).id)).status;
    expect(await statusOf("payments.get billet")).toBe("CANCELED");
    expect(await statusOf("payments.get pix")).toBe("PAID");
  });
});

test("the clock of the company stands still, at another time on request, and what was due until then has happened", async () => {
  const { shop, sandbox } = await open({ clock: "2026-05-01T12:00:00Z" });
  await sandbox.settled();
  const now = "2026-05-01T12:00:00.000Z";
  expect((await shop.control.clock.get()).data).toEqual({ now, moving: false });
  const charges = await shop.events({ type: "subscription.charged" });
  expect(charges.map(({ at }) => at.slice(0, 10))).toEqual(["2026-03-10", "2026-04-09"]);
});

test("the keys of the example log in to the company of the sandbox's keys, and only as they are", async () => {
  const { sandbox } = await open();
  const list = exchange("payments.list page");
  const { body } = await send(new Shop(sandbox.url, sandbox), list);
  expect(body).toEqual(list.response);
  const wrong = { status: 401 };
  for (const change of [{ publicKey: "other" }, { privateKey: "other" }]) {
    const pair = { ...keys, ...change };
    await expect(new Shop(sandbox.url, pair).token()).rejects.toMatchObject(wrong);
  }
  const { shop: without } = await open({ examples: false });
  await expect(without.token()).rejects.toMatchObject(wrong);
});

/** That one with other data is rejected, and stays as it is, is up to command-line/cli.test.ts. */
describe("a database file", () => {
  test("that was created with examples continues, with and without them", async () => {
    const db = newFile();
    const all = { method: "GET", target: "/payments", json: undefined };
    const first = await open({ db });
    await send(first.shop, exchange("payments.create card"));
    const before = (await send(first.shop, all)).body;
    expect(before.meta.total).toBe(6);
    await first.sandbox.close();

    const second = await open({ db });
    expect((await send(second.shop, all)).body).toEqual(before);
    await second.sandbox.close();

    const { shop, sandbox } = await open({ db, examples: false });
    await expect(shop.token()).rejects.toMatchObject({ status: 401 });
    expect((await send(new Shop(sandbox.url, sandbox), all)).body).toEqual(before);
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
    splits?: { subaccountId: string; liquidAmount: number }[];
  };
}

/** A sandbox, and its company with the keys of the example. */
async function open(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ examples: true, ...options });
  onTestFinished(sandbox.close);
  return { sandbox, shop: new Shop(sandbox.url, keys) };
}

async function send(
  shop: Shop,
  { method, target, json }: Pick<Exchange, "method" | "target" | "json">,
) {
  const response = await shop.send(method, target, { token: await shop.token(), json });
  // biome-ignore lint/suspicious/noExplicitAny: the responses of all operations
  return response as { status: number; body: any };
}

function isOfPage(name: string): boolean {
  return name === "page" || name === "limit";
}

/** Whether an item of a list, or one of its splits, has a field with this value. */
function hasValue(item: unknown, name: string, value: unknown): boolean {
  const { splits = [], ...own } = item as JsonObject & { splits?: JsonObject[] };
  return [own, ...splits].some((object) => `${(object as JsonObject)[name]}` === `${value}`);
}

/** The response of the example, with the forms of the values that are new in each response. */
function withNewValues({ id, response }: Exchange): JsonObject {
  const expected = structuredClone(response);
  for (const [path, form] of Object.entries(newValues[id] ?? {})) {
    const names = path.split(".");
    const field = names.pop() ?? "";
    const owner = names.reduce(
      (value: unknown, name) => isObject(value) && value[name],
      expected.data,
    );
    if (isObject(owner)) owner[field] = expect.stringMatching(form);
  }
  return expected;
}
