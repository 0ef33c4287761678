import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Event } from "../../generated/sandbox-control-types.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";
import { newFile } from "../sandbox/database-file.ts";
import {
  attemptTimes,
  payWithPostback,
  postbacksOf,
} from "../sandbox/postbacks/postback-fixtures.ts";
import { receive, silence } from "../sandbox/receiver.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";

if (!programs) console.warn(`Advances over PostgreSQL were not tested. ${MISSING_POSTGRES}.`);

const PATIENT = { timeout: 120_000, totalTimeout: 120_000 };
const DAYS = 365;

/** Every event of a company, the oldest first. */
async function allEvents({ control }: Shop): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of control.events.list({ limit: 100 })) events.push(event);
  return events.toReversed();
}

/** A year of monthly charges and of attempts at a receiver that refuses, one that is slow and one that hangs. */
async function yearWithThreeReceivers(shop: Shop): Promise<number> {
  const refusing = await receive();
  refusing.close();
  const slow = await receive(async (response) => {
    await setTimeout(50);
    response.writeHead(200).end();
  });
  const hanging = await receive(silence);
  await shop.subscription({ frequency: 30, duration: 12, dueDate: "2026-03-03" });
  for (const { url } of [refusing, slow, hanging]) await payWithPostback(shop, url, "pix");
  const before = performance.now();
  await shop.control.clock.advance({ days: DAYS }, PATIENT);
  return (performance.now() - before) / 1000;
}

async function expectOneSequence(shop: Shop, processes: number): Promise<void> {
  const events = await allEvents(shop);
  const due = events.filter(({ cause }) => cause.type !== "request");
  const times = due.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(due.filter(({ type }) => type === "subscription.charged")).toHaveLength(12);
  const postbacks = await postbacksOf(shop);
  // PENDING, and CANCELED a day later.
  expect(postbacks.map(({ status }) => status).toSorted()).toEqual([
    ...["DELIVERED", "DELIVERED", "FAILED", "FAILED", "FAILED", "FAILED"],
  ]);
  // Each process waits its timeout at most twice: for an attempt before the advance, and for the first in it.
  const hung = postbacks.flatMap(({ attempts }) =>
    attempts.filter(({ problem }) => problem?.includes("10 seconds")),
  );
  expect(hung.length).toBeLessThanOrEqual(2 * processes);
  for (const { status, attempts } of postbacks)
    if (status === "FAILED") expect(attempts).toHaveLength(attemptTimes.length);
}

describe.skipIf(!programs)("a year with receivers that refuse, are slow and hang", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  test("is one sequence, in bounded time, over every engine and with two processes", async () => {
    const addresses = {
      memory: undefined,
      SQLite: newFile(),
      PostgreSQL: await server.createDatabase(),
    };
    const single = Object.entries(addresses).map(async ([engine, db]) => {
      const sandbox = await startSandbox({ clock: START, ...(db !== undefined && { db }) });
      onTestFinished(sandbox.close);
      return { name: engine, shop: new Shop(sandbox.url, sandbox), processes: 1 };
    });
    const fleet = await SandboxFleet.start(await server.createDatabase(), ["--clock", START], 2);
    onTestFinished(() => fleet.close());
    const [shop] = fleet.shops() as [Shop];
    const all = [...(await Promise.all(single)), { name: "two processes", shop, processes: 2 }];
    await Promise.all(
      all.map(async ({ name, shop, processes }) => {
        const seconds = await yearWithThreeReceivers(shop);
        console.log(`${name}: ${seconds.toFixed(1)} s`);
        expect(seconds).toBeLessThan(90);
        await expectOneSequence(shop, processes);
      }),
    );
  });

  test("is finished by another process if the one that began it is killed", async () => {
    const fleet = await SandboxFleet.start(await server.createDatabase(), ["--clock", START], 2);
    onTestFinished(() => fleet.close());
    const [first, second] = fleet.shops() as [Shop, Shop];
    const receiver = await receive(silence, 200);
    await first.subscription({ frequency: 30, duration: 12, dueDate: "2026-03-03" });
    await payWithPostback(first, receiver.url, "pix");
    const advance = first.control.clock.advance({ days: DAYS }, PATIENT).catch(() => {});
    await receiver.arrived(1);
    await setTimeout(200);
    await fleet.kill(0);
    await advance;
    const end = new Date(Date.parse(START) + DAYS * 86_400_000).toISOString();
    await until(async () => (await second.control.clock.get()).data.now === end);
    const due = (await allEvents(second)).filter(({ cause }) => cause.type !== "request");
    const times = due.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(due.filter(({ type }) => type === "subscription.charged")).toHaveLength(12);
  });
});
