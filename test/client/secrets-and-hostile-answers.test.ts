import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { Centavo } from "../../src/client/index.ts";
import { call, operationCalls, type ShownCall } from "./example-calls.ts";
import {
  type Arrived,
  errorReply,
  keys,
  ok,
  type Reply,
  type Respond,
  serve,
  token,
} from "./fake-server.ts";

const cardNumber = "4024007112345672";
const securityCode = "9174";
const bearer = "eyJhbGciOi.token_Of-the.Service";
const otherKey = 'sk_of"another\\company';
const secrets = [
  keys.publicKey,
  keys.privateKey,
  "uS3oNlyHere",
  otherKey,
  "another",
  bearer,
  "refreshMe_orSignIn",
  securityCode,
  cardNumber,
  "4024 0071 1234 5672",
  "4024-0071-1234-5672",
];

/** The secrets that are visible in a value, however it is printed. */
function visibleIn(value: unknown): string[] {
  const { message, stack, headers = [] } = Object(value);
  const printed = [
    message,
    stack,
    JSON.stringify(value),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    ...[...headers].flat(),
  ].join("\n");
  // A security code is too short to distinguish from a part of a longer number.
  return secrets.filter((secret) =>
    [secret, JSON.stringify(secret).slice(1, -1), inspect(secret).slice(1, -1)].some((spelling) =>
      new RegExp(`(?<!\\d)${spelling.replace(/\W/g, "\\$&")}(?!\\d)`).test(printed),
    ),
  );
}

