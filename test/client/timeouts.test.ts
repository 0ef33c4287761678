import { getEventListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type CallOptions, type Hooks, TimeoutError } from "../../src/client/index.ts";
import {
  errorReply,
  type FakeResponse,
  ok,
  type Reply,
  serve,
  silence,
  watched,
} from "./fake-server.ts";

/** Begins a response and never ends it. */
const stall: Reply = (_arrived, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"data":');
  return undefined;
};

const laterOn = errorReply(503, {}, { "retry-after": "60" });
const reason = new Error("the shopper left");
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

/** Lets this time pass for a client with fake timers. */
const pass =
  (milliseconds: number): Reply =>
  () =>
    void vi.advanceTimersByTime(milliseconds);

describe("an attempt that exceeds its timeout is abandoned", () => {
  test.each([
    ["no response begins", silence],
    ["a response begins and does not end", stall],
  ])("when %s, and its connection is closed", async (_title, given) => {
    const { reply, closed } = watched(given);
    const { centavo } = await serveWithToken([reply], { retry: { limit: 0 } });
    const error = await centavo.payments.get("1", { timeout: 30 }).catch((e) => e);
    expect(error).toBeInstanceOf(TimeoutError);
    const message = "payments.get: an attempt took longer than 30 ms";
    expect(error).toMatchObject({ scope: "attempt", timeout: 30, message });
    await closed;
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
  const totalTimeout = 70;
  const message = "payments.get: the call took longer than 70 ms";
  const late = { name: "TimeoutError", scope: "total", message };

  test.each([
    ["over its attempts", { timeout: 20 }, 20, 4],
    ["in a single attempt", {}, totalTimeout, 1],
  ])("%s", async (_title, timeouts, each, attempts) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { centavo, requests } = await serveWithToken(Array(10).fill(pass(each)), {
      hooks: { onRetry: () => void setImmediate(() => vi.advanceTimersByTime(0)) },
      retry: { limit: 9, baseDelay: 0 },
    });
    const call = centavo.payments.get("1", { ...timeouts, totalTimeout });
    await expect(call).rejects.toMatchObject(late);
    expect(requests).toHaveLength(attempts);
  });

  test("while it waits for the token, whose later failure is nobody's", async () => {
    const held = Promise.withResolvers<FakeResponse>();
    const { centavo, requests } = await serve(ok, { tokens: () => held.promise });
    await expect(centavo.payments.get("1", { totalTimeout })).rejects.toMatchObject(late);
    held.resolve(errorReply(400));
    await pause(20);
    expect(requests).toEqual([]);
  });
});

describe("a call that its caller aborts rejects with the reason", () => {
  let signal: AbortSignal;
  let abort: () => void;
  beforeEach(() => {
    const controller = new AbortController();
    ({ signal } = controller);
    abort = () => controller.abort(reason);
  });

  test("before it began, and nothing is sent", async () => {
    const { centavo, requests, tokenRequests } = await serve(ok);
    const signal = AbortSignal.abort(reason);
    await expect(centavo.subscriptions.suspend("1", { signal })).rejects.toBe(reason);
    await pause(10);
    expect([...requests, ...tokenRequests]).toEqual([]);
  });

  test.each([
    ["before the response", silence],
    ["within the response", stall],
  ])("%s, and its connection is closed", async (_title, given) => {
    const { reply, closed } = watched(given);
    const { centavo, requests, arrived } = await serveWithToken([reply]);
    const call = centavo.payments.get("1", { signal });
    arrived(1).then(() => setImmediate(abort));
    await expect(call).rejects.toBe(reason);
    await closed;
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Reply, (abort: () => void) => void]>([
    ["while it waits for its next attempt", laterOn, setImmediate],
    ["just before it waits for its next attempt", laterOn, (abort) => abort()],
    ["between a 401 and the call sent again", errorReply(401), (abort) => abort()],
  ])("%s", async (_title, reply, when) => {
    const hooks: Hooks = { onRetry: () => void when(abort) };
    const { centavo, requests, tokenRequests } = await serveWithToken([reply], { hooks });
    await expect(centavo.payments.get("1", { signal })).rejects.toBe(reason);
    expect([requests.length, tokenRequests.length]).toEqual([1, 1]);
  });

  test("in a hook, and nothing is sent", async () => {
    const own = vi.fn((request: Request) => fetch(request));
    const { centavo } = await serveWithToken([], {
      hooks: { onRequest: ({ path }) => void (path === "/customers" && abort()) },
      fetch: own,
    });
    own.mockClear();
    await expect(centavo.customers.list({}, { signal })).rejects.toBe(reason);
    await pause(10);
    expect(own).not.toHaveBeenCalled();
  });

  test("whatever it is", async () => {
    const { centavo } = await serve(ok, { tokens: silence });
    for (const given of ["enough", null]) {
      const call = centavo.payments.get("1", { signal: AbortSignal.abort(given) });
      expect(await call.catch((rejected) => ({ rejected }))).toEqual({ rejected: given });
    }
  });
});

/** What a hook returns that never ends. */
const endless = new Promise<void>(() => {});

test.each<[string, keyof Hooks, Reply]>([
  ["onRequest", "onRequest", ok],
  ["onResponse", "onResponse", ok],
  ["onRetry", "onRetry", errorReply(503)],
  ["onRetry after a 401", "onRetry", errorReply(401)],
])(
  "a hook that never ends blocks no call beyond its total timeout: %s",
  async (_match, name, reply) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const hooks: Hooks = {};
    const { centavo, requests } = await serveWithToken([reply], { hooks });
    hooks[name] = () => {
      vi.advanceTimersByTime(40);
      return endless;
    };
    const error = { name: "TimeoutError", scope: "total", operationId: "payments.get" };
    await expect(centavo.payments.get("1", { totalTimeout: 40 })).rejects.toMatchObject(error);
    expect(requests).toHaveLength(name === "onRequest" ? 0 : 1);
  },
);

test("a hook that never ends in the request for the token does not block later calls", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const onRequest = vi.fn().mockImplementationOnce(() => {
    vi.advanceTimersByTime(40);
    return endless;
  });
  const { centavo } = await serve(ok, { hooks: { onRequest }, totalTimeout: 40 });
  const late = { name: "TimeoutError", scope: "total", operationId: "auth.createToken" };
  const patient = { totalTimeout: 5_000 };
  await expect(centavo.payments.get("1", patient)).rejects.toMatchObject(late);
  expect((await centavo.payments.get("1", patient)).data.id).toBe("1");
});

