import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type CentavoOptions, createCentavo } from "../../src/client/index.ts";
import { call, operationCalls, type ShownCall } from "./example-calls.ts";
import { type Arrived, keys, ok, type Reply, serve, token } from "./fake-server.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

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

/** A call of the contract's example, with the secrets of this test. */
function secretCall(id: string, given: object = { cardNumber, securityCode }): ShownCall {
  const shown = operationCalls.find((one) => one.id === id);
  if (!shown) throw new Error(`No call of ${id} is shown.`);
  const put = (name: string, value: unknown) => Object(given)[name] ?? value;
  return { ...shown, args: JSON.parse(JSON.stringify(shown.args), put) };
}

/** How a hostile service might echo everything it knows. */
const echoes: Record<string, (known: string, all: Arrived[]) => ReturnType<typeof replyWith>> = {
  "the message of an error": (known) => replyWith(400, { data: { message: known } }),
  "the messages of an error": (known) => replyWith(404, { data: { message: known.split(",") } }),
  "the kind of an error": (known) => replyWith(400, { data: { error: known } }),
  "an error with more fields": (_, all) => replyWith(400, { data: { message: "x", echo: all } }),
  "an error with fields of such names": (known) => replyWith(400, { data: { [known]: known } }),
  "an error with a card number in groups": (known) => {
    const [spaced, dashed] = secrets.slice(-2);
    const before = known.includes(cardNumber) ? "1235" : "2026-11-20";
    return replyWith(400, { data: { message: `${before} ${spaced}, ${before} ${dashed}` } });
  },
  "JSON in JSON in JSON": (known) =>
    replyWith(400, { data: { message: JSON.stringify(JSON.stringify(known)) } }),
  "an error that rejects the token": (known) => replyWith(401, { data: { message: known } }),
  "JSON that is not an envelope": (_, all) => replyWith(500, { all }),
  "JSON without data": (_, all) => replyWith(200, { all }),
  "a text": (known) => replyWith(400, known),
  "broken JSON": (known) => replyWith(200, undefined, `{"data":${known.slice(0, -2)}`),
  HTML: (known) => replyWith(502, undefined, `<pre>${known}</pre>`),
  "HTML that says all is well": (known) => replyWith(200, undefined, `<pre>${known}</pre>`),
  "the headers of an error": (known) =>
    replyWith(400, { data: {} }, undefined, { "x-echo": known }),
  "the headers of HTML": (known) => replyWith(503, undefined, "<p>", { "x-echo": known }),
  "the address of a redirect": (known) => replyWith(307, undefined, "", { location: known }),
};

