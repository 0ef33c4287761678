import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { PostbackBody } from "../../../generated/sandbox-control-types.ts";
import { createCentavo } from "../../../src/client/index.ts";
import { createSandboxWith } from "../../../src/sandbox/create-sandbox.ts";
import { attemptsUntilAwait } from "../../../src/sandbox/postbacks/running-attempts.ts";
import {
  createSandbox,
  type InProcessSandbox,
  type Receiver,
} from "../../../src/sandbox-node/index.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const postbackUrl = "https://shop.example/postbacks";

/** A sandbox whose postbacks go to a function, and what its first company sees of them. */
async function open(receiver?: Receiver, created?: Promise<InProcessSandbox>) {
  const sandbox = await (created ?? createSandbox({ clock: START, ...(receiver && { receiver }) }));
  onTestFinished(sandbox.close);
  const { control } = sandbox;
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const pay = async (url = postbackUrl, example = "card") => {
    const billingData = { postbackUrl: url };
    return (await centavo.payments.create(body("payments.create", example, { billingData }))).data;
  };
  const postbacks = async () => (await control.postbacks.list()).data.toReversed();
  return { sandbox, control, centavo, pay, postbacks };
}

/** A body that has begun, and never ends. */
function endless(beginning: string, cancel?: () => Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(beginning)),
    ...(cancel && { cancel }),
  });
}

const never = () => new Promise<never>(() => {});

/** An attempt without a response. */
const failed = (problem: string) => ({ status: null, problem });

test("a receiver gets each postback as a server does, in the order of the changes of a payment", async () => {
  const requests: Request[] = [];
  const bodies: PostbackBody[] = [];
  const { sandbox, control, pay, postbacks } = await open(async (request) => {
    requests.push(request.clone());
    bodies.push((await request.json()) as PostbackBody);
    return Response.json({ privateKey: `sandbox_private_${"4e1f".repeat(8)}` });
  });
  const { id } = await pay(undefined, "pix");
  await control.payments.setStatus(id, { status: "PAID" });
  await sandbox.settled();
  expect(bodies.map(({ data }) => data.status)).toEqual(["PENDING", "PAID"]);
  expect(requests[0]).toMatchObject({ method: "POST", url: postbackUrl });
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
    "content-type": "application/json",
    "user-agent": expect.stringMatching(/^centavo-sandbox\//),
  });
  const answer = '{"privateKey":"[redacted]"}';
  const delivered = { status: "DELIVERED", attempts: [{ status: 200, answer, problem: null }] };
  expect(await postbacks()).toMatchObject([delivered, delivered]);
});

test("without a receiver an attempt fails, and nothing is sent", async () => {
  const send = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => send.mockRestore());
  const { sandbox, pay, postbacks } = await open();
  await pay();
  await sandbox.settled();
  const problem = expect.stringContaining("pass createSandbox a receiver");
  expect(await postbacks()).toMatchObject([
    { attempts: [{ status: null, answer: null, problem }] },
  ]);
  expect(send).not.toHaveBeenCalled();
});

test.each([
  ["accept", "DELIVERED", { status: 200, problem: null }],
  ["fail", "PENDING", { status: 500 }],
  ["reset", "PENDING", failed("The receiver failed (TypeError).")],
] as const)(
  "the company's own receiver may %s, without leaving the process",
  async (behavior, status, attempt) => {
    const send = vi.spyOn(globalThis, "fetch");
    onTestFinished(() => send.mockRestore());
    const { sandbox, control, pay, postbacks } = await open(() => Response.error());
    await control.receiver.set({ behavior });
    await pay((await control.receiver.get()).data.url);
    await sandbox.settled();
    expect(await postbacks()).toMatchObject([{ status, attempts: [attempt] }]);
    expect(send).not.toHaveBeenCalled();
  },
);

test.each<[what: string, receiver: unknown, attempt: object]>([
  ["returns nothing", () => undefined, failed("The receiver returned no Response.")],
  ["returns a text", async () => "ok", failed("The receiver returned no Response.")],
  [
    "returns Response.error()",
    () => Response.error(),
    failed("The receiver returned a redirect or a network error."),
  ],
  [
    "throws",
    () => {
      throw new RangeError("secret");
    },
    failed("The receiver failed (RangeError)."),
  ],
  ["rejects with a text", () => Promise.reject("secret"), failed("The receiver failed (string).")],
  [
    "breaks off",
    () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("x")) })),
    { status: 200, answer: "", problem: "The response broke off." },
  ],
  [
    "has read its response",
    async () => {
      const response = new Response("x");
      response.body?.getReader();
      return response;
    },
    { status: 200, problem: "The response broke off." },
  ],
  [
    "answers at length",
    () => new Response("a".repeat(10_000_000)),
    { status: 200, answer: "a".repeat(500), problem: null },
  ],
  [
    "answers at length and never lets go",
    () => new Response(endless("a".repeat(70_000), never)),
    { status: 200, answer: "a".repeat(500), problem: null },
  ],
])("a receiver that %s holds up nothing", async (_, receiver, attempt) => {
  const { sandbox, pay, postbacks } = await open(receiver as Receiver);
  await pay();
  await sandbox.settled();
  expect(await postbacks()).toMatchObject([{ attempts: [attempt] }]);
});

