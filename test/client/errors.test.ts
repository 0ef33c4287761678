import { describe, expect, test } from "vitest";
import {
  CentavoError,
  createCentavo,
  isReturnCode,
  NetworkError,
  type ReturnCodeName,
  returnCodeMessages,
  returnCodes,
  ServiceError,
  UnexpectedResponseError,
} from "../../src/client/index.ts";
import { freePort } from "../free-port.ts";
import {
  broken,
  errorReply,
  type FakeResponse,
  keys,
  ok,
  type Reply,
  serve,
  token,
} from "./fake-server.ts";

const names = Object.keys(returnCodes) as ReturnCodeName[];

/** A value that cannot be converted to text. */
const notText = { toString: 1, valueOf: 1 };

/** The error that a call fails with. */
async function failure(reply: Reply, options: Parameters<typeof serve>[1] = {}): Promise<unknown> {
  const { centavo } = await serve(reply, { retry: { limit: 0 }, ...options });
  return centavo.payments.get("1").then(
    () => "no failure",
    (error) => error,
  );
}

describe("the service's error", () => {
  test("is reported in full", async () => {
    const data = { message: "Pagamento não encontrado", returnCode: -7708, error: "Not Found" };
    const error = await failure(errorReply(404, data, { "x-request-id": "r1" }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      name: "ServiceError",
      message:
        "payments.get: the service responded with 404: Pagamento não encontrado (PaymentNotFound, -7708)",
      operationId: "payments.get",
      status: 404,
      returnCode: -7708,
      code: "PaymentNotFound",
      messages: ["Pagamento não encontrado"],
      body: { data },
    });
    expect((error as ServiceError).headers.get("x-request-id")).toBe("r1");
  });

  test.each(names)("has its code known by name: %s", async (name) => {
    const code = returnCodes[name];
    const message = returnCodeMessages[name];
    const error = await failure(errorReply(400, { message, returnCode: code }));
    expect(names.filter((one) => isReturnCode(error, one))).toEqual([name]);
    expect(error).toMatchObject({ code: name, returnCode: code });
  });

  test("may have an unknown code, also one that names a property of every object", async () => {
    for (const returnCode of [-9999, 0, "toString", "__proto__"]) {
      const error = await failure(errorReply(400, { message: "x", returnCode }));
      const number = typeof returnCode === "number" ? returnCode : undefined;
      expect(error).toMatchObject({ code: undefined, returnCode: number });
      expect(names.filter((one) => isReturnCode(error, one))).toEqual([]);
    }
  });

  test.each([
    [{ message: "one" }, ["one"], "one"],
    [{ message: ["one", "two"] }, ["one", "two"], "one; two"],
    [{ message: [] }, [], "no message"],
    [{ message: "", error: "Bad Request" }, [""], "Bad Request"],
    [{ error: "Bad Request", statusCode: 400 }, [], "Bad Request"],
    [{ message: null, returnCode: null }, [], "no message"],
    [{ message: 5 }, [], "no message"],
    [{ message: ["one", null, { constraints: {} }] }, ["one"], "one"],
    [{}, [], "no message"],
    [{ error: notText }, [], "no message"],
    [{ returnCode: notText }, [], "no message"],
    [{ message: [notText] }, [], "no message"],
  ])("has its messages as a list: %j", async (data, messages, said) => {
    const error = await failure(errorReply(400, data));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      messages,
      returnCode: undefined,
      code: undefined,
      message: `payments.get: the service responded with 400: ${said}`,
      body: { data },
    });
  });
});

test.each([undefined, null, "PaymentNotFound", { code: "PaymentNotFound" }, new Error("x")])(
  "isReturnCode is false for %o, which is no error of the service",
  (value) => {
    expect(isReturnCode(value, "PaymentNotFound")).toBe(false);
  },
);

