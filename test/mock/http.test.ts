import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_PROBLEMS, MAX_TEXT } from "../../src/contract/validation-limits.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { get, statusesOf } from "../raw-socket.ts";
import { body } from "../sandbox/contract-examples.ts";
import { receive } from "../sandbox/receiver.ts";
import { SECRETS_IN_PATHS, showsSecret } from "../secret-texts.ts";
import { problems } from "./requests-from-examples.ts";
import { exchange, type MockResponse } from "./send-request.ts";

const id = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";
const payment = `GET /payments/${id}`;
const pixPayment = "GET /payments/5e2a9c74-1f3b-4d60-b8e7-93c5d7a1f024";
const suspend = "POST /subscriptions/b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274/suspend";
const json = { "content-type": "application/json" };
const refund = JSON.stringify({ transactionId: id });

const log: string[] = [];
let mock: Mock;

beforeAll(async () => {
  mock = await startMock({ log: (line) => log.push(line) });
});

beforeEach(() => {
  log.length = 0;
});

afterAll(() => mock?.close());

type Sent = [line: string, headers?: object, body?: BodyInit | undefined];

function call(...[line, headers, body]: Sent): Promise<MockResponse> {
  const [method = "", path = ""] = line.split(" ");
  const all = { authorization: "Bearer any", ...headers };
  const init = { method, headers: all, ...(body !== undefined && { body, duplex: "half" }) };
  return exchange(mock.url + path, init);
}

