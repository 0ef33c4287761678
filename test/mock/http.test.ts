import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_PROBLEMS, TOO_MANY_ITEMS } from "../../src/contract/validation-limits.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { get, statusesOf } from "../raw-socket.ts";
import { body } from "../sandbox/contract-examples.ts";
import { SECRETS_IN_PATHS, showsSecret } from "../secret-texts.ts";
import { problems } from "./contract-examples.ts";
import { exchange, type MockResponse } from "./send-request.ts";

const id = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";
const payment = `/payments/${id}`;
const suspend = "/subscriptions/b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274/suspend";
const json = { "content-type": "application/json" };
const refund = JSON.stringify({ transactionId: id });
const split = JSON.stringify({
  subscriptionId: "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274",
  subaccountId: "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846",
  splitType: "percentage",
  splitPercentage: 33.33,
});

const log: string[] = [];
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ log: (line) => log.push(line) });
});

afterAll(() => mock?.close());

function call(method: string, path: string, headers = {}, body?: BodyInit): Promise<MockResponse> {
  const all = { authorization: "Bearer any", ...headers };
  const init = { method, headers: all, ...(body !== undefined && { body, duplex: "half" }) };
  return exchange(mock.url + path, init);
}

/** Sent without a content length, which is not known before the end. */
function inPieces(text: string): ReadableStream {
  return new Blob([text]).stream();
}

