import { describe, expect, test } from "vitest";
import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import { businessRules } from "../../../src/sandbox/domain/rule-violations.ts";
import { broken, invalid, openSandbox, openShop, START } from "../company-fixture.ts";
import { shownMessage } from "../contract-examples.ts";

const at = (time: string) => new Date(time).toISOString();

test("a clock with a set time does not move", async () => {
  const { control } = await openShop();
  const reading = { data: { now: at(START), moving: false }, message: null };
  expect(await control.clock.get()).toEqual(reading);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await control.clock.get()).toEqual(reading);
});

const ways = [
  { by: { seconds: 90 }, now: "2026-03-02T12:01:30Z" },
  { by: { days: 1 }, now: "2026-03-03T12:00:00Z" },
  { by: { days: 3660 }, now: "2036-03-09T12:00:00Z" },
  { by: { to: "2026-03-10T00:00:00-03:00" }, now: "2026-03-10T03:00:00Z" },
  { by: { to: START }, now: START },
];

test.each(ways)("by $by it comes to $now", async ({ by, now }) => {
  const { control } = await openShop();
  const reading = { now: at(now), moving: false };
  const events = { counts: { "clock.advanced": 1 }, settled: 0, after: 0 };
  expect(await control.clock.advance(by)).toEqual({
    data: { ...reading, events },
    message: shownMessage("clock.advance"),
  });
  expect((await control.clock.get()).data).toEqual(reading);
});

test("it does not go back", async () => {
  const { control } = await openShop();
  await expect(control.clock.advance({ to: "2026-03-02T11:59:59Z" })).rejects.toMatchObject(
    broken("ClockMovesForward"),
  );
  expect((await control.clock.get()).data.now).toBe(at(START));
});

test("it advances by 3660 days at most", async () => {
  const { control } = await openShop();
  await expect(control.clock.advance({ to: "2036-03-09T12:00:01Z" })).rejects.toMatchObject(
    broken("ClockTooFar"),
  );
  await control.clock.advance({ to: "2036-03-09T12:00:00Z" });
});

test("it ends in the year 9999, and a payment made then is complete", async () => {
  const shop = await openSandbox({ clock: "8999-12-31T12:00:00Z" });
  for (const kind of ["card", "pix", "billet"] as const) await shop.pay(kind);
  const billet = await shop.pay("billet");
  await shop.control.payments.setStatus(billet.id, { status: "PAID" });
  await expect(shop.control.clock.advance({ days: 2 })).rejects.toMatchObject(
    broken("ClockTooFar"),
  );
});

test.each(["2026-06-30T23:59:60Z", "2026-03-10T00:00:00+03"])(
  "it does not advance to %s, which is no time of the contract",
  async (to) => {
    const { control } = await openShop();
    await expect(control.clock.advance({ to })).rejects.toMatchObject(
      invalid(expect.stringContaining("to must be a time")),
    );
    expect((await control.clock.get()).data.now).toBe(at(START));
  },
);

test("it advances either to a time or by a time", async () => {
  const { control } = await openShop();
  const both = { days: 1, seconds: 1 };
  await expect(control.clock.advance(both)).rejects.toMatchObject(
    invalid("the body must have exactly one of seconds, days, to"),
  );
});

test("a clock without a set time follows the machine's, and can be advanced", async () => {
  const shop = await openSandbox({ clock: undefined } as never);
  const { moving } = (await shop.control.clock.get()).data;
  expect(moving).toBe(true);
  const before = Date.now();
  const { data } = await shop.control.clock.advance({ days: 1 });
  const ahead = Date.parse(data.now) - before - 86_400_000;
  expect(ahead).toBeGreaterThanOrEqual(0);
  expect(ahead).toBeLessThan(60_000);
});

describe("concurrent advances take turns", () => {
  /** Ten days, ten times an hour and a second, and a moment that lies behind them all: each is longer than a token lasts. */
  const last = at("2026-05-01T12:00:00Z");
  const advances: ClockAdvance[] = [
    ...Array.from({ length: 10 }, () => ({ days: 1 })),
    ...Array.from({ length: 10 }, () => ({ seconds: 3601 })),
    { to: last },
  ];
  const steps = [86_400_000, 3_601_000];

  /** The times after each advance lead from the start to `end` in the requested steps. */
  function expectTurns(read: string[]) {
    const moments = [START, ...read]
      .map((time) => Date.parse(time))
      .sort((one, other) => one - other);
    const advanced = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    const beforeLast = moments.indexOf(Date.parse(last)) - 1;
    expect(read).toHaveLength(advances.length);
    expect(beforeLast).toBeGreaterThanOrEqual(0);
    advanced.splice(beforeLast, 1);
    expect(advanced.sort()).toEqual(steps.flatMap((step) => Array(10).fill(step)).sort());
  }

  test("over HTTP with one token, which expires in the first", async () => {
    const shop = await openShop();
    const token = await shop.token();
    const responses = await Promise.all(
      advances.map((json) => shop.send("POST", "/_sandbox/clock/advance", { token, json })),
    );
    expect(responses.map(({ status }) => status)).toEqual(advances.map(() => 200));
    expectTurns(responses.map(({ body }) => (body as { data: { now: string } }).data.now));
  });

  test("and an advance to a time that has passed in the meantime is rejected", async () => {
    const shop = await openShop();
    const token = await shop.token();
    const days = Array.from({ length: 20 }, (_, day) => at(`2026-03-${31 - day}T12:00:00Z`));
    const responses = await Promise.all(
      days.map((to) => shop.send("POST", "/_sandbox/clock/advance", { token, json: { to } })),
    );
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(rejected).not.toEqual([]);
    for (const { status, body } of rejected) {
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { data: { returnCode: businessRules.ClockMovesForward.returnCode } },
      });
    }
    expect((await shop.control.clock.get()).data.now).toBe(days[0]);
  });
});
