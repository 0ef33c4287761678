import { expect, test, vi } from "vitest";
import type { Hooks } from "../../src/client/index.ts";
import { broken, errorReply, keys, ok, type Reply, serve } from "./fake-server.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("hooks are called for every attempt, also for the token, in order", async () => {
  const received: [string, object][] = [];
  const hooks: Hooks = {
    onRequest: (event) => void received.push(["request", event]),
    onResponse: (event) => void received.push(["response", event]),
    onRetry: (event) => void received.push(["retry", event]),
  };
  const { centavo } = await serve([errorReply(503), errorReply(401), broken, ok], { hooks });
  await centavo.subscriptions.get("1");

  const auth = { operationId: "auth.createToken", method: "POST", path: "/auth", attempt: 1 };
  const path = "/subscriptions/{subscriptionId}";
  const read = { operationId: "subscriptions.get", method: "GET", path };
  const delay = expect.any(Number);
  expect(received).toMatchObject([
    ["request", auth],
    ["response", { ...auth, status: 200 }],
    ["request", { ...read, attempt: 1 }],
    ["response", { ...read, attempt: 1, status: 503 }],
    ["retry", { ...read, attempt: 1, delay, error: { status: 503 } }],
    ["request", { ...read, attempt: 2 }],
    ["response", { ...read, attempt: 2, status: 401 }],
    ["retry", { ...read, attempt: 2, delay: 0, error: { status: 401 } }],
    ["request", auth],
    ["response", { ...auth, status: 200 }],
    ["request", { ...read, attempt: 3 }],
    ["retry", { ...read, attempt: 3, delay, error: { name: "NetworkError" } }],
    ["request", { ...read, attempt: 4 }],
    ["response", { ...read, attempt: 4, status: 200 }],
  ]);
});

test("a hook sees the response's status and headers, and how long it took", async () => {
  const onResponse = vi.fn<NonNullable<Hooks["onResponse"]>>();
  const slow: Reply = async () => {
    await wait(30);
    return { ...ok, headers: { "set-cookie": ["a=1", "b=2"] } };
  };
  const { centavo } = await serve(slow, { hooks: { onResponse } });
  await centavo.payments.get("1");
  const { status, headers, duration } = onResponse.mock.lastCall?.[0] ?? expect.fail();
  expect([status, ...headers.getSetCookie()]).toEqual([200, "[redacted]", "[redacted]"]);
  // Timers are slightly imprecise.
  expect(duration).toBeGreaterThanOrEqual(28);
});

test.each(["onRequest", "onResponse", "onRetry"] as const)(
  "an error in %s rejects the call unchanged, without a retry, and it is called as a method",
  async (name) => {
    const wrong = new TypeError("the hook is wrong");
    const hook = vi.fn(({ operationId }: { operationId: string }) => {
      if (operationId === "payments.get") throw wrong;
    });
    const hooks: Hooks = { [name]: hook };
    const { centavo, requests } = await serve(errorReply(503), { hooks });
    await expect(centavo.payments.get("1")).rejects.toBe(wrong);
    expect(requests).toHaveLength(name === "onRequest" ? 0 : 1);
    const calls = hook.mock.calls.filter(([{ operationId }]) => operationId === "payments.get");
    expect(calls).toHaveLength(1);
    expect(hook.mock.contexts.every((context) => context === hooks)).toBe(true);
  },
);

test("a hook sees and changes the headers of each attempt, but sees no secret, and replaces no token", async () => {
  const seen: Record<string, string>[] = [];
  const headers = {
    "x-key": keys.privateKey,
    "x-card": "4111 1111 1111 1111",
    cookie: "session=1",
    authorization: "Bearer of somebody",
    "x-shop": "1",
    "x-gone": "1",
  };
  // The last is shown as far as a header can hold it.
  const text = '{"cardNumber":"4111111111111111","name":"\\u20ac"}';
  const echo = { "x-echo": keys.privateKey, "x-json": text };
  const { centavo, requests } = await serve([errorReply(503), { ...ok, headers: echo }], {
    headers,
    hooks: {
      onRequest: (event) => {
        seen.push(Object.fromEntries(event.headers));
        event.headers.set("x-card", `none in ${event.attempt}`);
        event.headers.set("Authorization", "Bearer mine");
        event.headers.append("x-trace", "2");
        event.headers.delete("x-gone");
      },
      onResponse: (event) => void seen.push(Object.fromEntries(event.headers)),
    },
  });
  await centavo.payments.get("1");
  const hidden = "[redacted]";
  expect(seen.slice(-2)).toMatchObject([
    { "x-key": hidden, "x-card": hidden, cookie: hidden, authorization: hidden, "x-shop": "1" },
    { "x-echo": hidden, "x-json": `{"cardNumber":"${hidden}","name":"?"}` },
  ]);
  const sent = { ...headers, authorization: "Bearer token-1", "x-trace": "2" };
  const { "x-gone": _gone, ...others } = sent;
  expect(requests.map(({ headers }) => headers)).toMatchObject([
    { ...others, "x-card": "none in 1" },
    { ...others, "x-card": "none in 2" },
  ]);
  for (const { headers } of requests) expect(headers).not.toHaveProperty("x-gone");
});
