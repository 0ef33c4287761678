import { getEventListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Hooks, TimeoutError } from "../../src/client/index.ts";
import { broken, errorReply, ok, type Reply, serve, silence } from "./fake-server.ts";

/** Begins a response and never ends it. */
const stall: Reply = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"data":');
  return undefined;
};

const unhandled = vi.fn();

beforeEach(() => {
  process.on("unhandledRejection", unhandled);
});

afterEach(async () => {
  vi.useRealTimers();
  await pause(5);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  unhandled.mockClear();
  vi.restoreAllMocks();
});

/** A service whose client has its token already, so that the replies are to the test's own calls. */
async function serveWithToken(replies: Reply[], options: Parameters<typeof serve>[1] = {}) {
  const service = await serve([ok, ...replies], options);
  await service.centavo.payments.get("1");
  service.requests.length = 0;
  return service;
}

describe("an attempt that exceeds its timeout is abandoned", () => {
  test.each([
    ["when no response begins", silence],
    ["when a response begins and does not end", stall],
  ])("%s", async (_, reply) => {
    const { centavo } = await serveWithToken([reply], { retry: { limit: 0 } });
    const error = await centavo.payments.get("1", { timeout: 30 }).catch((e) => e);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      scope: "attempt",
      timeout: 30,
      operationId: "payments.get",
      message: "payments.get: an attempt took longer than 30 ms",
    });
  });

  test("and its connection is closed", async () => {
    const closed = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { centavo } = await serveWithToken([
      (_, response) => {
        response.on("close", closed.resolve);
        vi.advanceTimersByTime(20);
        return undefined;
      },
    ]);
    await expect(
      centavo.payments.refund({ transactionId: "1" }, { timeout: 20 }),
    ).rejects.toThrow();
    await closed.promise;
  });

  test("also for a fetch that ignores its signal", async () => {
    const { centavo } = await serve(ok, {
      retry: { limit: 0 },
      fetch: (request) =>
        request.url.endsWith("/auth") ? fetch(request) : new Promise<Response>(() => {}),
    });
    await expect(centavo.payments.get("1", { timeout: 20 })).rejects.toThrow(TimeoutError);
  });
});

describe("a call that exceeds its total timeout is abandoned", () => {
  const inAll = {
    name: "TimeoutError",
    scope: "total",
    operationId: "payments.get",
    message: "payments.get: the call took longer than 70 ms",
  };
  const totalTimeout = 70;

  test("over its attempts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const late: Reply = () => void vi.advanceTimersByTime(20);
    const { centavo, requests } = await serveWithToken(Array(10).fill(late), {
      hooks: { onRetry: () => void setImmediate(() => vi.advanceTimersByTime(0)) },
      retry: { limit: 9, baseDelay: 0 },
    });
    const options = { timeout: 20, totalTimeout };
    await expect(centavo.payments.get("1", options)).rejects.toMatchObject(inAll);
    expect(requests).toHaveLength(4);
  });

  test("in a single attempt", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const late: Reply = () => void vi.advanceTimersByTime(totalTimeout);
    const { centavo, requests } = await serveWithToken([late]);
    await expect(centavo.payments.get("1", { totalTimeout })).rejects.toMatchObject(inAll);
    expect(requests).toHaveLength(1);
  });

  test("while it waits for the token", async () => {
    const { centavo, requests } = await serve(ok, { tokens: silence });
    await expect(centavo.payments.get("1", { totalTimeout })).rejects.toMatchObject(inAll);
    expect(requests).toEqual([]);
  });
});

