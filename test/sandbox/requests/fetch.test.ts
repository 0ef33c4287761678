import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import { createFetch } from "../../../src/sandbox/requests/fetch.ts";
import {
  type CreateSandboxOptions,
  createSandbox,
  type InProcessSandbox,
  OptionError,
} from "../../../src/sandbox-node/index.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const origin = "https://sandbox.invalid";

async function open(options: CreateSandboxOptions = {}) {
  const sandbox = await createSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  const { publicKey, privateKey, control } = sandbox;
  const keys = { publicKey, privateKey };
  const { data } = await createCentavo({ baseUrl: origin, ...sandbox }).auth.createToken(keys);
  const headers = { authorization: `Bearer ${data.access_token}` };
  const json = { ...headers, "content-type": "application/json" };
  const post = { method: "POST", headers: json };
  const payment = { ...post, body: JSON.stringify(body("payments.create", "pix")) };
  const count = async () => (await control.requests.list()).data.length;
  const pay = (init: RequestInit) => sandbox.fetch(`${origin}/payments`, init);
  return { sandbox, send: sandbox.fetch, pay, headers, json, post, payment, count };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** A body of bytes, or without end. Says how many pieces were asked for, and whether it was canceled. */
function pieces(size: number, count = Infinity) {
  const asked = { count: 0, isCanceled: false };
  const stream = new ReadableStream({
    pull(controller) {
      asked.count += 1;
      if (asked.count > count) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(0x20));
    },
    cancel() {
      asked.isCanceled = true;
      // Whoever reads does not depend on it.
      return new Promise(() => {});
    },
  });
  return { stream, asked };
}

function streamOf(piece: unknown): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(piece);
      controller.close();
    },
  });
}

const silence = () => new ReadableStream({});
const upload = (stream: ReadableStream) => ({ body: stream, duplex: "half" }) as RequestInit;

describe("a call is rejected as one over the network:", () => {
  test.each<[what: string, call: (opened: Opened) => Promise<unknown>, error: unknown]>([
    ["a relative URL", ({ send }) => send("/payments"), TypeError],
    ["no URL", ({ send }) => send(undefined as never), TypeError],
    [
      "a body that was read",
      async ({ send, payment }) => {
        const request = new Request(`${origin}/payments`, payment);
        await request.text();
        return send(request);
      },
      TypeError,
    ],
    [
      "a body that somebody reads",
      ({ send, post }) => {
        const request = new Request(`${origin}/payments`, { ...post, body: "{}" });
        request.body?.getReader();
        return send(request);
      },
      TypeError,
    ],
    [
      "a body that fails",
      ({ pay, post }) => {
        const failing = new ReadableStream({
          pull: (controller) => controller.error(new RangeError("it broke off")),
        });
        return pay({ ...post, ...upload(failing) });
      },
      RangeError,
    ],
    ["a body of text", ({ pay, post }) => pay({ ...post, ...upload(streamOf("{}")) }), TypeError],
    [
      "a body of anything else that has a length",
      ({ pay, post }) => pay({ ...post, ...upload(streamOf([1, 2])) }),
      TypeError,
    ],
    [
      "a signal that has aborted",
      ({ pay, payment }) => pay({ ...payment, signal: AbortSignal.abort() }),
      { name: "AbortError" },
    ],
    [
      "a signal that aborts while the body arrives",
      ({ pay, post }) => {
        const signal = AbortSignal.timeout(20);
        return pay({ ...post, ...upload(silence()), signal });
      },
      { name: "TimeoutError" },
    ],
    [
      "a signal that aborts while empty pieces arrive without end",
      ({ pay, post }) => {
        const signal = AbortSignal.timeout(20);
        return pay({ ...post, ...upload(pieces(0).stream), signal });
      },
      { name: "TimeoutError" },
    ],
    [
      "a signal that aborts while a state file arrives",
      ({ send, headers }) => {
        const init = {
          method: "PUT",
          headers,
          ...upload(silence()),
          signal: AbortSignal.timeout(20),
        };
        return send(`${origin}/_sandbox/state`, init);
      },
      { name: "TimeoutError" },
    ],
    [
      "a signal that aborts during the latency of a fault",
      async ({ pay, headers, sandbox }) => {
        await sandbox.control.faults.set({ faults: [{ latency: 60_000 }] });
        return pay({ headers, signal: AbortSignal.timeout(20) });
      },
      { name: "TimeoutError" },
    ],
    [
      "a call after close()",
      async ({ send, sandbox }) => {
        await sandbox.close();
        await sandbox.close();
        return send(`${origin}/_sandbox/health`);
      },
      new TypeError("The sandbox is closed."),
    ],
  ])("%s", async (_, call, error) => {
    const thrown = await call(await open()).then(
      () => "it was answered",
      (rejection) => rejection,
    );
    if (typeof error === "function") expect(thrown).toBeInstanceOf(error);
    else expect(thrown).toMatchObject(error as object);
  });
});