/** How a hostile service might echo everything it knows. */
const echoes: Record<string, (known: string, all: Arrived[]) => Reply> = {
  "the message of an error": (known) => errorReply(400, { message: known }),
  "the messages of an error": (known) => errorReply(404, { message: known.split(",") }),
  "an error with more fields": (_arrived, all) => errorReply(400, { message: "x", echo: all }),
  "an error with fields of such names": (known) => errorReply(400, { [known]: known }),
  "an error with a card number in groups": (known) => {
    const [spaced, dashed] = secrets.slice(-2);
    const before = known.includes(cardNumber) ? "1235" : "2026-11-20";
    return errorReply(400, { message: `${before} ${spaced}, ${before} ${dashed}` });
  },
  "JSON in JSON in JSON": (known) =>
    errorReply(400, { message: JSON.stringify(JSON.stringify(known)) }),
  "an error that rejects the token": (known) => errorReply(401, { message: known }),
  "an error with numbers": (known) => {
    // A short number may be anything. Where it is no field of that name, it is none of the card's.
    const numbers = (known.match(/\d{5,}/g) ?? []).map(Number);
    return errorReply(400, { echo: numbers, returnCode: numbers.at(-1) });
  },
  "JSON that is not an envelope": (_arrived, all) => ({ status: 500, body: { all } }),
  "JSON without data": (_arrived, all) => ({ body: { all } }),
  "a text": (known) => ({ status: 400, body: known }),
  "broken JSON": (known) => ({ text: `{"data":${known.slice(0, -2)}` }),
  HTML: (known) => ({ status: 502, text: `<pre>${known}</pre>` }),
  "HTML that says all is well": (known) => ({ text: `<pre>${known}</pre>` }),
  "bytes that are not HTTP": (known) => (_arrived, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nno header\r\n\r\n${known}`);
    return undefined;
  },
  "the headers of an error": (known) => errorReply(400, {}, { "x-echo": known }),
  "the headers of HTML": (known) => ({ status: 503, text: "<p>", headers: { "x-echo": known } }),
  "the address of a redirect": (known) => ({ status: 307, text: "", headers: { location: known } }),
};

/** Calls of the contract's examples, with the secrets of this test. */
const secretCalls = ["payments.create", "cards.tokenize", "payments.get", "auth.createToken"].map(
  (id) => {
    const shown = operationCalls.find((one) => one.id === id) as ShownCall;
    const keys = { publicKey: otherKey, privateKey: otherKey };
    const given: Record<string, unknown> = { cardNumber, securityCode, ...keys };
    const put = (name: string, value: unknown) => given[name] ?? value;
    return { ...shown, args: JSON.parse(JSON.stringify(shown.args), put) };
  },
);

describe.each(secretCalls)(
  "keys, tokens and cards stay hidden in $id, though the service responds with",
  (shown) => {
    test.each(Object.entries(echoes))("%s", async (_title, echo) => {
      const seen: unknown[] = [];
      const note = (event: unknown) => void seen.push(event);
      const arrivals: Arrived[] = [];
      // The service learns all the secrets.
      const reply: Respond = (arrived, response) => {
        arrivals.push(arrived);
        const known = JSON.stringify(arrivals).replaceAll(/[^\x20-\x7e]/g, "?");
        const made = echo(known, arrivals);
        return typeof made === "function" ? made(arrived, response) : made;
      };
      const tokens: Respond = (arrived, response) => {
        if (Object(arrived.body).publicKey === otherKey) return reply(arrived, response);
        arrivals.push(arrived);
        return token(bearer);
      };
      const hooks = { onRequest: note, onResponse: note, onRetry: note };
      const { centavo } = await serve(reply, { tokens, hooks });
      const error = await call(centavo, shown).catch((e) => e);
      expect(error).toMatchObject({ operationId: shown.id });
      expect(seen.length).toBeGreaterThan(0);
      expect([error, ...seen].flatMap(visibleIn)).toEqual([]);
    });
  },
);

describe("a broken response to the keys is an error that shows no token, and nothing is sent:", () => {
  const data = { access_token: bearer, refresh_token: "refreshMe_orSignIn", expires_in: "3600s" };
  const unexpected = { name: "UnexpectedResponseError", status: 200, text: "" };
  const serviceError = { name: "ServiceError", status: 500 };
  test.each<[string, Reply, error?: object]>([
    ["cut off", { text: JSON.stringify({ data }).slice(0, 60) }],
    ["not in JSON", { text: new URLSearchParams(data).toString() }],
    ["in HTML", { text: `<p>${bearer} refreshMe_orSignIn</p>` }],
    ["without its envelope", { body: data }],
    ["by another name", { body: { data: { token: bearer, refresh: "refreshMe_orSignIn" } } }],
    ["as an error", errorReply(500, { message: JSON.stringify(data), ...data }), serviceError],
    ["as an error without its envelope", { status: 500, body: data }, { status: 500 }],
    ["unfit for a header", token(`${bearer}\n`)],
    ["without a token", { body: { data: {} } }],
    ["a number", { body: { data: { access_token: 1, expires_in: "3600s" } } }],
    ["an empty token", token("")],
  ])("%s", async (_title, tokens, expected = unexpected) => {
    const { centavo, requests, tokenRequests } = await serve(ok, { tokens });
    const error = await centavo.payments.get("1").catch((e) => e);
    expect(error).toMatchObject({ ...expected, operationId: "auth.createToken" });
    expect(visibleIn(error)).toEqual([]);
    expect([requests.length, tokenRequests.length]).toEqual([0, 1]);
  });
});

test("a printed client shows no secret", async () => {
  const { centavo } = await serve(ok, { tokens: token(bearer) });
  await centavo.payments.get("1");
  expect(visibleIn(centavo)).toEqual([]);
  expect(visibleIn(Object.values(centavo).flatMap(Object.values))).toEqual([]);
});

describe("a call is rejected before anything is sent", () => {
  const withIds = operationCalls.filter(({ template }) => template.includes("{"));
  const ids = ["", "/", "a/b", "../x", "..", ".", "\\", "a\\b", "\ud800", "a\udc00b", 5, null];

  test.each(withIds)("$id with an invalid id", async (shown) => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    const parameters = [...shown.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const [place, parameter] of parameters.entries()) {
      for (const id of [...ids, undefined]) {
        const called = call(centavo, { ...shown, args: shown.args.with(place, id) });
        await expect(called).rejects.toBeInstanceOf(TypeError);
        await expect(called).rejects.toThrow(
          `${shown.id}: ${parameter} must be a string without "/" or "\\", and not empty, "." or ".."`,
        );
      }
    }
    await pause(5);
    expect([...requests, ...tokenRequests]).toEqual([]);
  });

  test.each([
    otherKey,
    `${cardNumber}\ud800`,
    Number(cardNumber),
    [keys.privateKey],
    { cardNumber, securityCode },
  ])("and a bad id is not shown: %j", async (id) => {
    const { centavo } = await serve(ok);
    const error = await centavo.payments.get(id as string).catch((e) => e);
    expect(error).toBeInstanceOf(TypeError);
    expect(visibleIn(error)).toEqual([]);
  });

  const twoLines = { a: `${keys.privateKey}\nx` };
  const wrongHeader = /^payments.get: a header has characters that HTTP forbids$/;
  const controller = new AbortController() as never;
  test.each<[string, RegExp, (to: Centavo) => Promise<unknown>]>([
    ["half a character", /customerId/, (to) => to.payments.list({ customerId: "\ud83d" })],
    ["no subaccount", /subaccountId/, (to) => to.withdrawals.get("1", { subaccountId: "" })],
    ["a header over two lines", wrongHeader, (to) => to.payments.get("1", { headers: twoLines })],
    ["no signal", /^signal must be an/, (to) => to.payments.get("1", { signal: controller })],
    ["no JSON", /BigInt/, (to) => to.payments.refund({ transactionId: 1n as never })],
  ])("with %s", async (_title, message, callIt) => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    const called = callIt(centavo);
    await expect(called).rejects.toBeInstanceOf(TypeError);
    await expect(called).rejects.toThrow(message);
    await pause(5);
    expect([...requests, ...tokenRequests]).toEqual([]);
  });
});