describe("a call that its caller aborts rejects with the reason", () => {
  const reason = new Error("the shopper left");

  test.each([
    ["not even for a token", () => serve(ok)],
    ["with a token there", () => serveWithToken([ok])],
  ])("before it began, and nothing is sent, %s", async (_, start) => {
    const { centavo, requests, tokenRequests } = await start();
    const before = tokenRequests.length;
    const signal = AbortSignal.abort(reason);
    await expect(centavo.subscriptions.suspend("1", { signal })).rejects.toBe(reason);
    await pause(10);
    expect([...requests, ...tokenRequests.slice(before)]).toEqual([]);
  });

  test.each([
    ["before the response", silence],
    ["within the response", stall],
  ])("%s, and its connection is closed", async (_, reply) => {
    const closed = Promise.withResolvers<void>();
    const { centavo, requests, arrived } = await serveWithToken([
      (request, response) => {
        response.on("close", closed.resolve);
        return typeof reply === "function" ? reply(request, response) : reply;
      },
    ]);
    const controller = new AbortController();
    const call = centavo.payments.get("1", { signal: controller.signal });
    arrived(1).then(() => setImmediate(() => controller.abort(reason)));
    await expect(call).rejects.toBe(reason);
    await closed.promise;
    expect(requests).toHaveLength(1);
  });

  test.each<[string, (abort: () => void) => void]>([
    ["while it waits for its next attempt", setImmediate],
    ["just before it waits for its next attempt", (abort) => abort()],
  ])("%s", async (_, when) => {
    const controller = new AbortController();
    const { centavo, requests } = await serveWithToken(
      [errorReply(503, {}, { "retry-after": "60" })],
      { hooks: { onRetry: () => void when(() => controller.abort(reason)) } },
    );
    await expect(centavo.payments.get("1", { signal: controller.signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });

  test("between a 401 and the call sent again", async () => {
    const controller = new AbortController();
    const { centavo, requests, tokenRequests } = await serveWithToken([errorReply(401)], {
      hooks: { onRetry: () => controller.abort(reason) },
    });
    await expect(centavo.payments.get("1", { signal: controller.signal })).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
    expect(tokenRequests).toHaveLength(1);
  });

  test("while it waits for the token", async () => {
    const { centavo, requests } = await serve(ok, { tokens: silence });
    const controller = new AbortController();
    const call = centavo.payments.get("1", { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
    expect(requests).toEqual([]);
  });

  test("in a hook, and nothing is sent", async () => {
    const controller = new AbortController();
    const sent: string[] = [];
    const { centavo } = await serveWithToken([], {
      hooks: { onRequest: ({ path }) => void (path === "/customers" && controller.abort(reason)) },
      fetch: (request) => {
        sent.push(request.url);
        return fetch(request);
      },
    });
    sent.length = 0;
    const { signal } = controller;
    await expect(centavo.customers.list({}, { signal })).rejects.toBe(reason);
    await pause(10);
    expect(sent).toEqual([]);
  });

  test.each([
    ["a text", "enough", "enough"],
    ["null", null, null],
    ["nothing", undefined, expect.objectContaining({ name: "AbortError" })],
  ])("whatever it is: %s", async (_, given, rejected) => {
    const { centavo } = await serve(ok);
    const caught = await centavo.payments
      .get("1", { signal: AbortSignal.abort(given) })
      .catch((e) => ({ e }));
    expect(caught).toEqual({ e: rejected });
  });

  test("of a signal that times out by itself", async () => {
    const { centavo } = await serveWithToken([silence]);
    const call = centavo.payments.get("1", { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({
      name: "TimeoutError",
      code: DOMException.TIMEOUT_ERR,
    });
  });
});

describe("a hook that never ends does not block a call", () => {
  const wait = () => new Promise<void>(() => {});
  const stuck: [string, keyof Hooks, Reply][] = [
    ["onRequest", "onRequest", ok],
    ["onResponse", "onResponse", ok],
    ["onRetry", "onRetry", errorReply(503)],
    ["onRetry after a 401", "onRetry", errorReply(401)],
  ];

  /** A client with a hook that hangs once the client has its token. */
  async function serveStuck(hook: keyof Hooks, run: () => Promise<void>, reply: Reply) {
    const hooks: Hooks = {};
    const service = await serveWithToken([reply], { hooks });
    Object.assign(hooks, { [hook]: run });
    return service;
  }

  test.each(stuck)("over its total timeout: %s", async (_, hook, reply) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const late = () => {
      vi.advanceTimersByTime(40);
      return wait();
    };
    const { centavo, requests } = await serveStuck(hook, late, reply);
    await expect(centavo.payments.get("1", { totalTimeout: 40 })).rejects.toMatchObject({
      name: "TimeoutError",
      scope: "total",
      operationId: "payments.get",
    });
    expect(requests).toHaveLength(hook === "onRequest" ? 0 : 1);
  });

  test.each(stuck)("when it is aborted: %s", async (_, hook, reply) => {
    const reason = new Error("the shopper left");
    const controller = new AbortController();
    const leave = () => {
      setImmediate(() => controller.abort(reason));
      return wait();
    };
    const { centavo } = await serveStuck(hook, leave, reply);
    await expect(centavo.payments.get("1", { signal: controller.signal })).rejects.toBe(reason);
  });

  test("nor the calls after it, when it was the token's", async () => {
    const hooks: Hooks = { onRequest: wait };
    const { centavo } = await serve(ok, { hooks, totalTimeout: 40 });
    await expect(centavo.payments.get("1")).rejects.toThrow(TimeoutError);
    delete hooks.onRequest;
    await pause(20);
    await centavo.payments.get("1", { totalTimeout: 10_000 });
  });

  test("and its later error is not an unhandled rejection", async () => {
    const late = Promise.withResolvers<void>();
    const { centavo } = await serveStuck("onRequest", () => late.promise, ok);
    await expect(centavo.payments.get("1", { totalTimeout: 20 })).rejects.toThrow(TimeoutError);
    late.reject(new Error("too late"));
  });
});

describe("no timer and no listener is left behind", () => {
  test.each<[string, Reply[], timeouts?: { timeout?: number; totalTimeout?: number }]>([
    ["a response", [ok]],
    ["an error", [errorReply(404)]],
    ["a retry", [errorReply(503), ok]],
    ["a new token", [errorReply(401), ok]],
    ["a broken connection", [broken, ok]],
    ["a timeout", [silence, ok], { timeout: 40 }],
    ["the total timeout", [silence, silence, silence], { timeout: 40, totalTimeout: 60 }],
  ])("after %s", async (_, replies, timeouts) => {
    const { signal } = new AbortController();
    const { centavo } = await serveWithToken(replies);
    const timers = watchTimers();
    const call = centavo.payments.get("1", { signal, ...timeouts });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await call.catch(() => {});
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(timers).toEqual({ set: expect.any(Number), running: new Set() });
    expect(timers.set).toBeGreaterThan(1);
  });

  test.each<[string, Reply]>([
    ["the response", silence],
    ["the next attempt", errorReply(503, {}, { "retry-after": "60" })],
  ])("after giving up the wait for %s", async (_, reply) => {
    const { centavo } = await serveWithToken([reply]);
    const timers = watchTimers();
    const signal = AbortSignal.timeout(20);
    await expect(centavo.payments.get("1", { signal })).rejects.toThrow();
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(timers.running).toEqual(new Set());
  });
});

/** Keeps the client's own timers in view; the platform has some too. */
function watchTimers() {
  const timers = { set: 0, running: new Set<unknown>() };
  const { setTimeout, clearTimeout } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((
    ...args: Parameters<typeof setTimeout>
  ) => {
    const timer = setTimeout(...args);
    if (!new Error().stack?.includes("/src/client/")) return timer;
    timers.set += 1;
    timers.running.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    timers.running.delete(timer);
    clearTimeout(timer);
  });
  return timers;
}
