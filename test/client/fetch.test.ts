import { inspect } from "node:util";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { Fetch, FetchOptions, RequestEvent } from "../../src/client/index.ts";
import { broken, errorReply, keys, ok, serve, silence, token } from "./fake-server.ts";

/** A server, the fetch that calls it, and an address below the base. */
async function serveFetch(...given: Parameters<typeof serve>) {
  const service = await serve(...given);
  return { ...service, address: `${service.baseUrl}/x` };
}

const card = "4111111111111111";

describe("a request", () => {
  test("has a token, in whatever form the request is", async () => {
    const { address, fetch, requests, tokenRequests } = await serveFetch(ok);
    const url = `${address}?a=b`;
    for (const input of [url, new URL(url), new Request(url)]) {
      expect(await (await fetch(input)).json()).toEqual(ok.body);
    }
    const headers = { authorization: "Bearer token-1", accept: "application/json" };
    const request = { method: "GET", path: "/x", query: { a: "b" }, headers };
    expect(requests).toMatchObject([request, request, request]);
    expect(tokenRequests.map(({ body }) => body)).toEqual([keys]);
  });

  test("keeps its method, headers and bytes, also when it is sent again with a new token", async () => {
    const { address, fetch, requests } = await serveFetch([errorReply(401), ok]);
    const headers = { "content-type": "text/csv", "x-shop": "call", "user-agent": "till" };
    const init = { method: "PATCH", headers, body: "ção;\u{1f600}" };
    expect((await fetch(address, init)).status).toBe(200);
    const sent = { method: "PATCH", headers, text: init.body };
    expect(requests).toMatchObject([sent, sent]);
    expect(requests[1]?.headers.authorization).toBe("Bearer token-2");
  });

  test("for a token has no token, and is retried", async () => {
    const tokens = [errorReply(503), token("mine")];
    const { baseUrl, fetch, tokenRequests } = await serveFetch([], { tokens });
    const response = await fetch(`${baseUrl}/auth`, { method: "POST", body: "{}" });
    expect(await response.json()).toMatchObject({ data: { access_token: "mine" } });
    expect(tokenRequests).toHaveLength(2);
    expect(tokenRequests[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each<[string, (baseUrl: string) => Parameters<Fetch>]>([
    ["address", (baseUrl) => [`${baseUrl}:x/${keys.privateKey}`]],
    ["header", (baseUrl) => [`${baseUrl}/x`, { headers: { a: `${keys.privateKey}\n.` } }]],
  ])("with a bad %s is rejected with a message that has no keys", async (_title, given) => {
    const { baseUrl, fetch, tokenRequests } = await serveFetch(ok);
    const error = await fetch(...given(baseUrl)).catch((e) => e);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain("[redacted]");
    expect(inspect(error)).not.toContain("uS3oNlyHere");
    expect(tokenRequests).toEqual([]);
  });

  test.each<[string, (elsewhere: string, own: string) => string]>([
    ["another server", (elsewhere) => `${elsewhere}/payments`],
    ["a name with the same beginning", (_elsewhere, own) => `${own}.example/payments`],
    ["a user before another server", (elsewhere, own) => `${own}@${new URL(elsewhere).host}/x`],
    ["a path above the base", (_elsewhere, own) => `${own}/../payments`],
  ])("to %s is rejected, and no token is requested", async (_title, addressOf) => {
    const elsewhere = await serve(ok);
    const service = await serve(ok, { prefix: "/v1" });
    const address = addressOf(elsewhere.baseUrl, service.baseUrl);
    await expect(service.fetch(address)).rejects.toThrow(TypeError);
    expect([...elsewhere.requests, ...service.requests, ...service.tokenRequests]).toEqual([]);
  });
});

describe("a response", () => {
  test.each([200, 204, 302, 500])("of status %i is a Response", async (status) => {
    const text = status === 204 ? "" : "<p>";
    const reply = { status, headers: { "x-request-id": "r1" }, text };
    const { address, fetch } = await serveFetch(reply);
    const response = await fetch(address);
    expect(response).toMatchObject({ status, url: address, bodyUsed: false });
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(await response.text()).toBe(text);
  });

  test("that is an error comes without secrets, a success as it is", async () => {
    const body = { data: { cardNumber: card, note: `${keys.privateKey} token-1` } };
    const reply = { body, headers: { "x-echo": keys.privateKey } };
    const { address, fetch } = await serveFetch([{ ...reply, status: 400 }, reply]);
    const failed = await fetch(`${address}?of=${card}`);
    expect(failed.url).toBe(`${address}?of=[redacted]`);
    expect(failed.headers.get("x-echo")).toBe("[redacted]");
    const note = expect.not.stringContaining(keys.privateKey);
    expect(await failed.json()).toMatchObject({ data: { cardNumber: "[redacted]", note } });
    const given = await fetch(address);
    expect(given.headers.get("x-echo")).toBe(keys.privateKey);
    expect(await given.json()).toEqual(body);
  });

  test("that is too large rejects", async () => {
    const { address, fetch } = await serveFetch(
      { text: "x".repeat(301) },
      { maxResponseSize: 300 },
    );
    const message = "GET /x: the response with status 200 is larger than 300 bytes";
    await expect(fetch(address)).rejects.toThrow(message);
  });
});

test.each(Object.entries({ GET: 2, HEAD: 2, POST: 1, PUT: 1, PATCH: 1, DELETE: 1 }))(
  "a %s that fails is sent %i times, and gives the last response or error",
  async (method, times) => {
    const replies = [...Array(times).fill(errorReply(503)), ...Array(times).fill(broken)];
    const { address, fetch, requests } = await serveFetch(replies, { retry: { limit: 1 } });
    expect((await fetch(address, { method })).status).toBe(503);
    await expect(fetch(address, { method })).rejects.toMatchObject({ name: "NetworkError" });
    expect(requests).toHaveLength(2 * times);
  },
);

describe("a deadline", () => {
  test.each([
    ["timeout", "attempt"],
    ["totalTimeout", "total"],
  ] as const)("is the call's %s, or else the client's", async (name, scope) => {
    const { address, fetch } = await serveFetch([ok, silence, silence], { [name]: 1000 });
    // With the token's request behind it.
    await fetch(address);
    const post = { method: "POST" };
    const late = { name: "TimeoutError", scope };
    await expect(fetch(address, post)).rejects.toMatchObject({ ...late, timeout: 1000 });
    const sooner = fetch(address, { ...post, [name]: 10 });
    await expect(sooner).rejects.toMatchObject({ ...late, timeout: 10 });
  });

  test("is replaced by the signal of the request", async () => {
    const { arrived, address, fetch } = await serveFetch(silence);
    const controller = new AbortController();
    const pending = fetch(new Request(address, { signal: controller.signal }));
    await arrived(1);
    const reason = new Error("the shop closes");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
});

test("a hook receives the method and the path, without secrets and without an operation", async () => {
  const [onRequest, onRetry, onResponse] = [vi.fn(), vi.fn(), vi.fn()];
  const hooks = { onRequest, onRetry, onResponse };
  const { baseUrl, fetch } = await serveFetch([errorReply(503), ok], { hooks });
  await fetch(`${baseUrl}/cards/${card}?cardNumber=${card}`);
  const request = { method: "GET", path: "/cards/[redacted]" };
  expect(onRequest.mock.calls.slice(1)).toMatchObject([
    [{ ...request, attempt: 1 }],
    [{ ...request, attempt: 2 }],
  ]);
  expect(onRequest.mock.lastCall?.[0]).not.toHaveProperty("operationId");
  const error = { name: "ServiceError", status: 503 };
  expect(onRetry.mock.calls).toMatchObject([[{ ...request, attempt: 1, error }]]);
  const responses = onResponse.mock.calls.slice(1);
  expect(responses).toMatchObject([[{ ...request, status: 503 }], [{ ...request, status: 200 }]]);
});

test("a hook that needs an operation is rejected", () => {
  const hooks = { onRequest: ({ operationId }: RequestEvent) => void operationId };
  expectTypeOf(hooks).not.toExtend<NonNullable<FetchOptions["hooks"]>>();
});