/** Sent without a content type, which `fetch` would add for a text. */
function untyped(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

type Sent = Parameters<typeof call>;

const NOT_JSON = "The body is not valid JSON";
const WRONG_TYPE = "The body must be sent with Content-Type: application/json";
const NO_BODY = ["Body parameter is required"];
const UNEXPECTED_BODY = ["No supported content types, but request included a non-empty body"];

const wrongTypes = [
  ...["text/plain", "application/x-www-form-urlencoded", "application/jsonp"],
  ...["application/vnd.api+json", "nonsense"],
];

const wrongPreferences = {
  "code=abc": "code=abc is not a status from 200 to 599",
  "code=100": "code=100 is not a status from 200 to 599",
  "dynamic=half": "dynamic=half is neither true nor false",
  "example=cheque": "payments.get has no example cheque, only card, cardWithSplits, pix, billet",
  "code=404, example=card":
    "payments.get with status 404 has no example card, only PaymentNotFound",
};

type Rejected = [what: string, sent: Sent, status: number, message: string | string[]];

const rejected: Rejected[] = [
  ...['{"transactionId": ', inPieces('{"transactionId": '), "transactionId=1"].map(
    (text): Rejected => [`${text}`, ["POST", "/payments/refund", json, text], 400, NOT_JSON],
  ),
  ...wrongTypes.map(
    (type): Rejected => [
      `a body of type ${type}`,
      ["POST", "/payments/refund", { "content-type": type }, refund],
      ...([400, WRONG_TYPE] as const),
    ],
  ),
  ["a body without a type", ["POST", "/payments/refund", {}, untyped(refund)], 400, WRONG_TYPE],
  [
    "a list, which is said once",
    ["POST", "/payments", json, "[]"],
    400,
    ["Request body must be object"],
  ],
  ["an empty body", ["POST", "/payments/refund", json, ""], 400, NO_BODY],
  ["no body", ["POST", "/payments/refund"], 400, NO_BODY],
  ["a body that nothing is done with", ["POST", suspend, json, "{}"], 400, UNEXPECTED_BODY],
  ["such a body in pieces", ["POST", suspend, json, inPieces("{}")], 400, UNEXPECTED_BODY],
  ["an unknown path", ["GET", "/payment"], 404, "Cannot GET /payment"],
  ["an id left out", ["GET", "/payments/"], 404, "Cannot GET /payments/"],
  ["a path that goes on", ["GET", `${payment}/`], 404, `Cannot GET ${payment}/`],
  ["the root", ["GET", "/"], 404, "Cannot GET /"],
  ["another method", ["PATCH", payment], 405, `Cannot PATCH ${payment}, only GET`],
  [
    "what could be an id",
    ["GET", "/payments/refund"],
    405,
    "Cannot GET /payments/refund, only POST",
  ],
  ["no encoding", ["GET", "/payments/%zz"], 400, "/payments/%zz is not percent-encoded UTF-8"],
  ...Object.entries(wrongPreferences).map(
    ([prefer, message]): Rejected => [
      `the preference ${prefer}`,
      ["GET", payment, { prefer }],
      ...([400, `Prefer: ${message}`] as const),
    ],
  ),
];

describe("is rejected in the envelope of the contract:", () => {
  test.each(rejected)("%s", async (_, sent, expected, message) => {
    const { status, headers, body } = await call(...sent);

    expect({ status, body }).toMatchObject({
      status: expected,
      body: { data: { message, statusCode: expected } },
    });
    expect(headers.get("content-type")).toBe("application/json");
    expect(problems({ $ref: "#/components/schemas/ErrorEnvelope" }, body)).toEqual([]);
  });
});

type Accepted = [what: string, sent: Sent, status: number, body: object];

const refunded = { data: { id } };
const charset = { "content-type": "Application/JSON; charset=utf-8" };
const more = JSON.stringify({ transactionId: id, colour: "red" });
const asPix = { data: { paymentMethod: "pix" } };
const notAuthorized = { prefer: "Code=403; Example=NotAuthorized" };

const accepted: Accepted[] = [
  ["a body in pieces", ["POST", "/payments/refund", json, inPieces(refund)], 200, refunded],
  ["a type's parameters", ["POST", "/payments/refund", charset, refund], 200, refunded],
  ["an unknown field", ["POST", "/payments/refund", json, more], 200, refunded],
  [
    "two decimals, some of which Prism alone would reject",
    ["POST", "/subscriptions/add_split", json, split],
    ...([200, { data: { splitType: "PERCENTAGE" } }] as const),
  ],
  ["a wish for HTML", ["GET", payment, { accept: "text/html" }], 200, refunded],
  ["a wish for nonsense", ["GET", payment, { accept: "nonsense;;" }], 200, refunded],
  ["a type without a body", ["GET", payment, { "content-type": "nonsense" }], 200, refunded],
  [
    "unknown parameters",
    ["GET", "/payments?colour=red&__proto__=1&constructor=2"],
    200,
    { meta: {} },
  ],
  ...["respond-async, wait=10", "__proto__=1", ",;=,"].map(
    (prefer): Accepted => [
      `the preferences ${prefer} for another party`,
      ["GET", "/payments/5e2a9c74-1f3b-4d60-b8e7-93c5d7a1f024", { prefer }],
      ...([200, asPix] as const),
    ],
  ),
  ["a preference in quotes", ["GET", payment, { prefer: 'example="pix"' }], 200, asPix],
  [
    "a semicolon, in other case",
    ["GET", payment, notAuthorized],
    403,
    { data: { returnCode: -1001 } },
  ],
  [
    "an unlisted status",
    ["GET", payment, { prefer: "code=503" }],
    503,
    { data: { statusCode: 500 } },
  ],
];

describe("is accepted as intended:", () => {
  test.each(accepted)("%s", async (_, sent, expected, part) => {
    const { status, body } = await call(...sent);
    expect({ status, body }).toMatchObject({ status: expected, body: part });
  });
});

test("a wrong method returns the allowed ones", async () => {
  const { headers } = await call("PUT", "/payments");
  expect(headers.get("allow")).toBe("GET, POST");
});

test("a request that is not an example gets the example of its kind", async () => {
  const { body: billet } = await call("GET", payment, { prefer: "example=billet" });
  const { data } = billet as { data: { buyerDetails: object } };
  const customerData = {
    ...{ firstName: "Ana", lastName: "Lima", email: "ana@example.com", document: "52998224725" },
    remoteIpv4: "203.0.113.9",
    address: { ...data.buyerDetails, zipcode: "01310200", complement: "1", reference: "2" },
  };
  const sent = { paymentType: "billet", billingData: { amount: 1 }, customerData };

  const { status, body } = await call("POST", "/payments", json, JSON.stringify(sent));

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { paymentMethod: "billet" } },
  });
});

