import { expect, test, vi } from "vitest";
import type { Hooks, RequestEvent, ResponseEvent } from "../../src/client/index.ts";
import { broken, errorReply, keys, ok, type Reply, serve, token } from "./fake-server.ts";

/** Records what the hooks receive, in order. */
function listen() {
  const received: [string, object][] = [];
  const hooks: Hooks = {
    onRequest: (event) => void received.push(["request", event]),
    onResponse: (event) => void received.push(["response", event]),
    onRetry: (event) => void received.push(["retry", event]),
  };
  return { received, hooks };
}

test("hooks are called for every attempt, also for the token, in order", async () => {
  const { received, hooks } = listen();
  const { centavo } = await serve([errorReply(503), errorReply(401), broken, ok], { hooks });
  await centavo.subscriptions.get("1");

  const auth = { operationId: "auth.createToken", method: "POST", path: "/auth" };
  const read = {
    operationId: "subscriptions.get",
    method: "GET",
    path: "/subscriptions/{subscriptionId}",
  };
  expect(received).toMatchObject([
    ["request", { ...auth, attempt: 1 }],
    ["response", { ...auth, attempt: 1, status: 200 }],
    ["request", { ...read, attempt: 1 }],
    ["response", { ...read, attempt: 1, status: 503 }],
    ["retry", { ...read, attempt: 1, delay: expect.any(Number), error: { status: 503 } }],
    ["request", { ...read, attempt: 2 }],
    ["response", { ...read, attempt: 2, status: 401 }],
    ["retry", { ...read, attempt: 2, delay: 0, error: { status: 401 } }],
    ["request", { ...auth, attempt: 1 }],
    ["response", { ...auth, attempt: 1, status: 200 }],
    ["request", { ...read, attempt: 3 }],
    ["retry", { ...read, attempt: 3, delay: expect.any(Number), error: { name: "NetworkError" } }],
    ["request", { ...read, attempt: 4 }],
    ["response", { ...read, attempt: 4, status: 200 }],
  ]);
});

test("a hook sees the headers that are sent, but not the token", async () => {
  const seen: RequestEvent[] = [];
  const { centavo } = await serve(ok, {
    headers: { "x-shop": "1" },
    hooks: { onRequest: (event) => void seen.push(event) },
  });
  await centavo.payments.refund({ transactionId: "1" });
  expect(Object.fromEntries(seen.at(-1)?.headers ?? [])).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": "centavo/0.1.0",
    "x-shop": "1",
  });
});

test("a hook can add headers to each attempt, but cannot replace the token", async () => {
  const { centavo, requests } = await serve([errorReply(503), ok], {
    hooks: {
      onRequest: ({ headers, attempt }) => {
        headers.append("x-attempt", `${attempt}`);
        headers.set("Authorization", "Bearer mine");
      },
    },
  });
  await centavo.payments.get("1");
  expect(requests.map(({ headers }) => headers["x-attempt"])).toEqual(["1", "2"]);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(
    Array(2).fill("Bearer token-1"),
  );
});

test("a hook sees the response's status and headers, and how long it took", async () => {
  const seen: ResponseEvent[] = [];
  const slow: Reply = async (_, response) => {
    response.writeHead(200, { "x-request-id": "r1", "set-cookie": ["a=1", "b=2"] });
    response.write('{"data":');
    await new Promise((resolve) => setTimeout(resolve, 30));
    response.end("{}}");
    return undefined;
  };
  const { centavo } = await serve(slow, {
    hooks: { onResponse: (event) => void seen.push(event) },
  });
  await centavo.payments.get("1");
  const event = seen.at(-1);
  expect(event).toMatchObject({ status: 200, attempt: 1, duration: expect.any(Number) });
  expect(event?.headers.get("x-request-id")).toBe("r1");
  expect(event?.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  // Timers are slightly imprecise.
  expect(event?.duration).toBeGreaterThanOrEqual(28);
});

test("a slow hook is awaited", async () => {
  const order: string[] = [];
  const wait = (what: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(what);
  };
  const replies: Reply[] = [errorReply(503), ok].map((response) => () => {
    order.push("served");
    return response;
  });
  const { centavo } = await serve(replies, {
    tokens: token("t"),
    hooks: { onRequest: wait("request"), onResponse: wait("response"), onRetry: wait("retry") },
  });
  await centavo.payments.get("1");
  expect(order.slice(2)).toEqual([
    "request",
    "served",
    "response",
    "retry",
    "request",
    "served",
    "response",
  ]);
});

test.each(["onRequest", "onResponse", "onRetry"] as const)(
  "an error in %s rejects the call unchanged, without a retry",
  async (name) => {
    const wrong = new TypeError("the hook is wrong");
    let calls = 0;
    const hook = vi.fn(({ operationId }: { operationId: string }) => {
      if (operationId === "payments.get" && ++calls > 0) throw wrong;
    });
    const { centavo, requests } = await serve(errorReply(503), { hooks: { [name]: hook } });
    await expect(centavo.payments.get("1")).rejects.toBe(wrong);
    expect(requests).toHaveLength(name === "onRequest" ? 0 : 1);
    expect(calls).toBe(1);
  },
);

test("hooks are called as methods of their object", async () => {
  class Counter implements Hooks {
    requests = 0;
    onRequest(): void {
      this.requests += 1;
    }
  }
  const hooks = new Counter();
  const { centavo } = await serve(ok, { hooks });
  await centavo.payments.get("1");
  expect(hooks.requests).toBe(2);
});

test("a hook sees no secrets in the headers, but the request still has them", async () => {
  const seen: Record<string, string>[] = [];
  const headers = {
    "x-key": keys.privateKey,
    "x-card": "4111 1111 1111 1111",
    cookie: "session=1",
    authorization: "Bearer of somebody",
    "x-shop": "1",
    "x-gone": "1",
  };
  const reply: Reply = ({ headers }) => ({ ...ok, headers: { "x-echo": `${headers["x-key"]}` } });
  const { centavo, requests } = await serve(reply, {
    headers,
    hooks: {
      onRequest: (event) => {
        seen.push(Object.fromEntries(event.headers));
        event.headers.set("x-card", "none");
        event.headers.append("x-trace", "2");
        event.headers.delete("x-gone");
      },
      onResponse: (event) => void seen.push(Object.fromEntries(event.headers)),
    },
  });
  await centavo.payments.get("1");
  expect(seen.slice(-2)).toMatchObject([
    {
      "x-key": "[redacted]",
      "x-card": "[redacted]",
      cookie: "[redacted]",
      authorization: "[redacted]",
      "x-shop": "1",
    },
    { "x-echo": "[redacted]" },
  ]);
  expect(requests[0]?.headers).toMatchObject({
    "x-key": keys.privateKey,
    "x-card": "none",
    cookie: "session=1",
    authorization: "Bearer token-1",
    "x-shop": "1",
    "x-trace": "2",
  });
  expect(requests[0]?.headers).not.toHaveProperty("x-gone");
});

test("a response header with JSON in other scripts is shown as far as a header can be", async () => {
  const seen: ResponseEvent[] = [];
  const text = '{"cardNumber":"4111111111111111","name":"\\u20ac"}';
  const { centavo } = await serve(
    { ...ok, headers: { "x-echo": text } },
    { hooks: { onResponse: (event) => void seen.push(event) } },
  );
  await centavo.payments.get("1");
  expect(seen.at(-1)?.headers.get("x-echo")).toBe('{"cardNumber":"[redacted]","name":"?"}');
});
