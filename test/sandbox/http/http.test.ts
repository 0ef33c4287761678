import { request } from "node:http";
import { expect, test } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { operationCalls } from "../../client/example-calls.ts";
import { openShop, type Shop } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";

/** The form of an error that is none of the service's own. */
function error(status: number, kind: string) {
  const message = expect.anything();
  return { status, body: { data: { message, error: kind, statusCode: status } } };
}

const nowhere = [
  "/",
  "/payment",
  "/payments/",
  "//payments",
  "/PAYMENTS",
  "/payments/x/y",
  "/_sandbox",
  "/%FFayments",
];

test.each(nowhere)("nothing is at %s", async (path) => {
  const shop = await openShop();
  expect(await shop.send("GET", path)).toMatchObject(error(404, "Not Found"));
});

const paths = [...service.at("paths").members(), ...control.at("paths").members()].map(
  ({ key }) => key,
);
const all = [service, control].flatMap(operations);

test.each(paths)("%s returns its allowed methods", async (path) => {
  const shop = await openShop();
  const taken = all
    .filter(({ pathItem }) => pathItem.key === path)
    .map(({ cursor }) => cursor.key.toUpperCase());
  const response = await shop.send("PATCH", path.replaceAll(/\{\w+\}/g, "x"));
  expect(response).toMatchObject(error(405, "Method Not Allowed"));
  expect(response.headers.get("allow")?.split(", ").toSorted()).toEqual(taken.toSorted());
});

/** Sends bytes as a payment's body. */
async function sendBody(shop: Shop, bytes: string | Uint8Array, contentType: string | undefined) {
  const headers = contentType === undefined ? {} : { "content-type": contentType };
  const token = await shop.token();
  // Bytes, since a text would get a content type by itself.
  const body = (typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes) as BodyInit;
  return shop.send("POST", "/payments", { token, headers, body });
}

const broken = [
  ["half an object", '{"paymentType":'],
  ["a comma too many", '{"paymentType":"pix",}'],
  ["text after the JSON", "{}{}"],
  ["single quotes", "{'paymentType':'pix'}"],
  ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
] as const;

test.each(broken)("a body of %s is no JSON", async (_, bytes) => {
  const shop = await openShop();
  const response = await sendBody(shop, bytes, "application/json");
  expect(response).toMatchObject(error(400, "Bad Request"));
  expect(response.body).toMatchObject({ data: { message: ["the body must be valid JSON"] } });
});

test("the response hides the parser's message, which quotes the malformed body", async () => {
  const shop = await openShop();
  const { body } = await sendBody(shop, '{"cardNumber":4111111111111111,', "application/json");
  expect(JSON.stringify(body)).not.toContain("4111");
});

const values = ["null", "42", '"text"', "[]", "true"];

test.each(values)("a body that is %s is no object", async (json) => {
  const shop = await openShop();
  const response = await sendBody(shop, json, "application/json");
  expect(response).toMatchObject(error(400, "Bad Request"));
  expect(response.body).toMatchObject({ data: { message: ["the body must be an object"] } });
});

const otherTypes = [
  undefined,
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=latin1",
  "application/jsonp",
  "text/json",
];

test.each(otherTypes)("a body of the type %s is rejected", async (contentType) => {
  const shop = await openShop();
  const response = await sendBody(shop, "{}", contentType);
  expect(response).toMatchObject(error(415, "Unsupported Media Type"));
});

test.each([
  "application/json",
  "Application/JSON",
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
])("a body of the type %s is accepted", async (contentType) => {
  const shop = await openShop();
  const response = await sendBody(shop, "{}", contentType);
  expect(response.status).toBe(400);
  expect(JSON.stringify(response.body)).toContain("paymentType");
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

const queries = [
  ["page=0", "page must not be less than 1"],
  ["page=1e1", "page must be an integer"],
  ["page=+1", "page must be an integer"],
  ["page=9007199254740993", "page must be an integer"],
  ["limit=0", "limit must not be less than 1"],
  ["limit=101", "limit must not be greater than 100"],
  ["page=1&page=2", "page must appear only once"],
  ["amount=x", "amount must be a number"],
  ["dueDate=2026-02-30", "dueDate must be a date such as 2026-03-10"],
  ["status=active", "status must be one of ACTIVE, DELETED, EXPIRED, SUSPENDED"],
  ["subaccountId=42", "subaccountId must be a UUID"],
];

test.each(queries)("the query %s is rejected: %s", async (query, problem) => {
  const shop = await openShop();
  const response = await shop.send("GET", `/subscriptions?${query}`, { token: await shop.token() });
  expect(response).toMatchObject(error(400, "Bad Request"));
  expect(response.body).toMatchObject({ data: { message: [problem] } });
});

test("all errors of a query are reported together", async () => {
  const shop = await openShop();
  const response = await shop.send("GET", "/subscriptions?page=0&limit=x", {
    token: await shop.token(),
  });
  expect(response.body).toMatchObject({
    data: { message: ["page must not be less than 1", "limit must be an integer"] },
  });
});

test("a query may be encoded, and its unknown parameters are ignored", async () => {
  const shop = await openShop();
  const { title } = await shop.subscription();
  const token = await shop.token();
  for (const written of [encodeURIComponent(title), title.replaceAll(" ", "+")]) {
    const { body } = await shop.send("GET", `/subscriptions?title=${written}&sort=up`, { token });
    expect(body).toMatchObject({ meta: { total: 1 } });
  }
});

const withHeader = operationCalls.filter(({ headers }) => headers.length > 0);

test.each(withHeader)(
  "$id names a header that is no UUID",
  async ({ method, path, headers, body }) => {
    const shop = await openShop();
    const [header] = headers;
    const token = await shop.token();
    for (const value of ["42", ""]) {
      const sent = { token, headers: { [`${header?.name}`]: value }, json: body?.value };
      const response = await shop.send(method, path, sent);
      expect(response).toMatchObject(error(400, "Bad Request"));
      expect(response.body).toMatchObject({
        data: { message: [`${header?.name} must be a UUID`] },
      });
    }
  },
);

test("a percent-encoded path is the same path", async () => {
  const shop = await openShop();
  const response = await shop.send("GET", "/%70ayments", { token: await shop.token() });
  expect(response.status).toBe(200);
});

test.each(["/payments/", "//payments"])("%s is rejected for its extra slash", async (path) => {
  const shop = await openShop();
  const { body } = await shop.send("GET", path);
  expect(body).toMatchObject({
    data: { message: expect.stringContaining("remove the extra slash") },
  });
});

test("a compressed body is rejected", async () => {
  const shop = await openShop();
  const headers = { "content-encoding": "gzip" };
  const response = await shop.send("POST", "/auth", { json: {}, headers });
  expect(response).toMatchObject(error(415, "Unsupported Media Type"));
});

test("a request may have an absolute URL, as to a proxy", async () => {
  const shop = await openShop();
  const { hostname, port } = new URL(shop.url);
  const status = await new Promise((resolve, reject) => {
    request({ hostname, port, path: `${shop.url}/_sandbox/health?x=1` }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBe(200);
});
