import { afterEach, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { type CentavoOptions, createCentavo } from "../../src/client/index.ts";
import { keys, ok, serve } from "./fake-server.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const create = (options: object) =>
  createCentavo({ baseUrl: "https://provider.example", ...keys, ...options });

const twoLines = `${keys.privateKey}\n.`;
const durations = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5000"];
const counts = [-1, Number.NaN, Number.POSITIVE_INFINITY, "2"];
const addresses = [
  [undefined, 5, "", "provider.example", "https://", "ftp://provider.example"],
  ["https://provider.example?a=b", "https://provider.example#a"],
  ["http://10.0.0.1", "http://128.0.0.1", "http://[::2]", "http://mylocalhost"],
  ["http://localhost.provider.example", "http://127.0.0.1.provider.example"],
  ["http://sandbox.example", "http://my.sandbox", "http://sandbox2", "http://sandbox."],
  ["https://me:secretWord@provider.example", "https://secretWord@provider.example"],
  ["ftp://me:secretWord@provider.example", "secretWord"],
].flat();
const fineAddresses = [
  ["HTTPS://Provider.example:8443/v1/", "http://LOCALHOST:4010/", "http://127.1.2.3:4010"],
  ["http://sandbox.localhost:4010", "http://127.1", "http://[::1]:4010"],
].flat();
const unusualHosts = [
  [true, "sandbox", {}, new Set(["sandbox"]), [""], [undefined], ["sandbox", ""]],
  [["http://sandbox"], ["sandbox:4020"], ["sandbox/"], ["secretWord@sandbox"], ["sandbox,shop"]],
  [["*.example"], ["fd00::1"], ["sandbox?"], ["[::1"], ["a".repeat(254)]],
].flat();
const hostsOnly =
  /^allowInsecure must be a list of host names like \["sandbox"\], without scheme, port or path$/;
const unencrypted = /^baseUrl must be https:\/\/ for shop: .*; or set allowInsecure: \["shop"\]$/;

test.each<[keyof CentavoOptions, unknown[], RegExp]>([
  ["baseUrl", addresses, /^(?!.*secretWord)baseUrl must /],
  ["baseUrl", ["http://shop:4020"], unencrypted],
  ["publicKey", [undefined, null, "", 5], /^publicKey must be a non-empty string/],
  ["privateKey", [undefined, null, "", 5], /^privateKey must be a non-empty string/],
  ["retry", [0, null], /^retry must be an object like \{ limit: 2 \}$/],
  ["retry", counts.map((limit) => ({ limit })), /^retry.limit must be /],
  ["retry", counts.map((baseDelay) => ({ baseDelay })), /^retry.baseDelay must be /],
  ["retry", counts.map((maxDelay) => ({ maxDelay })), /^retry.maxDelay must be /],
  ["fetch", ["https://a.example"], /^fetch must be a function$/],
  ["userAgent", [twoLines], /^userAgent: (?!.*uS3o)/],
  ["headers", [{ a: twoLines }], /^headers: (?!.*uS3o)/],
  ["timeout", durations, /^timeout must be a number from 1 to/],
  ["totalTimeout", durations, /^totalTimeout must be a number from 1 to/],
  ["maxResponseSize", durations, /^maxResponseSize must be a number from 1 to/],
  ["allowInsecure", unusualHosts, hostsOnly],
])("createCentavo rejects a bad %s, %#", (name, values, message) => {
  for (const value of values) {
    const error = { name: "TypeError", message: expect.stringMatching(message) };
    const options = { allowInsecure: ["sandbox"], [name]: value };
    expect(() => create(options), `${value}`).toThrow(expect.objectContaining(error));
  }
});

test("createCentavo rejects a browser page, unless it is allowed", () => {
  vi.stubGlobal("document", {});
  expect(() => create({})).toThrow(/browser/);
  expect(() => create({ allowBrowser: true })).not.toThrow();
});

test.each<Partial<CentavoOptions>>([
  { timeout: 1, totalTimeout: 2 ** 31 - 1, retry: { limit: 0, baseDelay: 0, maxDelay: 0 } },
  ...fineAddresses.map((baseUrl) => ({ baseUrl })),
  { baseUrl: "http://SANDBOX:4020/api", allowInsecure: ["shop", "Sandbox"] },
  { baseUrl: "http://my_sandbox.local", allowInsecure: ["my_sandbox.local"] },
  { baseUrl: "http://10.0.0.1", allowInsecure: ["10.0.0.1"] },
  { baseUrl: "http://[fd00::1]:4020", allowInsecure: ["[FD00::1]"] },
  { baseUrl: "http://bücher.example", allowInsecure: ["xn--bcher-kva.example"] },
])("createCentavo accepts %j", (options) => {
  expect(() => create(options)).not.toThrow();
});

test.each(["timeout", "totalTimeout"])("a call rejects such a %s, but null", async (name) => {
  const { centavo, requests, tokenRequests } = await serve(ok);
  for (const value of durations) {
    const called = centavo.subscriptions.suspend("1", { [name]: value });
    await expect(called).rejects.toThrow(new RegExp(`^${name} must be a number from 1 to`));
  }
  expect([...requests, ...tokenRequests]).toEqual([]);
  await centavo.subscriptions.suspend("1", { [name]: null });
});

test("headers of a call go before the client's, and both before the defaults, but not before the token and options", async () => {
  const { centavo, requests, tokenRequests } = await serve(ok, {
    headers: { "X-Shop": "client", accept: "text/json", "user-agent": "a", "X-Subaccount-Id": "b" },
  });
  const own = { "x-sHOP": "call", "User-Agent": "till", "x-trace": "2" };
  const ignored = { Authorization: "Bearer mine", "X-SUBACCOUNT-ID": "call" };
  const headers = { ...own, ...ignored };
  await centavo.withdrawals.get("1", { headers, subaccountId: "option" });
  await centavo.payments.get("1");
  const [call, plain, forToken] = [...requests, ...tokenRequests].map(({ headers }) => headers);
  expect(call).toMatchObject({
    "x-shop": "call",
    "user-agent": "till",
    "x-trace": "2",
    accept: "text/json",
    authorization: "Bearer token-1",
    "x-subaccount-id": "option",
  });
  for (const others of [plain, forToken]) {
    expect(others).toMatchObject({ "x-shop": "client", "user-agent": "a" });
    expect(others).not.toHaveProperty("x-trace");
  }
});

test.each<[string, RequestInit["headers"]]>([
  ["an object", { "X-Shop": "1" }],
  ["Headers", new Headers({ "X-Shop": "1" })],
  ["a list of pairs", [["X-Shop", "1"]]],
])("headers may be %s, for the client and for a call", async (_title, headers) => {
  const { baseUrl, centavo, requests } = await serve(ok);
  await createCentavo({ baseUrl, ...keys, headers }).payments.get("1");
  await centavo.payments.get("1", { headers });
  expect(requests.map(({ headers }) => headers["x-shop"])).toEqual(["1", "1"]);
});

test("the user agent is one's own, and the version of the package", async () => {
  const { centavo, requests, tokenRequests } = await serve(ok, { userAgent: "shop/2.1" });
  await centavo.payments.get("1");
  const userAgents = [...requests, ...tokenRequests].map(({ headers }) => headers["user-agent"]);
  expect(userAgents).toEqual(Array(2).fill(`shop/2.1 centavo/${manifest.version}`));
});

test.each<[prefix: string, end: string]>([
  ["", "/"],
  ["", "//"],
  ["", "?"],
  ["", "#"],
  ["/api/v1", ""],
  ["/a%20b", "/"],
])("the base address may have the path %j, and %j behind it", async (prefix, end) => {
  const { baseUrl, requests, tokenRequests } = await serve(ok, { prefix });
  await create({ baseUrl: baseUrl + end }).payments.get("1");
  expect([...tokenRequests, ...requests]).toMatchObject([
    { path: `${prefix}/auth`, query: {} },
    { path: `${prefix}/payments/1`, query: {} },
  ]);
});

test("a fetch of one's own gets a Request only, and no `this`, also for a host of allowInsecure", async () => {
  const { baseUrl, requests } = await serve(ok);
  const insecure = baseUrl.replace("127.0.0.1", "sandbox");
  const own = vi.fn(function (this: unknown, request: Request) {
    return fetch(new Request(request.url.replace("sandbox", "127.0.0.1"), request));
  });
  const options = { baseUrl: insecure, allowInsecure: ["sandbox"], fetch: own };
  await create(options).payments.refund({ transactionId: "1" });
  expect(own.mock.calls.map(([{ url, method }, ...more]) => [url, method, more])).toEqual([
    [`${insecure}/auth`, "POST", []],
    [`${insecure}/payments/refund`, "POST", []],
  ]);
  expect(own.mock.contexts).toEqual([undefined, undefined]);
  expect(own.mock.calls[1]?.[0]).toMatchObject({ redirect: "manual" });
  expect(requests).toHaveLength(1);
});

test("the current global fetch is used by default", async () => {
  const { centavo, requests } = await serve(ok);
  const stub = vi.fn(fetch);
  vi.stubGlobal("fetch", stub);
  await centavo.payments.get("1");
  expect(stub).toHaveBeenCalledTimes(2);
  expect(requests).toHaveLength(1);
});

test("a call that fails rejects once, however it is awaited", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const { centavo } = await serve({ status: 404, body: { data: {} } });
  await expect(centavo.payments.get("1").withResponse()).rejects.toMatchObject({ status: 404 });
  const call = centavo.payments.get("1");
  await expect(call).rejects.toMatchObject({ status: 404 });
  await expect(call.withResponse()).rejects.toMatchObject({ status: 404 });
  await expect(Array.fromAsync(centavo.payments.list())).rejects.toMatchObject({ status: 404 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