describe("a call is answered as by a server:", () => {
  test.each<[what: string, call: (opened: Opened) => Promise<Response>, status: number]>([
    ["any origin", ({ send }) => send("https://api.example:8443/_sandbox/health"), 200],
    ["a URL object", ({ send }) => send(new URL(`${origin}/_sandbox/health`)), 200],
    [
      "a request with other options",
      ({ send, payment }) => send(new Request(`${origin}/payments`), payment),
      200,
    ],
    [
      "a state file that is none",
      ({ send, headers }) =>
        send(`${origin}/_sandbox/state`, {
          method: "PUT",
          headers,
          ...upload(pieces(1_000_000, 3).stream),
        }),
      400,
    ],
    [
      "a request of another realm",
      ({ send, payment }) => {
        const given = new Request(`${origin}/payments`, payment);
        const properties = ["url", "method", "headers", "body", "bodyUsed", "signal"] as const;
        const copied = Object.fromEntries(properties.map((name) => [name, given[name]]));
        return send(runInNewContext("Object.assign(new (class Request {})(), copied)", { copied }));
      },
      200,
    ],
  ])("%s", async (_, call, status) => {
    const response = await call(await open());
    expect(response.status).toBe(status);
    await response.json();
  });

  test("a body that is too large is left after the first megabyte", async () => {
    const { pay, post } = await open();
    const { stream, asked } = pieces(100_000);
    expect((await pay({ ...post, ...upload(stream) })).status).toBe(413);
    expect(asked).toEqual({ count: expect.any(Number), isCanceled: true });
    expect(asked.count).toBeLessThan(20);
  });
});

test("a call that is aborted while it runs has its effect, like one over the network", async () => {
  const { pay, payment, sandbox } = await open();
  await sandbox.control.faults.set({ faults: [{ latency: 50, when: "after" }] });
  const aborting = new AbortController();
  const call = pay({ ...payment, signal: aborting.signal });
  await wait(10);
  aborting.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  const ended = async () =>
    (await sandbox.control.requests.list()).data.map(({ operationId }) => operationId);
  await expect.poll(ended).toContain("payments.create");
});

