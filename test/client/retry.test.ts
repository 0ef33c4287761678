import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCentavo, type RetryEvent } from "../../src/client/index.ts";
import { call, operationCalls } from "./example-calls.ts";
import { broken, errorReply, keys, ok, type Reply, serve, token } from "./fake-server.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const timeout = 1000;
const now = Date.UTC(2026, 10, 20);

const cutOff: Reply = (_arrived, response) => {
  response.writeHead(200, { "content-length": 100 });
  response.write('{"data":');
  setImmediate(() => response.destroy());
  return undefined;
};

/** Makes an attempt time out. Only with `skipWaits`. */
const late: Reply = () => void vi.advanceTimersByTime(timeout);

const passing: [failure: string, reply: Reply, error: object][] = [
  ["a broken connection", broken, { name: "NetworkError" }],
  ["a truncated response", cutOff, { name: "NetworkError" }],
  ["an attempt's timeout", late, { name: "TimeoutError" }],
  ["502 in HTML", { status: 502, text: "<h1>502</h1>" }, { status: 502 }],
  ...[429, 502, 503, 504].map(
    (status) => [`${status}`, errorReply(status), { status }] as [string, Reply, object],
  ),
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

describe.each(passing)("after %s", (_title, reply, error) => {
  test("a read is repeated unchanged", async () => {
    const replies = [reply, reply, { body: { data: [], meta: {} } }];
    const { centavo, requests } = await serve(replies, { ...skipWaits(), timeout });
    await centavo.withdrawals.list({ page: 2 }, { subaccountId: "sub", headers: { "x-a": "b" } });
    expect(requests).toHaveLength(3);
    expect(requests[0]).toMatchObject({ query: { page: "2" }, headers: { "x-a": "b" } });
    expect(requests).toEqual(Array(3).fill(requests[0]));
  });

  test("a read is repeated up to the limit, and then fails", async () => {
    const options = { ...skipWaits(), timeout, retry: { limit: 1 } };
    const { centavo, requests } = await serve(reply, options);
    await expect(centavo.payments.get("1")).rejects.toMatchObject(error);
    expect(requests).toHaveLength(2);
  });

  test("the request for a token is repeated, and its write is sent once", async () => {
    const options = { ...skipWaits(), timeout, tokens: [reply, token("second")] };
    const { centavo, requests, tokenRequests } = await serve(ok, options);
    await centavo.subscriptions.suspend("1");
    expect([requests.length, tokenRequests.length]).toEqual([1, 2]);
  });

  test.each(operationCalls.filter(({ method, isPublic }) => method !== "GET" && !isPublic))(
    "$id is sent exactly once",
    async (write) => {
      const options = { ...skipWaits(), timeout, retry: { limit: 5 } };
      const { centavo, requests } = await serve(reply, options);
      await expect(call(centavo, write)).rejects.toMatchObject(error);
      expect(requests).toHaveLength(1);
    },
  );
});

test.each<[failure: string, reply: Reply, attempts?: number]>([
  ...[307, 400, 403, 404, 408, 500, 501].map(
    (status) => [`${status}`, errorReply(status)] as [string, Reply],
  ),
  // It renews the token, which is not a retry.
  ["401", errorReply(401), 2],
  ["broken JSON", { text: '{"data":' }],
  ["an empty response", { text: "" }],
])("after %s nothing is retried", async (_title, reply, attempts = 1) => {
  const { centavo, requests } = await serve(reply);
  await expect(centavo.payments.get("1")).rejects.toThrow();
  expect(requests).toHaveLength(attempts);
});

describe("the wait before a retry", () => {
  /** The waits of a client with these settings, whose call is rejected this often and then succeeds. */
  async function waitsOf(random: number, failures: number, retry?: { limit: number }) {
    const { waits, hooks } = skipWaits();
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { baseUrl } = await serve([...Array(failures).fill(errorReply(503)), ok]);
    const { payments } = createCentavo({ baseUrl, ...keys, hooks, ...(retry && { retry }) });
    await payments.get("1").catch((error) => expect(error).toMatchObject({ status: 503 }));
    return waits;
  }

  test("is drawn below a limit that doubles, up to a highest one", async () => {
    expect(await waitsOf(0, 7, { limit: 7 })).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const half = [150, 300, 600, 1200, 2400, 4800, 5000];
    expect(await waitsOf(0.5, 7, { limit: 7 })).toEqual(half);
    expect(await waitsOf(1, 7, { limit: 7 })).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000]);
  });

  test("follows limit, baseDelay and maxDelay, and comes twice at most by default", async () => {
    expect(await waitsOf(1, 5)).toEqual([300, 600]);
    expect(await waitsOf(1, 5, { limit: 0 })).toEqual([]);
    const delays = { limit: 4, baseDelay: 10, maxDelay: 35 };
    expect(await waitsOf(1, 5, delays)).toEqual([10, 20, 35, 35]);
  });

  test.each<[retryAfter: string, wait: number]>([
    ["2", 2000],
    ["0", 0],
    ["0.25", 250],
    [new Date(now + 3000).toUTCString(), 3000],
    [new Date(now - 3000).toUTCString(), 0],
    // More than maxDelay.
    ["30", 30_000],
    // What is neither a number nor a date is ignored.
    ...["", "soon", "1.2.3", "-5", "-0.5", "2026-11-20"].map((value) => [value, 1] as [string, 1]),
  ])("is what Retry-After says: %j is %i ms", async (retryAfter, wait) => {
    const { waits, hooks } = skipWaits();
    vi.spyOn(Math, "random").mockReturnValue(1);
    const reply = errorReply(429, {}, { "retry-after": retryAfter });
    const { centavo } = await serve([reply, ok], { hooks });
    await centavo.payments.get("1");
    expect(waits).toEqual([wait]);
  });

  test("takes real time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now });
    const retrying = Promise.withResolvers<void>();
    const reply = errorReply(503, {}, { "retry-after": "2" });
    const hooks = { onRetry: () => retrying.resolve() };
    const { centavo, requests, arrived } = await serve([reply, ok], { hooks });
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
    ["5", [503]],
    ["4", [503, 404]],
    ["9".repeat(400), [503]],
  ])("is not begun when it goes beyond the total time: %s", async (retryAfter, statuses) => {
    const { waits, hooks } = skipWaits();
    const replies = [errorReply(503, {}, { "retry-after": retryAfter }), errorReply(404)];
    const { centavo, requests } = await serve(replies, { hooks, totalTimeout: 5000 });
    await expect(centavo.payments.get("1")).rejects.toMatchObject({ status: statuses.at(-1) });
    expect([requests.length, waits.length]).toEqual([statuses.length, statuses.length - 1]);
  });
});
