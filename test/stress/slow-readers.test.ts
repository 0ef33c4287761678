import { expect, test } from "vitest";
import { median } from "../../bench/stats.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { callOf, connect, needsDescriptors } from "./load-clients.ts";
import { launch } from "./sandbox-process.ts";

/** Each has so many streams with what is new. */
const COMPANIES = 11;
const STREAMS = 900;
/** Those whose streams begin with all that has happened to one of them. */
const HISTORIES = 50;
/** Those who ask for a large page of its payments again and again. */
const PAGES = 50;
const AHEAD = 200;
const READERS = COMPANIES * STREAMS + HISTORIES + PAGES;

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
  const open = async () => new Shop(other.url, (await other.control.companies.create()).data);
  const followed = await Promise.all(Array.from({ length: COMPANIES }, open));
  const [shown] = followed as [Shop];
  for (let count = 0; count < 300; count++) await shown.pay("billet");

  const before = await sandbox.measure();
  const get = async (shop: Shop, path: string, more = {}) => {
    const headers = { authorization: `Bearer ${await shop.token()}`, ...more };
    return callOf({ method: "GET", path, status: 200, headers }).bytes;
  };
  const ask = async (count: number, request: Buffer) => {
    for (const { socket } of await connect(sandbox, count)) socket.pause().write(request);
  };
  const live = { accept: "text/event-stream" };
  const page = await get(shown, "/payments?limit=100");
  const history = await get(shown, "/_sandbox/events", { ...live, "last-event-id": "0" });
  for (const shop of followed) await ask(STREAMS, await get(shop, "/_sandbox/events", live));
  await ask(HISTORIES, history);
  await ask(PAGES, Buffer.concat(Array<Buffer>(AHEAD).fill(page)));

  const took: number[] = [];
  while (took.length < CALLS) {
    if (took.length % 10 === 0) for (const shop of followed) await shop.pay("pix");
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
