import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { example } from "../../bench/requests.ts";
import { bare, timeToFirstResponse } from "../../bench/server-process.ts";
import { median, medianRatio, race } from "../../bench/stats.ts";
import { firstOf } from "../nightly.ts";
import { pack } from "../package/pack.ts";
import { run } from "../package/run-and-capture.ts";
import { openSandbox, openShop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { deliverDue } from "../sandbox/postbacks/postback-fixtures.ts";
import { receive } from "../sandbox/receiver.ts";
import { monthly } from "../sandbox/subscriptions/subscription-fixtures.ts";
import { subscribe, yearNextTo } from "./simulate-subscription-year.ts";

// What has to be done within a time limit. These tests run alone: in parallel, they would measure other
// tests too.

test("the package's sandbox responds within twice what a bare node:http server takes", async (context) => {
  const folder = newFolder();
  const tarball = await pack();
  await run("tar", ["-xzf", tarball, "--strip-components=1"], folder);
  // What an installation puts next to it.
  mkdirSync(join(folder, "node_modules"));
  const dependency = join("node_modules", "openapi-fetch");
  symlinkSync(resolve(dependency), join(folder, dependency));
  const cli = join(folder, "dist/package/src/cli/index.js");
  const programs = [
    [cli, "sandbox", "--port", "0", "--quiet"],
    bare(example("auth.createToken.keys")),
  ];
  const [sandbox = [], server = []] = await race(programs, 15, timeToFirstResponse);
  const ratio = medianRatio(sandbox, server);
  context.task.meta.figures = { "to the first answer, ms": Math.round(median(sandbox)), ratio };
  expect(ratio).toBeLessThan(2);
});

test("a thousand postbacks are delivered within seconds, each payment's in order", async () => {
  const receiver = await receive();
  const shop = await openSandbox();
  const ids: string[] = [];
  const withPostback = { billingData: { postbackUrl: receiver.url } };
  for (let round = 0; round < 50; round++) {
    const some = Array.from({ length: 10 }, () => shop.pay("card", withPostback));
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  const before = performance.now();
  await Promise.all(ids.map((id) => shop.decide(id, "DISPUTED")));
  await receiver.arrived(1000);
  expect(performance.now() - before).toBeLessThan(10_000);
  for (const id of ids) {
    const events = receiver.deliveries.filter(({ body }) => body.data.id === id);
    expect(events.map(({ body }) => body.data.status)).toEqual(["SUCCEEDED", "DISPUTED"]);
  }
});

/** Milliseconds that two changes of a payment and their delivery take, in the middle of many. */
async function usual(change: () => Promise<void>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 40; round++) {
    const before = performance.now();
    await change();
    took.push(performance.now() - before);
  }
  return median(took);
}

test("a call takes no longer for a thousand postbacks of one payment that were delivered, and a thousand that wait", async (context) => {
  const shop = await openSandbox();
  let isUp = true;
  const receiver = await receive((response) => void response.writeHead(isUp ? 200 : 503).end());
  const { id } = await shop.pay("card", { billingData: { postbackUrl: receiver.url } });
  const change = async () => {
    await shop.decide(id, "DISPUTED");
    await shop.decide(id, "SUCCEEDED");
    await deliverDue(shop);
  };
  const addThousand = async () => {
    for (let count = 0; count < 500; count++) await change();
  };
  // So that what is compared runs as fast as it can.
  await usual(change);
  const before = await usual(change);
  await addThousand();
  const delivered = await usual(change);
  isUp = false;
  await addThousand();
  const waiting = await usual(change);
  const pending = { resourceId: id, status: "PENDING" } as const;
  const { total } = (await shop.control.postbacks.list(pending)).meta;
  context.task.meta.figures = { before, delivered, waiting };
  expect(total).toBeGreaterThanOrEqual(1000);
  expect(delivered / before).toBeLessThan(4);
  expect(waiting / before).toBeLessThan(4);
});

const years = [
  { what: "monthly", terms: {}, card: {}, payments: 12_000 },
  { what: "weekly", terms: { frequency: 7 }, card: {}, payments: 52_000 },
  {
    what: "monthly, tried again five times each month,",
    terms: { tolerancePeriod: 5 },
    card: { cardNumber: "4000000000000002" },
    payments: 72_000,
  },
];

test.each(firstOf(1, years))(
  "a year of a thousand $what subscriptions takes seconds, and delays no other company",
  async ({ terms, card, payments }) => {
    const [shop, other] = [await openShop(), await openShop()];
    await subscribe(shop, 1000, { ...monthly, ...terms }, await shop.card(card));
    const { seconds, waits } = await yearNextTo(shop, other);
    expect((await shop.centavo.payments.list()).meta.total).toBe(payments);
    // A thousand charges take 70 to 600 milliseconds, and each call about 20, where nothing else runs.
    expect(seconds).toBeLessThan(payments / 400);
    expect(waits.length).toBeGreaterThan(20);
    expect(median(waits)).toBeLessThan(300);
  },
);
