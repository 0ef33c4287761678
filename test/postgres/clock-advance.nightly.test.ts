import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Shop, START } from "../sandbox/company-fixture.ts";
import {
  attemptTimes,
  payWithPostback,
  postbacksOf,
} from "../sandbox/postbacks/postback-fixtures.ts";
import { receive, silence } from "../sandbox/receiver.ts";
import { MISSING_POSTGRES, programs } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";
import { useServer } from "./use-server.ts";

if (!programs) console.warn(`Advances over PostgreSQL were not tested. ${MISSING_POSTGRES}.`);

const PATIENT = { timeout: 120_000, totalTimeout: 120_000 };
const DAYS = 365;

/** Expects that what has fallen due in a company is one sequence, with a charge each month. */
async function expectOneSequence({ control }: Shop): Promise<void> {
  const times: string[] = [];
  let charges = 0;
  for await (const { at, cause, type } of control.events.list({ limit: 100 })) {
    if (cause.type !== "request") times.unshift(at);
    if (type === "subscription.charged") charges += 1;
  }
  expect(times).toEqual(times.toSorted());
  expect(charges).toBe(12);
}

describe.skipIf(!programs)("a year of two processes", () => {
  const server = useServer();

  async function openFleet() {
    const fleet = await SandboxFleet.start(await server().createDatabase(), [], 2);
    onTestFinished(() => fleet.close());
    const [first, second] = fleet.shops() as [Shop, Shop];
    await first.subscription({ frequency: 30, duration: 12, dueDate: "2026-03-03" });
    return { fleet, first, second };
  }

  test("with receivers that refuse, are slow and hang is one sequence, in bounded time", async () => {
    const { first } = await openFleet();
    const refusing = await receive();
    refusing.close();
    const slow = await receive(async (response) => {
      await setTimeout(50);
      response.writeHead(200).end();
    });
    const hanging = await receive(silence);
    for (const { url } of [refusing, slow, hanging]) await payWithPostback(first, url, "pix");
    const before = performance.now();
    await first.control.clock.advance({ days: DAYS }, PATIENT);
    expect(performance.now() - before).toBeLessThan(90_000);
    await expectOneSequence(first);
    const postbacks = await postbacksOf(first);
    // PENDING, and CANCELED a day later.
    expect(postbacks.map(({ status }) => status).toSorted()).toEqual([
      ...["DELIVERED", "DELIVERED", "FAILED", "FAILED", "FAILED", "FAILED"],
    ]);
    // Each process waits its timeout at most twice: for an attempt before the advance, and for the first in it.
    const hung = postbacks.flatMap(({ attempts }) =>
      attempts.filter(({ problem }) => problem?.includes("10 seconds")),
    );
    expect(hung.length).toBeLessThanOrEqual(4);
    for (const { status, attempts } of postbacks)
      if (status === "FAILED") expect(attempts).toHaveLength(attemptTimes.length);
  });

  test("is finished by the other process if the one that began it is killed", async () => {
    const { fleet, first, second } = await openFleet();
    const receiver = await receive(silence, 200);
    await payWithPostback(first, receiver.url, "pix");
    const advance = first.control.clock.advance({ days: DAYS }, PATIENT).catch(() => {});
    await receiver.arrived(1);
    await setTimeout(200);
    await fleet.kill(0);
    await advance;
    const end = new Date(Date.parse(START) + DAYS * 86_400_000).toISOString();
    await until(async () => (await second.control.clock.get()).data.now === end);
    await expectOneSequence(second);
  });
});