/** Timers that call back at once, unlike those of a second, after which a delivery counts as slow. */
const impatient = {
  ...nodeTimers,
  after: (milliseconds: number, callback: () => void) =>
    nodeTimers.after(milliseconds > 1_000 ? 50 : milliseconds, callback),
};

test.each<[string, Receiver, object]>([
  [
    "never answers",
    never,
    { status: null, problem: expect.stringMatching(/^No response arrived within \d+ seconds\.$/) },
  ],
  [
    "never ends its answer",
    () => new Response(endless("begun", never)),
    {
      status: 200,
      answer: "begun",
      problem: expect.stringMatching(/^The response was not complete within/),
    },
  ],
])("the timeout of an attempt ends one that %s", async (_, receiver, attempt) => {
  let signal: AbortSignal | undefined;
  const created = createSandboxWith(
    { timers: impatient, readInspector: never },
    {
      clock: START,
      receiver: (request) => {
        signal = request.signal;
        return receiver(request);
      },
    },
  );
  const { sandbox, pay, postbacks } = await open(undefined, created);
  await pay();
  await sandbox.settled();
  expect(await postbacks()).toMatchObject([{ attempts: [attempt] }]);
  expect(signal?.aborted).toBe(true);
});

test("a receiver may call the sandbox: it reads the payment, and refunds it", async () => {
  const { sandbox, centavo, pay, postbacks } = await open(async (request) => {
    const { data } = (await request.json()) as PostbackBody;
    if (data.status === "SUCCEEDED") await centavo.payments.refund({ transactionId: data.id });
    return new Response((await centavo.payments.get(data.id)).data.status);
  });
  await pay();
  await sandbox.settled();
  await sandbox.settled();
  expect((await postbacks()).map(({ attempts }) => attempts[0]?.answer)).toEqual([
    "REFUNDED",
    "REFUNDED",
  ]);
});

test.each<[string, (sandbox: InProcessSandbox) => Promise<unknown>]>([
  ["an advance of the clock", ({ control }) => control.clock.advance({ days: 1 })],
  ["settled()", ({ settled }) => settled()],
])("a receiver that awaits %s, which waits for it, fails at once", async (_, call) => {
  const errors: string[] = [];
  const later: Promise<unknown>[] = [];
  const { sandbox, control, pay, postbacks } = await open(async () => {
    await wait(1);
    await call(sandbox).catch(({ message }) => errors.push(message));
    // Once it has responded, nothing waits for it.
    if (later.length === 0) later.push(wait(100).then(() => call(sandbox)));
    return new Response();
  });
  await pay();
  await sandbox.settled();
  expect(errors).toEqual([expect.stringContaining("must respond before it awaits")]);
  expect(await postbacks()).toMatchObject([{ status: "DELIVERED" }]);
  expect((await control.clock.get()).data.now).toBe(new Date(START).toISOString());
  await Promise.all(later);
});

test("a redirect is a failed attempt, as over a socket: it can lead to any address", async () => {
  const targets: string[] = [];
  const server = createServer((request, response) => {
    targets.push(`${request.url}`);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { sandbox, pay, postbacks } = await open((request) => fetch(request));
  await pay(`http://127.0.0.1:${port}/postbacks`);
  await sandbox.settled();
  expect(await postbacks()).toMatchObject([{ status: "PENDING", attempts: [{ status: 307 }] }]);
  expect(targets).toEqual(["/postbacks"]);
});

test("without AsyncLocalStorage, what a receiver calls before its first await is known", async () => {
  const errors: string[] = [];
  const created = createSandboxWith(
    { timers: nodeTimers, readInspector: never, attempts: attemptsUntilAwait() },
    {
      clock: START,
      receiver: async () => {
        for (const call of [sandbox.settled, () => sandbox.control.clock.advance({ days: 1 })])
          calls.push((async () => call())().catch(({ message }) => errors.push(message)));
        return new Response();
      },
    },
  );
  const calls: unknown[] = [];
  const { sandbox, pay } = await open(undefined, created);
  await pay();
  await sandbox.settled();
  await Promise.all(calls);
  expect(errors).toEqual(Array(2).fill(expect.stringContaining("must respond before it awaits")));
});
