import { afterEach, describe, expect, test, vi } from "vitest";
import { createCentavo, createCentavoFetch, createFetch } from "../../src/client/index.ts";
import { keys, ok, serve } from "./fake-server.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("headers", () => {
  test("of the client go with every request, those of a call with its own", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok, { headers: { "x-shop": "1" } });
    await centavo.payments.get("1", { headers: { "x-trace": "2" } });
    await centavo.payments.get("1");
    expect(tokenRequests[0]?.headers).toMatchObject({ "x-shop": "1" });
    expect(tokenRequests[0]?.headers).not.toHaveProperty("x-trace");
    expect(requests[0]?.headers).toMatchObject({ "x-shop": "1", "x-trace": "2" });
    expect(requests[1]?.headers).not.toHaveProperty("x-trace");
  });

  test("of a call go before the client's, and both before what is set by default", async () => {
    const { centavo, requests } = await serve(ok, {
      headers: { "X-Shop": "client", accept: "text/json", "user-agent": "shop" },
    });
    await centavo.payments.get("1", { headers: { "x-sHOP": "call", "User-Agent": "till" } });
    expect(requests[0]?.headers).toMatchObject({
      "x-shop": "call",
      accept: "text/json",
      "user-agent": "till",
    });
  });

  test.each<[string, RequestInit["headers"]]>([
    ["an object", { "X-Shop": "1" }],
    ["Headers", new Headers({ "X-Shop": "1" })],
    ["a list of pairs", [["X-Shop", "1"]]],
  ])("may be %s, for the client and for a call", async (_, headers) => {
    const { baseUrl, centavo, requests } = await serve(ok);
    await createCentavo({ baseUrl, ...keys, headers }).payments.get("1");
    await centavo.payments.get("1", { headers });
    expect(requests.map(({ headers }) => headers["x-shop"])).toEqual(["1", "1"]);
  });

  test("never replace the token or what an option of the operation says", async () => {
    const { centavo, requests } = await serve(ok, { headers: { "X-Subaccount-Id": "client" } });
    const headers = { Authorization: "Bearer mine", "X-SUBACCOUNT-ID": "call" };
    await centavo.withdrawals.get("1", { headers, subaccountId: "option" });
    expect(requests[0]?.headers).toMatchObject({
      authorization: "Bearer token-1",
      "x-subaccount-id": "option",
    });
  });
});

describe("the user agent", () => {
  test.each([
    [undefined, "centavo/0.1.0"],
    ["", "centavo/0.1.0"],
    ["shop/2.1", "shop/2.1 centavo/0.1.0"],
  ])("%j is sent as %j", async (userAgent, sent) => {
    const { centavo, requests, tokenRequests } = await serve(
      ok,
      userAgent === undefined ? {} : { userAgent },
    );
    await centavo.payments.get("1");
    expect([...requests, ...tokenRequests].map(({ headers }) => headers["user-agent"])).toEqual([
      sent,
      sent,
    ]);
  });

  test("names the version of the package", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    const { centavo, requests } = await serve(ok);
    await centavo.payments.get("1");
    expect(requests[0]?.headers["user-agent"]).toBe(`centavo/${manifest.version}`);
  });
});

describe("the base address", () => {
  test.each([
    ["", ""],
    ["", "/"],
    ["", "//"],
    ["", " "],
    ["", "?"],
    ["", "#"],
    ["/api/v1", ""],
    ["/api/v1", "/"],
    ["/a%20b", "/"],
  ])("may have the path %j, and %j behind it", async (prefix, end) => {
    const { baseUrl, requests, tokenRequests } = await serve(ok, { prefix });
    const centavo = createCentavo({ baseUrl: baseUrl + end, ...keys });
    await centavo.payments.get("1");
    await centavo.payments.refund({ transactionId: "1" });
    expect(tokenRequests).toMatchObject([{ path: `${prefix}/auth` }]);
    expect(requests).toMatchObject([
      { path: `${prefix}/payments/1`, query: {} },
      { path: `${prefix}/payments/refund`, query: {} },
    ]);
  });
});