function withNumbers(known: string) {
  return replyWith(400, { data: { echo: numbersIn(known), returnCode: numbersIn(known).at(-1) } });
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function replyWith(
  status: number,
  body: unknown,
  text?: string,
  headers: Record<string, string> = {},
) {
  return { status, headers, ...(text === undefined ? { body } : { text }) };
}

const secretCalls: ShownCall[] = [
  secretCall("payments.create"),
  secretCall("cards.tokenize"),
  secretCall("payments.get"),
  secretCall("auth.createToken", { publicKey: otherKey, privateKey: otherKey }),
];

describe.each(secretCalls)(
  "keys, tokens and cards stay hidden in $id, though the service responds with",
  (shown) => {
    /** Calls a service that learns all the secrets, and collects what the caller can see. */
    async function seen(makeReply: (known: string, all: Arrived[]) => Reply): Promise<unknown[]> {
      const events: unknown[] = [];
      const note = (event: unknown) => void events.push(event);
      const arrivals: Arrived[] = [];
      const reply: Reply = (arrived, response) => {
        arrivals.push(arrived);
        const known = JSON.stringify(arrivals).replaceAll(/[^\x20-\x7e]/g, "?");
        const made = makeReply(known, arrivals);
        return typeof made === "function" ? made(arrived, response) : made;
      };
      const { centavo } = await serve(reply, {
        tokens: (arrived, response) => {
          if (Object(arrived.body).publicKey === otherKey) {
            return typeof reply === "function" ? reply(arrived, response) : reply;
          }
          arrivals.push(arrived);
          return token(bearer);
        },
        hooks: { onRequest: note, onResponse: note, onRetry: note },
      });
      const error = await call(centavo, shown).catch((e) => e);
      expect(error).toMatchObject({ operationId: shown.id });
      expect(events.length).toBeGreaterThan(0);
      return [error, ...events];
    }

    test.each(Object.entries(echoes))("%s", async (_, echo) => {
      expect((await seen(echo)).flatMap(visibleIn)).toEqual([]);
    });

    // A short number may be anything. Where it is no field of that name, it is none of the card's.
    test("an error with numbers", async () => {
      const visible = (await seen(withNumbers)).flatMap(visibleIn);
      expect(visible.filter((secret) => secret !== securityCode)).toEqual([]);
    });

    test("bytes that are not HTTP", async () => {
      const reply =
        (known: string): Reply =>
        (_, response) =>
          void response.socket?.end(`HTTP/1.1 200 OK\r\nno header\r\n\r\n${known}`);
      const [error, ...events] = await seen(reply);
      expect(error).toMatchObject({ name: "NetworkError" });
      expect([error, ...events].flatMap(visibleIn)).toEqual([]);
    });
  },
);

describe("a broken response to the keys shows no token:", () => {
  const data = { access_token: bearer, refresh_token: "refreshMe_orSignIn", expires_in: "3600s" };
  test.each<[string, Reply]>([
    ["cut off", { text: JSON.stringify({ data }).slice(0, 60) }],
    ["not in JSON", { text: new URLSearchParams(data).toString() }],
    ["in HTML", { text: `<p>${bearer} refreshMe_orSignIn</p>` }],
    ["without its envelope", { body: data }],
    ["by another name", { body: { data: { token: bearer, refresh: "refreshMe_orSignIn" } } }],
    ["as an error", { status: 500, body: { data: { message: JSON.stringify(data), ...data } } }],
    ["as an error without its envelope", { status: 500, body: data }],
    ["unfit for a header", token(`${bearer}\n`)],
  ])("%s", async (_, tokens) => {
    const { centavo } = await serve(ok, { tokens });
    const error = await centavo.payments.get("1").catch((e) => e);
    expect(error).toMatchObject({ operationId: "auth.createToken" });
    expect(visibleIn(error)).toEqual([]);
  });
});

test("a printed client shows no secret", async () => {
  const { centavo } = await serve(ok, { tokens: token(bearer) });
  await centavo.payments.get("1");
  expect(visibleIn(centavo)).toEqual([]);
  expect(visibleIn(Object.values(centavo).flatMap(Object.values))).toEqual([]);
});

test("an error with circular causes is shown up to some cause", async () => {
  const first = new Error(`first ${keys.privateKey}`);
  first.cause = new Error("second", { cause: first });
  const { centavo } = await serve(ok, { retry: { limit: 0 }, fetch: () => Promise.reject(first) });
  const error = await centavo.auth.createToken(keys).catch((e) => e);
  expect(error).toMatchObject({
    name: "NetworkError",
    cause: { message: "first [redacted]", cause: { message: "second" } },
  });
  expect(visibleIn(error)).toEqual([]);
});

const baseOptions: CentavoOptions = { baseUrl: "https://provider.example", ...keys };

describe("createCentavo rejects", () => {
  test.each([
    ...[undefined, null, 5, "", "provider", "provider.example", "//provider.example"],
    ...["https://", "ftp://provider.example", "web+https://provider.example", "javascript:1"],
    ...["https://provider.example?a=b", "https://provider.example#a"],
    ...["http://provider.example", "http://10.0.0.1", "http://0.0.0.0", "http://128.0.0.1"],
    ...["http://[::2]", "http://localhost.provider.example", "http://127.0.0.1.provider.example"],
    ...["http://mylocalhost", "http://sandbox:4020", "https://me:secretWord@provider.example"],
    ...["https://secretWord@provider.example", "ftp://me:secretWord@provider.example"],
    ...["https://me:secretWord@provider.example?a=b", "secretWord"],
  ])("the base address %j", (baseUrl) => {
    const create = () => createCentavo({ ...baseOptions, baseUrl: baseUrl as string });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^baseUrl must /);
    expect(create).not.toThrow(/secretWord/);
  });

  test.each(
    ["publicKey", "privateKey"].flatMap((name) =>
      [undefined, null, "", 5].map((value) => ({ name, value })),
    ),
  )("a $name that is $value", ({ name, value }) => {
    const create = () => createCentavo({ ...baseOptions, [name]: value });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`${name} must be a non-empty string`);
  });

  test.each<[string, object | undefined, RegExp]>([
    ["no options at all", undefined, /^baseUrl must be a URL/],
    [
      "a number of retries for retry",
      { retry: 0 },
      /^retry must be an object like \{ limit: 2 \}$/,
    ],
    ["null for retry", { retry: null }, /^retry must be an object/],
    ["an address for fetch", { fetch: "https://a.example" }, /^fetch must be a function$/],
    [
      "a userAgent over two lines",
      { userAgent: `${keys.privateKey}\n.` },
      /^userAgent: (?!.*uS3o)/,
    ],
    [
      "a header over two lines",
      { headers: { a: `${keys.privateKey}\n.` } },
      /^headers: (?!.*uS3o)/,
    ],
  ])("%s", (_, given, words) => {
    const create = () => createCentavo((given && { ...baseOptions, ...given }) as CentavoOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(words);
  });

  const durations = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5000", null];
  const counts = [-1, Number.NaN, Number.POSITIVE_INFINITY, "2"];

  test.each(
    ["timeout", "totalTimeout"].flatMap((name) => durations.map((value) => ({ name, value }))),
  )("a $name of $value, and so does a call", async ({ name, value }) => {
    const words = new RegExp(`^${name} must be a number from 1 to`);
    const isDefault = value === null;
    const create = () => createCentavo({ ...baseOptions, [name]: value });
    if (!isDefault) expect(create).toThrow(TypeError);
    if (!isDefault) expect(create).toThrow(words);

    const { centavo, requests, tokenRequests } = await serve(ok);
    const called = centavo.subscriptions.suspend("1", { [name]: value });
    if (isDefault) await called;
    else await expect(called).rejects.toThrow(words);
    if (!isDefault) expect([...requests, ...tokenRequests]).toEqual([]);
  });

  test.each(
    ["limit", "baseDelay", "maxDelay"].flatMap((name) => counts.map((value) => ({ name, value }))),
  )("a retry.$name of $value", ({ name, value }) => {
    const create = () => createCentavo({ ...baseOptions, retry: { [name]: value } });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`retry.${name} must be `);
  });

  test("a browser page, unless it is allowed", () => {
    vi.stubGlobal("document", {});
    for (const options of [baseOptions, { ...baseOptions, allowBrowser: false }]) {
      expect(() => createCentavo(options)).toThrow(TypeError);
      expect(() => createCentavo(options)).toThrow(/browser/);
    }
    expect(() => createCentavo({ ...baseOptions, allowBrowser: true })).not.toThrow();
  });
});