describe("a response that does not match the contract", () => {
  const list = "does not match the contract";
  test.each<[string, FakeResponse, string]>([
    ["200 in HTML", { text: "<html>" }, "is not JSON"],
    ["200 with broken JSON", { text: '{"data":' }, "is not JSON"],
    ["200 with nothing", { text: "" }, "is empty"],
    ["204", { status: 204, text: "" }, "is empty"],
    ["200 without data", { text: '{"id":"1"}' }, list],
    ["200 with null", { text: "null" }, list],
    ["200 with a list", { text: "[]" }, list],
    ["200 with a number", { text: "5" }, list],
    ["200 with data that are null", { text: '{"data":null}' }, list],
    ["200 with data that are a text", { text: '{"data":"1"}' }, list],
    ["502 in HTML", { status: 502, text: "<html>" }, "is not JSON"],
    ["500 with nothing", { status: 500, text: "" }, "is empty"],
    ["500 of a framework", { status: 500, text: '{"statusCode":500,"message":"x"}' }, list],
    ["500 with data that are null", { status: 500, text: '{"data":null}' }, list],
    ["500 with data that are a list", { status: 500, text: '{"data":[]}' }, list],
    ["500 with a text", { status: 500, text: '"Internal error"' }, list],
    ["500 with null", { status: 500, text: "null" }, list],
  ])("is an error of its own: %s", async (_, response, problem) => {
    const error = await failure({ ...response, headers: { "x-request-id": "r1" } });
    const status = response.status ?? 200;
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      name: "UnexpectedResponseError",
      operationId: "payments.get",
      message: `payments.get: the response with status ${status} ${problem}`,
      status,
      text: response.text,
    });
    expect((error as UnexpectedResponseError).headers.get("x-request-id")).toBe("r1");
  });

  test.each([
    ["without meta", { data: [] }],
    ["with meta that are null", { data: [], meta: null }],
    ["whose data are no list", { data: {}, meta: { total: 0 } }],
  ])("is one too for a list %s", async (_, body) => {
    const { centavo } = await serve({ body });
    await expect(centavo.payments.list()).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  test("shows only its beginning", async () => {
    const error = await failure({ text: "<p>".repeat(1000) });
    expect((error as UnexpectedResponseError).text).toBe("<p>".repeat(1000).slice(0, 500));
  });

  test("is one where it is a redirect, which is not followed", async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const elsewhere = await serve(ok, { tokens: ok });
      const headers = { location: `${elsewhere.baseUrl}/auth` };
      const redirect = { status, headers, text: "" };
      const { centavo, requests } = await serve(redirect);
      const error = { name: "UnexpectedResponseError", status };
      await expect(centavo.payments.refund({ transactionId: "1" })).rejects.toMatchObject(error);
      await expect(centavo.payments.get("1")).rejects.toMatchObject(error);
      expect(requests).toHaveLength(2);

      const lost = await serve(ok, { tokens: redirect });
      await expect(lost.centavo.payments.get("1")).rejects.toMatchObject(error);
      expect([...elsewhere.requests, ...elsewhere.tokenRequests]).toEqual([]);
    }
  });
});

describe("a connection that fails", () => {
  // Node's error for a host name with two addresses.
  const unworded = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });

  test("is an error that states the reason and has the platform's error as its cause", async () => {
    const port = await freePort();
    for (const host of ["127.0.0.1", "localhost"]) {
      const baseUrl = `http://${host}:${port}`;
      const centavo = createCentavo({ baseUrl, ...keys, retry: { limit: 0 } });
      const error = await centavo.payments.get("1").catch((e) => e);
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ name: "NetworkError", operationId: "auth.createToken" });
      expect(error.message).toMatch(/^auth.createToken: the connection failed: .*ECONNREFUSED/);
      expect(error.cause).toMatchObject({ name: "TypeError", message: "fetch failed" });
      expect(error.cause.cause).toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  test.each([
    ["a text", "no route", "no route"],
    ["nothing", undefined, "undefined"],
    ["an error with a code only", unworded, "ECONNREFUSED"],
    ["an error for another", new Error("fetch failed", { cause: unworded }), "ECONNREFUSED"],
    ["an error of another realm", { name: "Error", message: "no route" }, "no route"],
  ])("is one whatever a fetch of one's own throws: %s", async (_, thrown, reason) => {
    const error = await failure(ok, { fetch: () => Promise.reject(thrown) });
    expect(error).toBeInstanceOf(NetworkError);
    expect((error as Error).message).toBe(`auth.createToken: the connection failed: ${reason}`);
  });
});

test("every error of the client is a CentavoError", async () => {
  const errors = [
    await failure(errorReply(400)),
    await failure({ text: "<html>" }),
    await failure(broken),
    await failure(() => undefined, { totalTimeout: 30 }),
    await failure(ok, { tokens: token("") }),
  ];
  expect(errors.map((error) => (error as Error).name)).toEqual([
    "ServiceError",
    "UnexpectedResponseError",
    "NetworkError",
    "TimeoutError",
    "UnexpectedResponseError",
  ]);
  for (const error of errors) expect(error).toBeInstanceOf(CentavoError);
});

describe("an error may have 65,536 characters, since masking more would take long:", () => {
  const data = (message: string) => JSON.stringify({ data: { message } });
  const room = 65_536 - data("").length;

  test.each(["1", "\u0661", "x"])("as many are read, of %s", async (sign) => {
    const error = await failure({ status: 400, text: data(sign.repeat(room)) });
    expect(error).toMatchObject({ name: "ServiceError", messages: [sign.repeat(room)] });
  });

  test.each(["1", "\u0661", "x"])("of more the beginning is shown, of %s", async (sign) => {
    const text = data(sign.repeat(room + 1));
    const error = await failure({ status: 503, text });
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      message:
        "payments.get: the response with status 503 is an error of more than 65536 characters",
      status: 503,
      text: text.slice(0, 500),
    });
  });

  test("and keys in it are masked", async () => {
    const text = JSON.stringify({ privateKey: "abc", data: { message: "x".repeat(65_536) } });
    expect(await failure({ status: 400, text })).toMatchObject({
      text: expect.stringMatching(/^{"privateKey":"\[redacted\]","data":/),
    });
  });
});
