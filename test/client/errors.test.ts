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

  // Each object has a property `toString`.
  test.each([-9999, 0, "toString"])("may have an unknown code: %s", async (returnCode) => {
    const error = await failure(errorReply(400, { message: "x", returnCode }));
    const known = typeof returnCode === "number" ? returnCode : undefined;
    expect(error).toMatchObject({ code: undefined, returnCode: known });
    expect(namesOf(error)).toEqual([]);
  });

  // A value that cannot be converted to text.
  const notText = { toString: 1, valueOf: 1 };
  test.each([
    [{ message: "one" }, ["one"], "one"],
    [{ message: ["one", "two"] }, ["one", "two"], "one; two"],
    [{ message: "", error: "Bad Request" }, [""], "Bad Request"],
    [{ message: ["one", null, notText] }, ["one"], "one"],
    [{ message: 5, error: notText, returnCode: notText }, [], "no message"],
    [{ message: null, returnCode: null }, [], "no message"],
    [{}, [], "no message"],
  ])("has its messages as a list: %j", async (data, messages, said) => {
    expect(await failure(errorReply(400, data))).toMatchObject({
      name: "ServiceError",
      returnCode: undefined,
      code: undefined,
      messages,
      message: `payments.get: the service responded with 400: ${said}`,
    });
  });
});

test("isReturnCode takes the number too, also of a code without a name", async () => {
  for (const returnCode of [-7708, -90101]) {
    const error = await failure(errorReply(404, { returnCode }));
    expect([isReturnCode(error, returnCode), isReturnCode(error, -7508)]).toEqual([true, false]);
  }
});

test("isReturnCode is false for what is no error of the service", () => {
  const others = [undefined, null, "PaymentNotFound", { code: "PaymentNotFound" }, new Error("x")];
  expect(others.flatMap(namesOf)).toEqual([]);
});

describe("a response that does not match the contract", () => {
  const other = "does not match the contract";
  test.each<[status: number, text: string, problem: string]>([
    [200, '{"data":', "is not JSON"],
    [204, "", "is empty"],
    [200, "null", other],
    [200, '{"id":"1"}', other],
    [200, '{"data":"1"}', other],
    [500, '{"statusCode":500,"message":"x"}', other],
    [500, '{"data":[]}', other],
    // Only the beginning is shown.
    [502, "<p>".repeat(1000), "is not JSON"],
  ])("is an error of its own: %i with %s", async (status, text, problem) => {
    const error = await failure({ status, text });
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({
      name: "UnexpectedResponseError",
      operationId: "payments.get",
      status,
      message: `payments.get: the response with status ${status} ${problem}`,
      text: text.slice(0, 500),
    });
  });

  test.each([{ data: [] }, { data: [], meta: null }, { data: {}, meta: { total: 0 } }])(
    "is one too for a list: %j",
    async (body) => {
      const { centavo } = await serve({ body });
      await expect(centavo.payments.list()).rejects.toBeInstanceOf(UnexpectedResponseError);
    },
  );

  test.each([302, 307])(
    "is one where it is a redirect, which is not followed: %i",
    async (status) => {
      const elsewhere = await serve(ok, { tokens: ok });
      const headers = { location: `${elsewhere.baseUrl}/auth` };
      const redirect: FakeResponse = { status, headers, text: "" };
      const { centavo, requests } = await serve(redirect);
      const error = { name: "UnexpectedResponseError", status };
      await expect(centavo.payments.refund({ transactionId: "1" })).rejects.toMatchObject(error);
      expect(requests).toHaveLength(1);
      expect(await failure(ok, { tokens: redirect })).toMatchObject(error);
      expect([...elsewhere.requests, ...elsewhere.tokenRequests]).toEqual([]);
    },
  );
});

test("a connection that fails is an error with the reason and the platform's error", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const centavo = createCentavo({ baseUrl, ...keys, retry: { limit: 0 } });
  const error = await centavo.payments.get("1").catch((e) => e);
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({
    name: "NetworkError",
    operationId: "auth.createToken",
    message: expect.stringMatching(/^auth.createToken: the connection failed: .*ECONNREFUSED/),
    cause: { name: "TypeError", message: "fetch failed", cause: { code: "ECONNREFUSED" } },
  });
});

// Node's error for a host name with two addresses.
const unworded = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });

test.each([
  ["no route", "no route"],
  [undefined, "undefined"],
  [new Error("fetch failed", { cause: unworded }), "ECONNREFUSED"],
])("whatever a fetch of one's own throws is such an error: %s", async (thrown, reason) => {
  const error = await failure<Error>(ok, { fetch: () => Promise.reject(thrown) });
  expect(error).toBeInstanceOf(NetworkError);
  expect(error.message).toBe(`auth.createToken: the connection failed: ${reason}`);
});

test("an error may have 65,536 characters, since redacting more would take long", async () => {
  const textOf = (message: string) => JSON.stringify({ privateKey: "abc", data: { message } });
  // Digits may begin a card number, so these take longest.
  const longest = "\u0661".repeat(65_536 - textOf("").length);
  const whole = await failure({ status: 400, text: textOf(longest) });
  expect(whole).toMatchObject({ name: "ServiceError", messages: [longest] });

  const text = textOf(`${longest}1`);
  expect(await failure({ status: 503, text })).toMatchObject({
    name: "UnexpectedResponseError",
    message: "payments.get: the response with status 503 is an error of more than 65536 characters",
    text: text.replace("abc", "[redacted]").slice(0, 500),
  });
});
