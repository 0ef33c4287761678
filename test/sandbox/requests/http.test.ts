import { expect, test } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { operationCalls } from "../../client/example-calls.ts";
import { get, statusesOf } from "../../raw-socket.ts";
import { openSandbox, openShop } from "../company-fixture.ts";
import { body, control, service } from "../contract-examples.ts";

/** The form of an error that is none of the service's own. */
function error(status: number, kind: string, message: unknown = expect.anything()) {
  return { status, body: { data: { message, error: kind, statusCode: status } } };
}

test("nothing is at an unknown path, and an extra slash is named", async () => {
  const shop = await openShop();
  for (const path of ["/", "/payment", "/PAYMENTS", "/payments/x/y", "/_sandbox", "/%FFayments"])
    expect(await shop.send("GET", path), path).toMatchObject(error(404, "Not Found"));
  for (const path of ["/payments/", "//payments"]) {
    const message = expect.stringContaining("remove the extra slash");
    expect(await shop.send("GET", path)).toMatchObject(error(404, "Not Found", message));
  }
});

test("every path returns its allowed methods", async () => {
  const shop = await openShop();
  const all = Map.groupBy([service, control].flatMap(operations), ({ pathItem }) => pathItem.key);
  for (const [path, taken] of all) {
    const response = await shop.send("OPTIONS", path.replaceAll(/\{\w+\}/g, "x"));
    expect(response, path).toMatchObject(error(405, "Method Not Allowed"));
    const methods = taken.map(({ cursor }) => cursor.key.toUpperCase());
    expect(response.headers.get("allow")?.split(", ").toSorted()).toEqual(methods.toSorted());
  }
});

/** Sends bytes as a payment's body. */
async function sendBody(bytes: string | Uint8Array, contentType?: string) {
  const shop = await openShop();
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  // Bytes, since a text would get a content type by itself.
  const body = Buffer.from(bytes as string);
  return shop.send("POST", "/payments", { token: await shop.token(), headers, body });
}

test.each([
  // The message does not quote the body, as the parser's does.
  ['{"cardNumber":4111111111111111,', "the body must be valid JSON"],
  [new Uint8Array([0x22, 0xff, 0x22]), "the body must be valid JSON"],
  ["null", "the body must be an object"],
  ["[]", "the body must be an object"],
])("the body %s is rejected: %s", async (bytes, problem) => {
  const response = await sendBody(bytes, "application/json");
  expect(response).toMatchObject(error(400, "Bad Request", [problem]));
});

test.each([
  undefined,
  "application/x-www-form-urlencoded",
  "application/json; charset=latin1",
  "application/jsonp",
])("a body of the type %s is rejected", async (contentType) => {
  expect(await sendBody("{}", contentType)).toMatchObject(error(415, "Unsupported Media Type"));
});

test("a body of the type JSON is accepted, however that is written", async () => {
  const { status, body } = await sendBody("{}", 'Application/JSON;charset="UTF-8"');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("paymentType");
});

test("a body may not have too many items, nor a text that is too long", async () => {
  const shop = await openShop();
  const token = await shop.token();
  const post = (path: string, json: object) => shop.send("POST", path, { token, json });
  const tooMany = "the arrays of the body must not have more than 1000 items in total";
  expect(await post("/payments", { splits: Array(501).fill([1]) })).toMatchObject(
    error(400, "Bad Request", [tooMany]),
  );
  const tooLong = "the texts of the body must not have more than 10000 characters";
  for (const path of ["/cards/tokenize", "/_sandbox/subscriptions"])
    expect(await post(path, { customerId: "x".repeat(10_001) })).toMatchObject(
      error(400, "Bad Request", [tooLong]),
    );
  const unknown = { unknown: ["x".repeat(20_000)] };
  const most = {
    ...body("customers.create", "customer"),
    lastName: "x".repeat(10_000),
    ...unknown,
  };
  expect(await post("/_sandbox/customers", most)).toMatchObject({ status: 200 });
});

const withoutBody = operationCalls.filter(({ body, method }) => !body && method !== "GET");

test.each(withoutBody)("$id ignores a body", async ({ method, path }) => {
  const shop = await openShop();
  const token = await shop.token();
  const headers = { "content-type": "text/plain" };
  const { status } = await shop.send(method, path, { token, headers, body: "not { JSON" });
  expect(status).not.toBe(415);
  expect(status).toBe((await shop.send(method, path, { token })).status);
});

test.each([
  ["page=1e1", "page must be an integer"],
  ["page=9007199254740993", "page must be an integer"],
  ["page=0&limit=x", "page must not be less than 1", "limit must be an integer"],
  ["page=1&page=2", "page must appear only once"],
  ["amount=x", "amount must be a number"],
  ["dueDate=2026-02-30", "dueDate must be a date such as 2026-03-10"],
])("the query %s is rejected: %s", async (query, ...problems) => {
  const shop = await openShop();
  const response = await shop.send("GET", `/subscriptions?${query}`, { token: await shop.token() });
  expect(response).toMatchObject(error(400, "Bad Request", problems));
});

test("a path and a query may be encoded, and unknown parameters are ignored", async () => {
  const shop = await openShop();
  const { title } = await shop.subscription();
  const token = await shop.token();
  for (const written of [encodeURIComponent(title), title.replaceAll(" ", "+")]) {
    const path = `/%73ubscriptions?title=${written}&sort=up`;
    expect(await shop.send("GET", path, { token })).toMatchObject({ body: { meta: { total: 1 } } });
  }
});

test("a header that must be a UUID may not be empty", async () => {
  const shop = await openShop();
  const sent = { token: await shop.token(), headers: { "x-subaccount-id": "" } };
  const problem = "x-subaccount-id must be a UUID";
  expect(await shop.send("GET", "/withdrawals", sent)).toMatchObject(
    error(400, "Bad Request", [problem]),
  );
});

test("a compressed body is rejected", async () => {
  const shop = await openShop();
  const headers = { "content-encoding": "gzip" };
  expect(await shop.send("POST", "/auth", { json: {}, headers })).toMatchObject(
    error(415, "Unsupported Media Type"),
  );
});

test("a request may have an absolute URL, as to a proxy", async () => {
  const { url } = await openSandbox({ port: 0 });
  expect(await statusesOf(url, get(`${url}/_sandbox/health?x=1`))).toEqual([200]);
});