test.each([
  { timeout: 1, totalTimeout: 1 },
  { timeout: 2 ** 31 - 1, totalTimeout: 2 ** 31 - 1 },
  { retry: { limit: 0, baseDelay: 0, maxDelay: 0 } },
])("createCentavo accepts the numbers %j", (options) => {
  expect(() => createCentavo({ ...baseOptions, ...options })).not.toThrow();
});

test.each([
  ...["https://provider.example", "HTTPS://Provider.example:8443/v1/", "http://localhost"],
  ...["http://LOCALHOST:4010/", "http://sandbox.localhost:4010", "http://127.0.0.1"],
  ...["http://127.1.2.3:4010", "http://127.1", "http://[::1]:4010"],
])("createCentavo accepts the base address %s", (baseUrl) => {
  expect(() => createCentavo({ ...baseOptions, baseUrl })).not.toThrow();
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
    `${keys.privateKey}/`,
    otherKey,
    `${cardNumber}\\`,
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

  test.each<[string, (centavo: ReturnType<typeof createCentavo>) => Promise<unknown>, RegExp]>([
    [
      "half a character in a filter",
      ({ payments }) => payments.list({ customerId: "\ud83d" }),
      /customerId/,
    ],
    [
      "an empty subaccountId",
      ({ withdrawals }) => withdrawals.get("1", { subaccountId: "" }),
      /subaccountId/,
    ],
    [
      "a header over two lines",
      ({ payments }) => payments.get("1", { headers: { a: "b\nc" } }),
      /^payments.get: the name or value of a header contains characters that HTTP does not allow$/,
    ],
    [
      "a key over two lines as a header",
      ({ payments }) => payments.get("1", { headers: { a: `${keys.privateKey}\nx` } }),
      /^(?!.*uS3oNlyHere)/,
    ],
    [
      "an AbortController for its signal",
      ({ payments }) => payments.get("1", { signal: new AbortController() as never }),
      /^signal must be an AbortSignal$/,
    ],
    [
      "a body that is not JSON",
      ({ payments }) => payments.refund({ transactionId: 1n as unknown as string }),
      /BigInt/,
    ],
  ])("with %s", async (_, callIt, words) => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    const called = callIt(centavo);
    await expect(called).rejects.toBeInstanceOf(TypeError);
    await expect(called).rejects.toThrow(words);
    await pause(5);
    expect([...requests, ...tokenRequests]).toEqual([]);
  });
});
