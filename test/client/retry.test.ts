import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/operations.ts";
import { createCentavo, type RetryEvent } from "../../src/client/index.ts";
import { call, operationCalls } from "./example-calls.ts";
import { broken, errorReply, keys, ok, type Reply, serve, token } from "./fake-server.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const timeout = 1000;
const now = Date.UTC(2026, 10, 20);

const cutOff: Reply = (_, response) => {
  response.writeHead(200, { "content-length": 100 });
  response.write('{"data":');
  setImmediate(() => response.destroy());
  return undefined;
};

/** Makes an attempt time out. Only with `skipWaits`. */
const late: Reply = () => void vi.advanceTimersByTime(timeout);

const passing: { failure: string; reply: Reply; error: object }[] = [
  { failure: "a broken connection", reply: broken, error: { name: "NetworkError" } },
  { failure: "a truncated response", reply: cutOff, error: { name: "NetworkError" } },
  { failure: "an attempt's timeout", reply: late, error: { name: "TimeoutError" } },
  { failure: "429", reply: errorReply(429), error: { status: 429 } },
  { failure: "502", reply: errorReply(502), error: { status: 502 } },
  { failure: "502 in HTML", reply: { status: 502, text: "<h1>502</h1>" }, error: { status: 502 } },
  { failure: "503", reply: errorReply(503), error: { status: 503 } },
  { failure: "504", reply: errorReply(504), error: { status: 504 } },
];

const lasting: { failure: string; reply: Reply }[] = [
  ...[307, 400, 401, 403, 404, 408, 500, 501].map((status) => ({
    failure: `${status}`,
    reply: errorReply(status),
  })),
  { failure: "broken JSON", reply: { text: '{"data":' } },
  { failure: "an empty response", reply: { text: "" } },
];

/** Uses a fake clock: time is frozen except for the waits, which pass immediately. */
function skipWaits() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
  const waits: number[] = [];
  const onRetry = ({ delay }: RetryEvent) => {
    waits.push(delay);
    setImmediate(() => vi.advanceTimersByTime(delay));
  };
  return { waits, hooks: { onRetry } };
}

describe.each(passing)("after $failure", ({ reply, error }) => {
  test("a read is repeated unchanged", async () => {
    const { hooks } = skipWaits();
    const { centavo, requests } = await serve([reply, reply, { body: { data: [], meta: {} } }], {
      hooks,
      timeout,
    });
    await centavo.withdrawals.list({ page: 2 }, { subaccountId: "sub", headers: { "x-a": "b" } });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(1);
    expect(requests[0]).toMatchObject({ query: { page: "2" }, headers: { "x-a": "b" } });
  });

  test("a read is repeated up to the limit, and then fails", async () => {
    const { hooks } = skipWaits();
    const { centavo, requests } = await serve(reply, { hooks, timeout, retry: { limit: 1 } });
    await expect(centavo.payments.get("1")).rejects.toMatchObject(error);
    expect(requests).toHaveLength(2);
  });

  test("the request for a token is repeated, and its write is sent once", async () => {
    const { hooks } = skipWaits();
    const { centavo, requests, tokenRequests } = await serve(ok, {
      tokens: [reply, token("second")],
      hooks,
      timeout,
    });
    await centavo.subscriptions.suspend("1");
    expect(tokenRequests).toHaveLength(2);
    expect(requests).toHaveLength(1);
  });

  test.each(operationCalls.filter(({ method, isPublic }) => method !== "GET" && !isPublic))(
    "$id is sent exactly once",
    async (write) => {
      const { hooks } = skipWaits();
      const { centavo, requests } = await serve(reply, { hooks, timeout, retry: { limit: 5 } });
      await expect(call(centavo, write)).rejects.toMatchObject(error);
      expect(requests).toHaveLength(1);
    },
  );
});

test("a write without a token is sent exactly once", async () => {
  const write = { ...operations["payments.refund"], public: true } as const;
  vi.spyOn(operations, "payments.refund", "get").mockReturnValue(write);
  const { centavo, requests } = await serve(errorReply(503));
  const refund = centavo.payments.refund({ transactionId: "1" });
  await expect(refund).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).not.toHaveProperty("authorization");
});

test.each(lasting)("after $failure nothing is retried", async ({ reply, failure }) => {
  const { centavo, requests } = await serve(reply);
  await expect(centavo.payments.get("1")).rejects.toThrow();
  // A 401 renews the token, which is not a retry.
  expect(requests).toHaveLength(failure === "401" ? 2 : 1);
});