test("a change that is not an example returns the resource of that id", async () => {
  const customer = "2c7be0d4-81f6-4a39-b5c8-e90d3a6f1b72";
  const { body } = await call("PUT", `/customers/${customer}`, json, '{"firstName": "Ana"}');
  expect(body).toMatchObject({ data: { id: customer } });
});

test("a generated response has only the fields of the contract", async () => {
  const path = "/withdrawals/264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34";
  const fields = async (prefer: string) => {
    const { body } = await call("GET", path, { prefer });
    return Object.keys((body as { data: object }).data).sort();
  };
  expect(await fields("dynamic=true")).toEqual(await fields("dynamic=false"));
});

test("errors in a union refer to the intended kind only", async () => {
  const { body } = await call("POST", "/payments", json, JSON.stringify({ paymentType: "pix" }));
  expect(body).toMatchObject({
    data: {
      message: [
        "Request body must have required property 'billingData'",
        "Request body must have required property 'customerData'",
      ],
    },
  });
});

test("the log has a line for each response, without query, body or token", async () => {
  log.length = 0;
  const secrets = { authorization: "Bearer secretToken" };
  await call("GET", "/subaccounts?document=52998224725", secrets);
  await call(
    "POST",
    "/cards/tokenize",
    { ...json, ...secrets },
    '{"cardNumber": "4111111111111111',
  );
  await call("POST", "/cards/tokenize", { ...json, ...secrets }, '{"cardNumber": "4111-1111"}');

  const missing = ["holderName", "expirationMonth", "expirationYear", "securityCode", "customerId"];
  expect(log.slice(0, 2)).toEqual([
    "GET /subaccounts 200",
    "POST /cards/tokenize 400 The body is not valid JSON",
  ]);
  expect(log).toHaveLength(3);
  for (const name of missing) expect(log[2]).toContain(name);
  expect(log.join()).not.toMatch(/52998224725|4111|secretToken/);
});

test("the log shows no query of a malformed address", async () => {
  log.length = 0;
  expect(await statusesOf(mock.url, get("//[?document=52998224725"))).toEqual([400]);
  expect(log).toEqual(["GET //[ 400 The request target is not a valid URL"]);
});

test.each(Object.entries(SECRETS_IN_PATHS))("the log shows no path with %s", async (_, secret) => {
  log.length = 0;
  for (const [method, path] of [
    ["GET", `/payments/${secret}`],
    ["GET", `/${secret}/x`],
    ["PATCH", `/payments/%E0%A4%A-${secret}`],
  ] as const) {
    await fetch(`${mock.url}${path}`, { method });
  }
  expect(log).toHaveLength(3);
  const shown = log.join("\n");
  expect(shown.includes(secret) || showsSecret(shown), shown).toBe(false);
});

test.each(["code", "example", "dynamic"])("the log shows no value of Prefer: %s", async (name) => {
  log.length = 0;
  const { body } = await call("GET", payment, { prefer: `${name}=x52998224725` });
  expect(JSON.stringify(body)).toContain("x52998224725");
  expect(log).toEqual([expect.stringMatching(/^GET \S+ 400 Prefer: /)]);
  expect(log.join()).not.toContain("52998224725");
});

describe("a body with many errors", () => {
  const pay = (splits: unknown[]) => {
    const wrong = body("payments.create", "pix", { splits });
    return call("POST", "/payments", json, JSON.stringify(wrong));
  };

  test("is rejected with a response and a log line that do not grow with it", async () => {
    log.length = 0;
    const { status, body } = await pay(Array(1000).fill(1));
    expect(status).toBe(400);
    expect((body as { data: { message: string[] } }).data.message).toHaveLength(MAX_PROBLEMS);
    expect(log.join()).toMatch(/; and 40 more$/);
    expect(log.join().length).toBeLessThan(2_000);
  });

  test("is not validated if its lists are too long, also in total", async () => {
    const message = TOO_MANY_ITEMS;
    const data = { message, error: "Bad Request", statusCode: 400 };
    log.length = 0;
    expect(await pay(Array(1001).fill(1))).toMatchObject({ status: 400, body: { data } });
    expect(log).toEqual([`POST /payments 400 ${message}`]);
    expect(await pay(Array(501).fill([1]))).toMatchObject({ status: 400, body: { data } });
  });
});
