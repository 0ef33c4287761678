import { expect, test } from "vitest";
import { median } from "../../bench/stats.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { callOf, connect, needsDescriptors } from "./load-clients.ts";
import { launch } from "./sandbox-process.ts";

const READERS = 10_000;
/** Those who ask for a large page of the payments again and again. The others ask for the events once. */
const PAGES = 50;
const AHEAD = 200;

/** What the sandbox may hold for each of them, in bytes. */
const HELD = 40_000;
const CALLS = 50;
/** How long a call may take meanwhile, in milliseconds. */
const LONGEST = 5000;

test("10,000 readers who do not read keep nobody else waiting, and little memory", {
  timeout: 4 * 60_000,
}, async (context) => {
  needsDescriptors(context, READERS);
  const sandbox = await launch(["--quiet"]);
  const { descriptors } = await sandbox.measure();
  const other = new Shop(sandbox.url, sandbox.keys);
  const shown = new Shop(other.url, (await other.control.companies.create()).data);
  for (let count = 0; count < 300; count++) await shown.pay("billet");

  const before = await sandbox.measure();
  const headers = { authorization: `Bearer ${await shown.token()}` };
  const get = (path: string) => callOf({ method: "GET", path, status: 200, headers }).bytes;
  const ask = async (count: number, request: Buffer) => {
    for (const { socket } of await connect(sandbox, count)) socket.pause().write(request);
  };
  await ask(READERS - PAGES, get("/_sandbox/events?limit=10"));
  await ask(PAGES, Buffer.concat(Array<Buffer>(AHEAD).fill(get("/payments?limit=100"))));

  const took: number[] = [];
  while (took.length < CALLS) {
    if (took.length % 10 === 0) await shown.pay("pix");
    const began = performance.now();
    await other.pay("pix");
    took.push(performance.now() - began);
  }
  const during = await sandbox.measure();
  const held = Math.round((during.heap - before.heap) / READERS);
  context.task.meta.figures = {
    "a call of another company, ms": Math.round(median(took)),
    "the longest one, ms": Math.round(Math.max(...took)),
    "bytes for each reader": held,
  };
  expect(during.descriptors - descriptors).toBeGreaterThanOrEqual(READERS);
  expect(Math.max(...took)).toBeLessThan(LONGEST);
  expect(held).toBeLessThan(HELD);
});