/** How long the client's own timers run below; the platform has others. */
const ownTimers = new Set<number | undefined>([40, 60, 30_000, 60_000, 90_000]);

test.each<[after: string, replies: Reply[], options?: () => CallOptions]>([
  ["a retry", [errorReply(503), ok]],
  ["a new token", [errorReply(401), ok]],
  ["the total timeout", [silence, silence, silence], () => ({ timeout: 40, totalTimeout: 60 })],
  ["an abort before the response", [silence], () => ({ signal: AbortSignal.timeout(20) })],
  ["an abort before the next attempt", [laterOn], () => ({ signal: AbortSignal.timeout(20) })],
])("no timer and no listener is left behind after %s", async (_title, replies, options) => {
  const { centavo } = await serveWithToken(replies);
  const [set, clear] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
  const { signal = new AbortController().signal, ...timeouts } = options?.() ?? {};
  const call = centavo.payments.get("1", { signal, ...timeouts });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await call.catch(() => {});
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const own = set.mock.results.filter((_item, place) => ownTimers.has(set.mock.calls[place]?.[1]));
  expect(own.length).toBeGreaterThan(1);
  const cleared = new Set(clear.mock.calls.map(([timer]) => timer));
  expect(own.filter(({ value }) => !cleared.has(value))).toEqual([]);
});
