import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import {
  createFetch,
  type Fetch,
  type FetchOptions,
  type RequestEvent,
} from "../../src/client/index.ts";
import { broken, errorReply, keys, ok, type Reply, serve, silence, token } from "./fake-server.ts";

/** A server, and the fetch that calls it. */
async function serveFetch(replies: Reply | Reply[], options: Partial<FetchOptions> = {}) {
  const service = await serve(replies);
  const { baseUrl } = service;
  const retry = { baseDelay: 1, ...options.retry };
  return { ...service, fetch: createFetch({ baseUrl, ...keys, ...options, retry }) };
}

const card = "4111111111111111";

describe("a request", () => {
  test("has a token, in whatever form the request is", async () => {
    const { baseUrl, fetch, requests, tokenRequests } = await serveFetch(ok);
    const address = `${baseUrl}/any/thing?a=b`;
    for (const input of [address, new URL(address), new Request(address)]) {
      expect(await (await fetch(input)).json()).toEqual(ok.body);
    }
    expect(requests).toMatchObject(
      Array(3).fill({
        method: "GET",
        path: "/any/thing",
        query: { a: "b" },
        headers: { authorization: "Bearer token-1", accept: "application/json" },
      }),
    );
    expect(tokenRequests.map(({ body }) => body)).toEqual([keys]);
  });

  test("keeps its method, headers and bytes, also when it is sent again with a new token", async () => {
    const { baseUrl, fetch, requests } = await serveFetch([errorReply(401), ok]);
    const headers = { "content-type": "text/csv", "x-shop": "call", "user-agent": "till" };
    const init = { method: "PATCH", headers, body: "ção;\u{1f600}" };
    expect((await fetch(`${baseUrl}/x`, init)).status).toBe(200);
    expect(requests).toMatchObject([
      { method: "PATCH", headers, text: init.body },
      { method: "PATCH", headers: { authorization: "Bearer token-2" }, text: init.body },
    ]);
  });

  test("without a body has no content type", async () => {
    const { baseUrl, fetch, requests } = await serveFetch(ok);
    await fetch(`${baseUrl}/x`, { method: "POST", body: "", headers: {} });
    await fetch(`${baseUrl}/x`, { method: "POST" });
    expect(requests.map(({ text }) => text)).toEqual(["", ""]);
    expect(requests[1]?.headers).not.toHaveProperty("content-type");
  });

  test("for a token has no token, and is retried", async () => {
    const { baseUrl, tokenRequests } = await serve([], {
      tokens: [errorReply(503), token("mine")],
    });
    const fetch = createFetch({ baseUrl, ...keys, retry: { baseDelay: 1 } });
    const response = await fetch(`${baseUrl}/auth`, { method: "POST", body: "{}" });
    expect(await response.json()).toMatchObject({ data: { access_token: "mine" } });
    expect(tokenRequests).toHaveLength(2);
    expect(tokenRequests[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each<[string, (baseUrl: string) => Parameters<Fetch>]>([
    ["address", (baseUrl) => [`${baseUrl}:x/${keys.privateKey}`]],
    ["header", (baseUrl) => [`${baseUrl}/x`, { headers: { a: `${keys.privateKey}\n.` } }]],
  ])("with a bad %s is rejected with a message that has no keys", async (_, given) => {
    const { baseUrl, fetch, tokenRequests } = await serveFetch(ok);
    const error = await fetch(...given(baseUrl)).catch((e) => e);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain("[redacted]");
    expect(inspect(error)).not.toContain("uS3oNlyHere");
    expect(tokenRequests).toEqual([]);
  });

  test.each([
    ["another server", (elsewhere: string) => `${elsewhere}/payments`],
    ["a name with the same beginning", (_: string, own: string) => `${own}.example/payments`],
    [
      "a user before another server",
      (elsewhere: string, own: string) => `${own}@${new URL(elsewhere).host}/payments`,
    ],
    ["a path above the base", (_: string, own: string) => `${own}/../payments`],
  ])("to %s is rejected, and no token is requested", async (_, addressOf) => {
    const elsewhere = await serve(ok);
    const service = await serve(ok, { prefix: "/v1" });
    const fetch = createFetch({ baseUrl: service.baseUrl, ...keys });
    const address = addressOf(elsewhere.baseUrl, service.baseUrl);
    await expect(fetch(address)).rejects.toThrow(TypeError);
    expect([...elsewhere.requests, ...service.requests, ...service.tokenRequests]).toEqual([]);
  });
});

describe("a response", () => {
  test.each([200, 204, 302, 400, 404, 500])("of status %i is a Response", async (status) => {
    const reply = { status, headers: { "x-request-id": "r1" }, text: status === 204 ? "" : "<p>" };
    const { baseUrl, fetch } = await serveFetch(reply);
    const response = await fetch(`${baseUrl}/x`);
    expect(response).toMatchObject({ status, bodyUsed: false });
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(response.url).toBe(`${baseUrl}/x`);
    expect(await response.text()).toBe(reply.text);
  });

  test("that is an error comes without secrets, a success as it is", async () => {
    const echo = { cardNumber: card, note: `${keys.privateKey} token-1` };
    const body = { data: echo };
    const reply = { body, headers: { "x-echo": keys.privateKey } };
    const { baseUrl, fetch } = await serveFetch([{ ...reply, status: 400 }, reply]);
    const failed = await fetch(`${baseUrl}/x?of=${card}`);
    expect(failed.url).toBe(`${baseUrl}/x?of=[redacted]`);
    expect(failed.headers.get("x-echo")).toBe("[redacted]");
    expect(await failed.json()).toMatchObject({
      data: { cardNumber: "[redacted]", note: expect.not.stringContaining(keys.privateKey) },
    });
    const given = await fetch(`${baseUrl}/x`);
    expect(given.headers.get("x-echo")).toBe(keys.privateKey);
    expect(await given.json()).toEqual(body);
  });

  test("that is too large rejects", async () => {
    const { baseUrl, fetch } = await serveFetch(ok, { maxResponseSize: 300 });
    expect((await fetch(`${baseUrl}/x`)).status).toBe(200);
    const large = await serveFetch({ text: "x".repeat(301) }, { maxResponseSize: 300 });
    await expect(large.fetch(`${large.baseUrl}/x`)).rejects.toMatchObject({
      name: "UnexpectedResponseError",
      operationId: undefined,
      message: expect.stringMatching(
        /^GET \/x: the response with status 200 is larger than 300 bytes/,
      ),
    });
  });
});

describe("what fails", () => {
  test.each(["GET", "HEAD"])("is tried again where it is a %s", async (method) => {
    const { baseUrl, fetch, requests } = await serveFetch([errorReply(503), broken, ok]);
    expect((await fetch(`${baseUrl}/x`, { method })).status).toBe(200);
    expect(requests).toHaveLength(3);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("is not where it is a %s", async (method) => {
    const { baseUrl, fetch, requests } = await serveFetch([errorReply(503), broken]);
    expect((await fetch(`${baseUrl}/x`, { method })).status).toBe(503);
    await expect(fetch(`${baseUrl}/x`, { method })).rejects.toMatchObject({ name: "NetworkError" });
    expect(requests).toHaveLength(2);
  });

  test("is the last response when there are no more attempts", async () => {
    const { baseUrl, fetch, requests } = await serveFetch(errorReply(503), { retry: { limit: 1 } });
    expect((await fetch(`${baseUrl}/x`)).status).toBe(503);
    expect(requests).toHaveLength(2);
  });
});

describe("a deadline", () => {
  test.each([
    ["timeout", "attempt"],
    ["totalTimeout", "total"],
  ] as const)("is the call's %s, or else the client's", async (name, scope) => {
    const { baseUrl, fetch } = await serveFetch([ok, silence, silence], { [name]: 1000 });
    const address = `${baseUrl}/x`;
    // With the token's request behind it.
    await fetch(address);
    const post = { method: "POST" };
    const late = { name: "TimeoutError", scope };
    await expect(fetch(address, post)).rejects.toMatchObject({ ...late, timeout: 1000 });
    const sooner = fetch(address, { ...post, [name]: 10 });
    await expect(sooner).rejects.toMatchObject({ ...late, timeout: 10 });
    await expect(fetch(address, { [name]: -1 })).rejects.toThrow(TypeError);
  });

  type Given = (address: string, signal: AbortSignal) => Parameters<Fetch>;
  test.each<[string, Given]>([
    ["init", (address, signal) => [address, { signal }]],
    ["request", (address, signal) => [new Request(address, { signal })]],
  ])("is replaced by the signal of the %s", async (_, given) => {
    const { arrived, baseUrl, fetch } = await serveFetch(silence);
    const controller = new AbortController();
    const pending = fetch(...given(`${baseUrl}/x`, controller.signal));
    await arrived(1);
    const reason = new Error("the shop closes");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
});

test("a hook receives the method and the path, without secrets and without an operation", async () => {
  const onRequest = vi.fn<NonNullable<NonNullable<FetchOptions["hooks"]>["onRequest"]>>();
  const onRetry = vi.fn();
  const onResponse = vi.fn();
  const hooks = { onRequest, onRetry, onResponse };
  const { baseUrl, fetch } = await serveFetch([errorReply(503), ok], { hooks });
  await fetch(`${baseUrl}/cards/${card}?cardNumber=${card}`);
  const request = { method: "GET", path: "/cards/[redacted]" };
  expect(onRequest.mock.calls.flat().slice(1)).toEqual([
    { ...request, attempt: 1, headers: expect.any(Headers) },
    { ...request, attempt: 2, headers: expect.any(Headers) },
  ]);
  expect(onRetry.mock.calls.flat()).toMatchObject([
    { ...request, attempt: 1, error: { name: "ServiceError", status: 503 } },
  ]);
  expect(onResponse.mock.calls.flat().slice(1)).toMatchObject([
    { ...request, status: 503 },
    { ...request, status: 200 },
  ]);
});

test("a hook that needs an operation is rejected", () => {
  const hooks = { onRequest: ({ operationId }: RequestEvent) => void operationId };
  expectTypeOf(hooks).not.toExtend<NonNullable<FetchOptions["hooks"]>>();
});