test("a limit of 0 disables retries", async () => {
  const { centavo, requests } = await serve(errorReply(503), { retry: { limit: 0 } });
  await expect(centavo.payments.get("1")).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
});

describe("the wait before a retry", () => {
  test.each([
    { random: 0, waits: [0, 0, 0, 0, 0, 0, 0] },
    { random: 0.5, waits: [150, 300, 600, 1200, 2400, 4800, 5000] },
    { random: 1, waits: [300, 600, 1200, 2400, 4800, 9600, 10_000] },
  ])("is drawn below a limit that doubles, up to a highest one: $random", async (expected) => {
    const { waits, hooks } = skipWaits();
    vi.spyOn(Math, "random").mockReturnValue(expected.random);
    const { baseUrl, requests } = await serve([...Array(7).fill(errorReply(503)), ok]);
    await createCentavo({ baseUrl, ...keys, hooks, retry: { limit: 7 } }).payments.get("1");
    expect(waits).toEqual(expected.waits);
    expect(requests).toHaveLength(8);
  });

  test("comes twice at most, unless a limit is given", async () => {
    const { waits, hooks } = skipWaits();
    const { baseUrl } = await serve(errorReply(503));
    const { payments } = createCentavo({ baseUrl, ...keys, hooks });
    await expect(payments.get("1")).rejects.toMatchObject({ status: 503 });
    expect(waits).toHaveLength(2);
  });

  test("follows baseDelay and maxDelay", async () => {
    const { waits, hooks } = skipWaits();
    vi.spyOn(Math, "random").mockReturnValue(1);
    const retry = { limit: 4, baseDelay: 10, maxDelay: 35 };
    const { centavo } = await serve([...Array(4).fill(errorReply(503)), ok], { hooks, retry });
    await centavo.payments.get("1");
    expect(waits).toEqual([10, 20, 35, 35]);
  });

  test.each([
    ["seconds", "2", 2000],
    ["no time", "0", 0],
    ["a part of a second", "0.5", 500],
    ["a date", new Date(now + 3000).toUTCString(), 3000],
    ["a date that is past", new Date(now - 3000).toUTCString(), 0],
    ["more than maxDelay", "30", 30_000],
  ])("is what Retry-After says: %s", async (_, retryAfter, wait) => {
    const { waits, hooks } = skipWaits();
    const { centavo } = await serve([errorReply(429, {}, { "retry-after": retryAfter }), ok], {
      hooks,
    });
    await centavo.payments.get("1");
    expect(waits).toEqual([wait]);
  });

  test.each(["", "soon", "1.2.3", "-5", "-0.5", "2026-11-20"])(
    "ignores a Retry-After of %j",
    async (retryAfter) => {
      const { waits, hooks } = skipWaits();
      vi.spyOn(Math, "random").mockReturnValue(1);
      const { centavo } = await serve([errorReply(429, {}, { "retry-after": retryAfter }), ok], {
        hooks,
      });
      await centavo.payments.get("1");
      expect(waits).toEqual([1]);
    },
  );

  test("takes real time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
    const retrying = Promise.withResolvers<void>();
    const { centavo, requests, arrived } = await serve(
      [errorReply(503, {}, { "retry-after": "2" }), ok],
      { hooks: { onRetry: () => retrying.resolve() } },
    );
    const done = centavo.payments.get("1");
    await retrying.promise;
    await vi.advanceTimersByTimeAsync(1999);
    await pause(20);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await arrived(2);
    await done;
  });

  test.each([
    { retryAfter: "5", attempts: 1 },
    { retryAfter: "4", attempts: 2 },
    { retryAfter: "9".repeat(400), attempts: 1 },
  ])(
    "is not begun when it goes beyond the total time: $attempts",
    async ({ retryAfter, attempts }) => {
      const { waits, hooks } = skipWaits();
      const headers = { "retry-after": retryAfter };
      const { centavo, requests } = await serve([errorReply(503, {}, headers), errorReply(404)], {
        hooks,
        totalTimeout: 5000,
      });
      await expect(centavo.payments.get("1")).rejects.toMatchObject({
        status: attempts === 1 ? 503 : 404,
      });
      expect(requests).toHaveLength(attempts);
      expect(waits).toHaveLength(attempts - 1);
    },
  );
});
