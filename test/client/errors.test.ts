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
import { errorReply, type FakeResponse, keys, ok, type Reply, serve } from "./fake-server.ts";

const names = Object.keys(returnCodes) as ReturnCodeName[];
const namesOf = (error: unknown) => names.filter((name) => isReturnCode(error, name));

/** A value that cannot be converted to text. */
const notText = { toString: 1, valueOf: 1 };

/** The error that a call fails with, as an error of this class. */
async function failure<Of = unknown>(reply: Reply, options: Parameters<typeof serve>[1] = {}) {
  const { centavo } = await serve(reply, { retry: { limit: 0 }, ...options });
  const error = await centavo.payments.get("1").catch((e) => e);
  expect(error).toBeInstanceOf(CentavoError);
  return error as Of;
}

describe("the service's error", () => {
  test("is reported in full", async () => {
    const data = { message: "Pagamento não encontrado", returnCode: -7708, error: "Not Found" };
    const error = await failure<ServiceError>(errorReply(404, data, { "x-request-id": "r1" }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      name: "ServiceError",
      operationId: "payments.get",
      status: 404,
      body: { data },
      returnCode: -7708,
      code: "PaymentNotFound",
      messages: ["Pagamento não encontrado"],
      message:
        "payments.get: the service responded with 404: Pagamento não encontrado (PaymentNotFound, -7708)",
    });
    expect(error.headers.get("x-request-id")).toBe("r1");
  });

  test.each(names)("has its code known by name: %s", async (name) => {
    const data = { message: returnCodeMessages[name], returnCode: returnCodes[name] };
    const error = await failure(errorReply(400, data));
    expect(error).toMatchObject({ code: name, returnCode: returnCodes[name] });
    expect(namesOf(error)).toEqual([name]);
  });

  test.each([
    [-9999, -9999],
    [0, 0],
    // Each object has these properties.
    ["toString", undefined],
    ["__proto__", undefined],
  ])("may have an unknown code: %s", async (given, returnCode) => {
    const error = await failure(errorReply(400, { message: "x", returnCode: given }));
    expect(error).toMatchObject({ code: undefined, returnCode });
    expect(namesOf(error)).toEqual([]);
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
    expect(await failure(errorReply(400, data))).toMatchObject({
      name: "ServiceError",
      returnCode: undefined,
      code: undefined,
      body: { data },
      messages,
      message: `payments.get: the service responded with 400: ${said}`,
    });
  });
});

test("isReturnCode is false for what is no error of the service", () => {
  const others = [undefined, null, "PaymentNotFound", { code: "PaymentNotFound" }, new Error("x")];
  expect(others.flatMap(namesOf)).toEqual([]);
});

describe("a response that does not match the contract", () => {
  const other = "does not match the contract";
  test.each<[status: number, text: string, problem: string]>([
    [200, "<html>", "is not JSON"],
    [200, '{"data":', "is not JSON"],
    [200, "", "is empty"],
    [204, "", "is empty"],
    [200, '{"id":"1"}', other],
    [200, "null", other],
    [200, "[]", other],
    [200, "5", other],
    [200, '{"data":null}', other],
    [200, '{"data":"1"}', other],
    [502, "<html>", "is not JSON"],
    [500, "", "is empty"],
    [500, '{"statusCode":500,"message":"x"}', other],
    [500, '{"data":null}', other],
    [500, '{"data":[]}', other],
    [500, '"Internal error"', other],
    [500, "null", other],
    // Only the beginning is shown.
    [200, "<p>".repeat(1000), "is not JSON"],
  ])("is an error of its own: %i with %s", async (status, text, problem) => {
    const reply = { status, text, headers: { "x-request-id": "r1" } };
    const error = await failure<UnexpectedResponseError>(reply);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      name: "UnexpectedResponseError",
      operationId: "payments.get",
      status,
      message: `payments.get: the response with status ${status} ${problem}`,
      text: text.slice(0, 500),
    });
    expect(error.headers.get("x-request-id")).toBe("r1");
  });

  test.each([
    ["without meta", { data: [] }],
    ["with meta that are null", { data: [], meta: null }],
    ["whose data are no list", { data: {}, meta: { total: 0 } }],
  ])("is one too for a list %s", async (_, body) => {
    const { centavo } = await serve({ body });
    await expect(centavo.payments.list()).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  test.each([301, 302, 303, 307, 308])("is one where it is a redirect: %i", async (status) => {
    const elsewhere = await serve(ok, { tokens: ok });
    const headers = { location: `${elsewhere.baseUrl}/auth` };
    const redirect: FakeResponse = { status, headers, text: "" };
    const { centavo, requests } = await serve(redirect);
    const error = { name: "UnexpectedResponseError", status };
    await expect(centavo.payments.refund({ transactionId: "1" })).rejects.toMatchObject(error);
    await expect(centavo.payments.get("1")).rejects.toMatchObject(error);
    expect(requests).toHaveLength(2);
    expect(await failure(ok, { tokens: redirect })).toMatchObject(error);
    // None was followed.
    expect([...elsewhere.requests, ...elsewhere.tokenRequests]).toEqual([]);
  });
});

describe("a connection that fails", () => {
  // Node's error for a host name with two addresses.
  const unworded = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });

  test.each(["127.0.0.1", "localhost"])(
    "is an error with the reason and the platform's error: %s",
    async (host) => {
      const baseUrl = `http://${host}:${await freePort()}`;
      const centavo = createCentavo({ baseUrl, ...keys, retry: { limit: 0 } });
      const error = await centavo.payments.get("1").catch((e) => e);
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({
        name: "NetworkError",
        operationId: "auth.createToken",
        message: expect.stringMatching(/^auth.createToken: the connection failed: .*ECONNREFUSED/),
        cause: { name: "TypeError", message: "fetch failed", cause: { code: "ECONNREFUSED" } },
      });
    },
  );

  test.each([
    ["a text", "no route", "no route"],
    ["nothing", undefined, "undefined"],
    ["an error with a code only", unworded, "ECONNREFUSED"],
    ["an error for another", new Error("fetch failed", { cause: unworded }), "ECONNREFUSED"],
    ["an error of another realm", { name: "Error", message: "no route" }, "no route"],
  ])("is one whatever a fetch of one's own throws: %s", async (_, thrown, reason) => {
    const error = await failure<Error>(ok, { fetch: () => Promise.reject(thrown) });
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.message).toBe(`auth.createToken: the connection failed: ${reason}`);
  });
});

test.each(["1", "\u0661", "x"])(
  "an error may have 65,536 characters, since masking more would take long: of %s",
  async (sign) => {
    const textOf = (message: string) => JSON.stringify({ privateKey: "abc", data: { message } });
    const longest = sign.repeat(65_536 - textOf("").length);
    const whole = await failure({ status: 400, text: textOf(longest) });
    expect(whole).toMatchObject({ name: "ServiceError", messages: [longest] });

    const text = textOf(longest + sign);
    expect(await failure({ status: 503, text })).toMatchObject({
      name: "UnexpectedResponseError",
      message:
        "payments.get: the response with status 503 is an error of more than 65536 characters",
      text: text.replace("abc", "[redacted]").slice(0, 500),
    });
  },
);
