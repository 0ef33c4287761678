import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { get, post, RawSocket, statusesOf } from "../../raw-socket.ts";
import { Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const tunnel = "CONNECT shop.example:443 HTTP/1.1\r\nhost: shop.example:443\r\n\r\n";

/** A shop, and the bytes of its calls. */
async function openRaw(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const authorization = `authorization: Bearer ${await shop.token()}`;
  return {
    ...{ shop, close: sandbox.close },
    payment: post("/payments", JSON.stringify(body("payments.create", "pix")), authorization),
    list: get("/payments", authorization),
  };
}

async function paymentsOf({ centavo }: Shop): Promise<number> {
  return (await centavo.payments.list()).meta.total;
}

/** What may follow a call, and the status of its own response. */
const followers: Record<string, { bytes: string; statuses: number[] }> = {
  "a tunnel": { bytes: tunnel, statuses: [405] },
  "bytes that are no HTTP": { bytes: "\x16\x03\x01\r\n\r\n", statuses: [400] },
  "half a request": { bytes: "GET / HT", statuses: [400] },
  "the end of what is sent": { bytes: "", statuses: [] },
};

describe("a slow payment gets its response before", () => {
  test.each(Object.entries(followers))("%s", async (_, { bytes, statuses }) => {
    const { shop, payment } = await openRaw();
    await shop.control.faults.set({ faults: [{ latency: 150 }] });
    expect(await statusesOf(shop.url, payment + bytes)).toEqual([200, ...statuses]);
    expect(await paymentsOf(shop)).toBe(1);
  });

  test("a call whose connection is cut on request", async () => {
    const { shop, payment, list } = await openRaw();
    const held = { operationId: "payments.create", latency: 150 };
    await shop.control.faults.set({
      faults: [held, { operationId: "payments.list", reset: true }],
    });
    const raw = await RawSocket.open(shop.url);
    raw.send(payment + list);
    expect(await raw.answered(1)).toEqual([200]);
    await expect.poll(() => raw.socket.destroyed).toBe(true);
  });

  test("more garbage than the number of warnings", async () => {
    const { shop, payment } = await openRaw();
    const warnings: unknown[] = [];
    const note = (warning: unknown) => warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    await shop.control.faults.set({ faults: [{ latency: 200 }] });
    const raw = await RawSocket.open(shop.url);
    raw.send(payment);
    for (let time = 0; time < 30; time++) {
      raw.send("no HTTP\r\n\r\n");
      await wait(2);
    }
    expect(await raw.ended()).toEqual([200, 400]);
    expect(warnings).toEqual([]);
  });
});

test("the connection of an upgrade request may be reset", async () => {
  const { shop, payment } = await openRaw();
  await shop.control.faults.set({ faults: [{ latency: 200 }] });
  const raw = await RawSocket.open(shop.url);
  raw.send(payment.replace("\r\n\r\n", "\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"));
  await wait(50);
  raw.send(tunnel);
  await wait(50);
  raw.socket.resetAndDestroy();
  await wait(300);
  expect(await paymentsOf(shop)).toBe(1);
});

test("a closing sandbox responds to all requests of a connection", async () => {
  const { shop, payment, close } = await openRaw();
  await shop.control.faults.set({ faults: [{ latency: 60_000 }] });
  const raw = await RawSocket.open(shop.url);
  raw.send(payment.repeat(3));
  await wait(100);
  await close();
  expect(await raw.ended()).toEqual([200, 200, 200]);
});

describe("a log that", () => {
  const logs: Record<string, SandboxOptions["log"]> = {
    throws: () => {
      throw new Error("The disk is full.");
    },
    rejects: () => Promise.reject(new Error("The disk is full.")) as unknown as undefined,
  };

  test.each(Object.entries(logs))("%s prevents no response", async (_, log) => {
    const { shop, payment, list } = await openRaw({ ...(log && { log }) });
    expect(await statusesOf(shop.url, payment + list)).toEqual([200, 200]);
    expect(await paymentsOf(shop)).toBe(1);
  });
});

test("the log has no control characters", async () => {
  const lines: string[] = [];
  const { shop } = await openRaw({ log: (line) => lines.push(line) });
  lines.length = 0;
  await statusesOf(shop.url, Buffer.from(get("/\x9b31m\x85\xad"), "latin1"));
  expect(lines.join()).not.toMatch(/\p{C}/u);
});
