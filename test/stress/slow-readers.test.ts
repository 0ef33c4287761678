import { expect, test } from "vitest";
import { median } from "../../bench/stats.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { callOf, connect } from "./load-clients.ts";
import { launch } from "./sandbox-process.ts";

/** They ask for a large page of the payments again and again. */
const READERS = 50;
const AHEAD = 200;

/** What the sandbox may hold for each of them, in bytes. */
const HELD = 1_000_000;
const CALLS = 50;
/** How long a call may take meanwhile, in milliseconds. */
const LONGEST = 5000;

test("readers who do not read keep nobody else waiting, and little memory", {
  timeout: 60_000,
}, async (context) => {
  const sandbox = await launch(["--quiet"]);
  const { descriptors } = await sandbox.measure();
  const other = new Shop(sandbox.url, sandbox.keys);
  const shown = new Shop(other.url, (await other.control.companies.create()).data);
  for (let count = 0; count < 300; count++) await shown.pay("billet");

  const before = await sandbox.measure();
  const headers = { authorization: `Bearer ${await shown.token()}` };
  const page = callOf({ method: "GET", path: "/payments?limit=100", status: 200, headers });
  const ahead = Buffer.concat(Array<Buffer>(AHEAD).fill(page.bytes));
  for (const { socket } of await connect(sandbox, READERS)) socket.pause().write(ahead);

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
