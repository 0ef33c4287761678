import type { FetchResponse } from "openapi-fetch";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { createCentavoFetch, OperationId, operations } from "../../src/client/index.ts";
import { errorReply, keys, ok, serve, silence } from "./fake-server.ts";

type Api = ReturnType<typeof createCentavoFetch>;

const get = { params: { path: { paymentId: "1" } } };
const read = (api: Api, init: object = {}) => api.GET("/payments/{paymentId}", { ...get, ...init });

test("an error is returned without secrets, and not thrown; that of a proxy as its text", async () => {
  const data = { message: `key ${keys.privateKey}`, returnCode: -7708 };
  const { api } = await serve([errorReply(404, data), { status: 500, text: "<p>Oh</p>" }]);
  const { data: none, error, response } = await read(api);
  expect(none).toBeUndefined();
  expect(error).toEqual({ data: { message: "key [redacted]", returnCode: -7708 } });
  expect(response.status).toBe(404);
  expect(await read(api)).toMatchObject({ error: "<p>Oh</p>" });
});

test.each(["timeout", "totalTimeout"] as const)("a call takes a %s of its own", async (name) => {
  const { api } = await serve(silence, { retry: { limit: 0 } });
  const error = { name: "TimeoutError", timeout: 10 };
  await expect(read(api, { [name]: 10 })).rejects.toMatchObject(error);
});

test.each(["..", "a/b", "", "\ud800"])(
  "a path parameter %j is rejected before anything is sent",
  async (paymentId) => {
    const { api, requests, tokenRequests } = await serve(ok);
    await expect(read(api, { params: { path: { paymentId } } })).rejects.toThrow(
      /^params.path: paymentId must be a string without/,
    );
    expect([...requests, ...tokenRequests]).toEqual([]);
  },
);

describe("the types", () => {
  // These tests pass if tsc accepts them. Nothing here is ever sent.
  type DataOf<Id extends OperationId> = NonNullable<
    FetchResponse<operations[Id], object, `${string}/${string}`>["data"]
  >;

  // So openapi-fetch stays at 0.16.0: 0.17.0 loses open sets, and a message that is null.
  test("of all responses match the contract", () => {
    type Contract = {
      [Id in OperationId]: operations[Id]["responses"][200]["content"]["application/json"];
    };
    expectTypeOf<{ [Id in OperationId]: DataOf<Id> }>().toEqualTypeOf<Contract>();
  });
});