describe("plain http to another machine", () => {
  const layers = { createCentavo, createCentavoFetch, createFetch };
  const creators = Object.entries(layers);
  const create = (baseUrl: string, allowInsecure: unknown) => () =>
    createCentavo({ baseUrl, ...keys, allowInsecure: allowInsecure as string[] });

  test("reaches a host of allowInsecure", async () => {
    const { baseUrl, requests } = await serve(ok);
    const { port } = new URL(baseUrl);
    const asked: string[] = [];
    const centavo = createCentavo({
      baseUrl: `http://sandbox:${port}`,
      allowInsecure: ["sandbox"],
      ...keys,
      fetch(request) {
        asked.push(request.url);
        return fetch(new Request(request.url.replace("sandbox", "127.0.0.1"), request));
      },
    });
    await centavo.payments.get("1");
    expect(asked).toEqual([`http://sandbox:${port}/auth`, `http://sandbox:${port}/payments/1`]);
    expect(requests).toHaveLength(1);
  });

  test.each(creators)("is allowed and refused by %s", (_, create) => {
    const options = { baseUrl: "http://sandbox:4020", ...keys };
    const words =
      'baseUrl must be https:// for sandbox: keys and cards would be sent unencrypted; to accept that, set allowInsecure: ["sandbox"]';
    expect(() => create(options)).toThrow(new TypeError(words));
    expect(() => create({ ...options, allowInsecure: [] })).toThrow(new TypeError(words));
    expect(() => create({ ...options, allowInsecure: ["sandbox"] })).not.toThrow();
  });

  test.each([
    ["http://sandbox", ["Sandbox"]],
    ["http://SANDBOX:4020/api", ["sandbox"]],
    ["http://my_sandbox.local", ["shop", "my_sandbox.local"]],
    ["http://10.0.0.1", ["10.0.0.1"]],
    ["http://[fd00::1]:4020", ["[FD00::1]"]],
    ["http://bücher.example", ["Bücher.example"]],
    ["http://bücher.example", ["xn--bcher-kva.example"]],
    ["http://localhost:4020", ["sandbox"]],
    ["https://provider.example", ["sandbox"]],
  ])("%s is allowed with %j", (baseUrl, allowInsecure) => {
    expect(create(baseUrl, allowInsecure)).not.toThrow();
  });

  test.each([
    ["http://sandbox.example", ["sandbox"]],
    ["http://my.sandbox", ["sandbox"]],
    ["http://sandbox2", ["sandbox"]],
    ["http://sandbox.", ["sandbox"]],
    ["http://10.0.0.10", ["10.0.0.1"]],
  ])("%s is refused with %j", (baseUrl, allowInsecure) => {
    expect(create(baseUrl, allowInsecure)).toThrow(/^baseUrl must be https:/);
  });

  test.each([
    ...[
      true,
      "sandbox",
      {},
      new Set(["sandbox"]),
      [""],
      [undefined],
      ["sandbox", ""],
      [["sandbox"]],
    ],
    ...[["http://sandbox"], ["sandbox:4020"], ["sandbox/"], ["sandbox/api"], ["//sandbox"]],
    ...[["secretWord@sandbox"], [" sandbox"], ["sandbox,shop"], ["*"], ["*.example"], ["fd00::1"]],
    ...[["sandbox?"], ["sandbox#"], ["[::1"], ["[1]"], ["a".repeat(254)]],
  ])("allowInsecure: %j throws an error that says what to write", (allowInsecure) => {
    const words =
      'allowInsecure must be a list of host names like ["sandbox"], without scheme, port or path';
    for (const baseUrl of ["http://sandbox", "http://localhost", "https://provider.example"])
      expect(create(baseUrl, allowInsecure)).toThrow(new TypeError(words));
  });
});

describe("the function that fetches", () => {
  test("can be replaced, and is called with a Request only", async () => {
    const own = vi.fn<(request: Request) => Promise<Response>>((request) => fetch(request));
    const { centavo, baseUrl } = await serve(ok, { fetch: own });
    await centavo.payments.refund({ transactionId: "1" });
    expect(own.mock.calls.map(([request, ...more]) => [request.url, request.method, more])).toEqual(
      [
        [`${baseUrl}/auth`, "POST", []],
        [`${baseUrl}/payments/refund`, "POST", []],
      ],
    );
    expect(own.mock.calls[1]?.[0]).toMatchObject({ redirect: "manual" });
  });

  test("is called without a `this`, as a browser's fetch wants it", async () => {
    let called: unknown = "never";
    const { centavo } = await serve(ok, {
      fetch: function (this: unknown, request) {
        called = this;
        return fetch(request);
      },
    });
    await centavo.payments.get("1");
    expect(called).toBeUndefined();
  });

  test("is the current global fetch by default", async () => {
    const { centavo, requests } = await serve(ok);
    const original = fetch;
    const stub = vi.fn<typeof fetch>((...args) => original(...args));
    vi.stubGlobal("fetch", stub);
    await centavo.payments.get("1");
    expect(stub).toHaveBeenCalledTimes(2);
    expect(requests).toHaveLength(1);
  });
});

describe("a response", () => {
  test("includes the Response on request", async () => {
    const { centavo } = await serve({ ...ok, headers: { "x-request-id": "r1" } });
    const { data, response, ...rest } = await centavo.payments.get("1").withResponse();
    expect({ data, ...rest }).toEqual(ok.body);
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status: 200, bodyUsed: true });
    expect(response.headers.get("x-request-id")).toBe("r1");
  });

  test("that fails rejects once, however it is awaited", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { centavo } = await serve({ status: 404, body: { data: {} } });
    await expect(centavo.payments.get("1").withResponse()).rejects.toMatchObject({ status: 404 });
    const call = centavo.payments.get("1");
    await expect(call).rejects.toMatchObject({ status: 404 });
    await expect(call.withResponse()).rejects.toMatchObject({ status: 404 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

test("methods work without their object", async () => {
  const { centavo, requests } = await serve(ok);
  const { get } = centavo.payments;
  await get("1");
  expect(requests).toHaveLength(1);
});