describe("a state file is cut off, and no shorter one,", () => {
  const readAll = async ({ body }: Response) => {
    const reader = body?.getReader();
    while (!(await reader?.read())?.done);
  };

  test("when its signal aborts", async () => {
    const { send, headers } = await open();
    const aborting = new AbortController();
    const { signal } = aborting;
    const file = await send(`${origin}/_sandbox/state`, { headers, signal });
    aborting.abort(new RangeError("enough"));
    await expect(readAll(file)).rejects.toThrow("enough");
  });

  test("when the sandbox closes", async () => {
    const { send, headers, sandbox } = await open();
    const { body: file } = await send(`${origin}/_sandbox/state`, { headers });
    const reader = file?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await sandbox.close();
    const reading = (async () => {
      while (!(await reader?.read())?.done);
    })();
    await expect(reading).rejects.toThrow("The sandbox is closed.");
  });

  test("also if it was asked for just before", async () => {
    const { send, headers, sandbox } = await open();
    const opening = send(`${origin}/_sandbox/state`, { headers });
    const closing = sandbox.close();
    const file = await opening;
    await closing;
    await expect(readAll(file)).rejects.toThrow("The sandbox is closed.");
  });
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("a body in many pieces keeps none of them until it ends", async () => {
  const { pay, post } = await open();
  const asked: WeakRef<Uint8Array>[] = [];
  let kept = 0;
  const stream = new ReadableStream({
    pull(controller) {
      const piece = new Uint8Array([0x20]);
      if (asked.push(new WeakRef(piece)) < 5000) return controller.enqueue(piece);
      collectGarbage();
      kept = asked.filter((each) => each.deref() !== undefined).length;
      controller.close();
    },
  });
  expect((await pay({ ...post, ...upload(stream) })).status).toBe(400);
  // Those of the last turn.
  expect(kept).toBeLessThan(2000);
});

/** Answers with a file of one piece, when a test lets it, and says whether somebody has left it. */
function answeringFile() {
  const state = { isLeft: false, answer: () => {} };
  const answered = new Promise<void>((resolve) => {
    state.answer = resolve;
  });
  async function* pieces() {
    yield "a piece\n";
  }
  const body = Object.assign(pieces(), {
    async return() {
      state.isLeft = true;
      return { done: true as const, value: undefined };
    },
  });
  const broken = new AbortController();
  const handle = async () => {
    await answered;
    return { status: 200, headers: {}, body, skipLog: true, breaking: broken.signal };
  };
  return { state, broken, ...createFetch({ handle }, { timers: nodeTimers }) };
}

test("a file is left whose caller has given up before its answer", async () => {
  const { state, fetch: send } = answeringFile();
  await expect(send(origin, { signal: AbortSignal.timeout(20) })).rejects.toThrow("timeout");
  expect(state.isLeft).toBe(false);
  state.answer();
  await expect.poll(() => state.isLeft).toBe(true);
});

test("a file that was broken off before its answer does not end as if it were whole", async () => {
  const { state, broken, fetch: send } = answeringFile();
  broken.abort(new Error("It took too long."));
  state.answer();
  await expect((await send(origin)).text()).rejects.toThrow("It took too long.");
  expect(state.isLeft).toBe(true);
});

test("an unread body ends with its call", async () => {
  const { pay } = await open();
  const { stream, asked } = pieces(10);
  const init = { method: "POST", ...upload(stream) };
  expect((await pay(init)).status).toBe(401);
  expect(asked.isCanceled).toBe(true);
});

test("a body that has not ended when its call is aborted has no effect", async () => {
  const { pay, payment, post, sandbox } = await open();
  const unended = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(payment.body)),
  });
  const init = { ...post, ...upload(unended), signal: AbortSignal.timeout(20) };
  await expect(pay(init)).rejects.toThrow();
  await wait(20);
  const { data: requests } = await sandbox.control.requests.list();
  expect(requests.map(({ operationId }) => operationId)).not.toContain("payments.create");
});

test("close waits for the requests in progress, whose latency it cuts short", async () => {
  const { pay, payment, sandbox } = await open();
  await sandbox.control.faults.set({ faults: [{ latency: 60_000 }] });
  const call = pay(payment);
  await wait(10);
  await sandbox.close();
  expect((await call).status).toBe(200);
});

test("the log has what no timeline shows, and may throw", async () => {
  const lines: string[] = [];
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { send, payment } = await open({
    log(line) {
      lines.push(line);
      throw new Error("The disk is full.");
    },
  });
  expect((await send(`${origin}/payments`, payment)).status).toBe(200);
  await send(`${origin}/nowhere`);
  expect(lines).toEqual([
    "POST /auth 200",
    expect.stringContaining("payments.create"),
    expect.stringMatching(/^GET \/nowhere 404/),
  ]);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("option log has failed"));
});

test.each([
  ["a receiver that is no function", { receiver: "https://shop.example/postbacks" }, "receiver"],
  ["the path of a state file", { state: "fixtures/shop.ndjson" }, "not its path"],
  ["a database", { db: "sandbox.db" }, "only startSandbox takes it"],
])("%s is no option", async (_, options, problem) => {
  const failing = createSandbox(options as never);
  await expect(failing).rejects.toThrow(OptionError);
  await expect(failing).rejects.toThrow(problem);
});

describe("with fake timers", () => {
  afterEach(() => void vi.useRealTimers());

  /** Pays, and waits for the postback. */
  async function work(sandbox: InProcessSandbox): Promise<number> {
    const { publicKey, privateKey, control } = sandbox;
    const keys = { publicKey, privateKey };
    const centavo = createCentavo({ baseUrl: origin, ...sandbox });
    await centavo.auth.createToken(keys);
    await control.faults.set({ faults: [{ latency: 5, times: 1 }] });
    await centavo.payments.create(body("payments.create", "card"));
    await control.clock.advance({ days: 1 });
    await sandbox.settled();
    const { data } = await control.postbacks.list();
    await sandbox.close();
    return data.length;
  }

  test("a sandbox goes on, whose module was loaded before", async () => {
    const sandbox = await createSandbox({ clock: START, receiver: () => new Response() });
    vi.useFakeTimers();
    expect(await work(sandbox)).toBe(1);
  });
});