/** Sent without a content type, which `fetch` would add for a text. */
function untyped(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function refundOf(body?: BodyInit, headers: object = json): Sent {
  return ["POST /payments/refund", headers, body];
}

const NOT_JSON = "The body is not valid JSON";
const WRONG_TYPE = "The body must be sent with Content-Type: application/json";
const NO_BODY = ["Body parameter is required"];
const UNEXPECTED_BODY = ["No supported content types, but request included a non-empty body"];

const wrongPreferences = {
  "code=abc": "code=abc is not a status from 200 to 599",
  "dynamic=half": "dynamic=half is neither true nor false",
  "example=cheque": "payments.get has no example cheque, only card, cardWithSplits, pix, billet",
  "code=404, example=card":
    "payments.get with status 404 has no example card, only PaymentNotFound",
};

type Rejected = [what: string, sent: Sent, status: number, message: string | string[]];

const rejected: Rejected[] = [
  ["half a body", refundOf('{"transactionId": '), 400, NOT_JSON],
  ["another type", refundOf(refund, { "content-type": "application/jsonp" }), 400, WRONG_TYPE],
  ["a body without a type", refundOf(untyped(refund), {}), 400, WRONG_TYPE],
  ["a list, once", ["POST /payments", json, "[]"], 400, ["Request body must be object"]],
  ["no body", refundOf(), 400, NO_BODY],
  ["a body that nothing is done with", [suspend, json, "{}"], 400, UNEXPECTED_BODY],
  [
    "a kind of a union, for what it lacks and no other kind",
    ["POST /payments", json, '{"paymentType": "pix"}'],
    400,
    ["billingData", "customerData"].map(
      (name) => `Request body must have required property '${name}'`,
    ),
  ],
  ["an unknown path", ["GET /payment"], 404, "Cannot GET /payment"],
  ["what could be an id", ["GET /payments/refund"], 405, "Cannot GET /payments/refund, only POST"],
  ["no encoding", ["GET /payments/%zz"], 400, "/payments/%zz is not percent-encoded UTF-8"],
  ...Object.entries(wrongPreferences).map(([prefer, message]): Rejected => {
    return [`the preference ${prefer}`, [payment, { prefer }], 400, `Prefer: ${message}`];
  }),
];

test.each(rejected)("%s is rejected in the envelope of the contract", async (...row) => {
  const [, sent, statusCode, message] = row;
  const { status, headers, body } = await call(...sent);

  expect({ status, body }).toMatchObject({
    status: statusCode,
    body: { data: { message, statusCode } },
  });
  expect(headers.get("content-type")).toBe("application/json");
  expect(problems({ $ref: "#/components/schemas/ErrorEnvelope" }, body)).toEqual([]);
});

type Accepted = [what: string, sent: Sent, data: object, status?: number];

const charset = { "content-type": "Application/JSON; charset=utf-8" };
const odd = "GET /payments?colour=red&__proto__=1&constructor=2";
const billet = JSON.stringify(body("payments.create", "billet", { billingData: { amount: 1 } }));
const notAuthorized = { prefer: "Code=403; Example=NotAuthorized" };

const accepted: Accepted[] = [
  ["a body without a length", refundOf(new Blob([refund]).stream()), { id }],
  ["a type's parameters", refundOf(refund, charset), { id }],
  [
    "what is not an example, as its kind",
    ["POST /payments", json, billet],
    { paymentMethod: "billet" },
  ],
  ["a wish for HTML", [payment, { accept: "text/html" }], { id }],
  ["unknown parameters", [odd], expect.any(Array)],
  [
    "a preference for another party",
    [pixPayment, { prefer: "respond-async, wait=10" }],
    { paymentMethod: "pix" },
  ],
  ["a preference in quotes", [payment, { prefer: 'example="pix"' }], { paymentMethod: "pix" }],
  ["a semicolon, in other case", [payment, notAuthorized], { returnCode: -1001 }, 403],
  ["an unlisted status", [payment, { prefer: "code=503" }], { statusCode: 500 }, 503],
];

test.each(accepted)("%s is accepted as intended", async (_, sent, data, expected = 200) => {
  const { status, body } = await call(...sent);
  expect({ status, body }).toMatchObject({ status: expected, body: { data } });
});

test("a generated response has only the fields of the contract", async () => {
  const fields = async (prefer: string) => {
    const { body } = await call("GET /withdrawals/264f7d98-0b5e-4c3a-91d7-e6a8f2c50b34", {
      prefer,
    });
    return Object.keys((body as { data: object }).data).sort();
  };
  expect(await fields("dynamic=true")).toEqual(await fields("dynamic=false"));
});

test("the log has a line for each response, without query, body or token", async () => {
  const headers = { ...json, authorization: "Bearer secretToken" };
  await call("GET /subaccounts?document=52998224725", headers);
  await call("POST /cards/tokenize", headers, '{"cardNumber": "4111111111111111');
  await call("POST /cards/tokenize", headers, '{"cardNumber": "4111-1111"}');

  expect(log).toEqual([
    "GET /subaccounts 200",
    "POST /cards/tokenize 400 The body is not valid JSON",
    expect.stringMatching(/^POST \/cards\/tokenize 400 .*customerId.*holderName/),
  ]);
  expect(log.join()).not.toMatch(/52998224725|4111|secretToken/);
});

test("the mock calls no postback address, although the contract has a callback", async () => {
  const { url, deliveries } = await receive();
  const sent = body("payments.create", "pix", { billingData: { postbackUrl: url } });
  expect(await call("POST /payments", json, JSON.stringify(sent))).toMatchObject({ status: 200 });
  // Far longer than a call within this machine takes.
  await setTimeout(500);
  expect(deliveries).toEqual([]);
});

test("the log shows no query of a malformed address", async () => {
  expect(await statusesOf(mock.url, get("//[?document=52998224725"))).toEqual([400]);
  expect(log).toEqual(["GET //[ 400 The request target is not a valid URL"]);
});

test.each(Object.entries(SECRETS_IN_PATHS))("the log shows no path with %s", async (_, secret) => {
  for (const line of [
    `GET /payments/${secret}`,
    `GET /${secret}/x`,
    `PATCH /payments/%E0%A4%A-${secret}`,
  ]) {
    await call(line);
  }
  expect(log).toHaveLength(3);
  const shown = log.join("\n");
  expect(shown.includes(secret) || showsSecret(shown), shown).toBe(false);
});

test.each(["code", "example", "dynamic"])("the log shows no value of Prefer: %s", async (name) => {
  const { body } = await call(payment, { prefer: `${name}=x52998224725` });
  expect(JSON.stringify(body)).toContain("x52998224725");
  expect(log).toEqual([expect.stringMatching(/^GET \S+ 400 Prefer: /)]);
  expect(log.join()).not.toContain("52998224725");
});

function pay(splits: unknown[]) {
  return call("POST /payments", json, JSON.stringify(body("payments.create", "pix", { splits })));
}

test("a body with many errors gets a response and a log line that do not grow with it", async () => {
  expect(await pay(Array(1000).fill(1))).toMatchObject({
    status: 400,
    body: { data: { message: { length: MAX_PROBLEMS } } },
  });
  expect(log.join()).toMatch(/; and 40 more$/);
  expect(log.join().length).toBeLessThan(2_000);
});

test.each([
  ["list is too long", { splits: Array(1001).fill(1) }, "arrays", "1000 items in total"],
  [
    "lists are too long in total",
    { splits: Array(501).fill([1]) },
    "arrays",
    "1000 items in total",
  ],
  [
    "text is too long",
    { customerData: { firstName: "x".repeat(MAX_TEXT + 1) } },
    "texts",
    "10000 characters",
  ],
])("a body is not validated if its %s", async (_, changes, what, most) => {
  const problem = `the ${what} of the body must not have more than ${most}`;
  const sent = JSON.stringify(body("payments.create", "pix", changes));
  const data = { message: problem, error: "Bad Request", statusCode: 400 };
  expect(await call("POST /payments", json, sent)).toMatchObject({ status: 400, body: { data } });
  expect(log).toEqual([`POST /payments 400 ${problem}`]);
});
