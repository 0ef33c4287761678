import { createTest, expect, test } from "centavo/testing/vitest";

test("by default", async ({ control }) => {
  const { data: clock } = await control.clock.get();
  expect(clock).toEqual({ now: "2026-03-02T12:00:00.000Z", moving: false });
});

const inJanuary = createTest({ clock: "2026-01-31T12:00:00Z", company: { authorized: false } });

inJanuary("at a given time, with given settings", async ({ centavo, control }) => {
  const { data: clock } = await control.clock.get();
  expect(clock).toEqual({ now: "2026-01-31T12:00:00.000Z", moving: false });
  await expect(centavo.payments.list()).toBeRejectedWith(-1001);
});
