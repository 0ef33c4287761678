import { expect, test } from "vitest";
import { recentEvents } from "../../src/postbacks/recent-events.ts";

test("the latest 10,000 events are remembered, and no more", () => {
  const events = recentEvents();
  for (let event = 0; event < 10_000; event += 1) events.add(`${event}`);
  expect(events.has("0")).toBe(true);
  events.add("another");
  expect([events.has("0"), events.has("1"), events.has("another")]).toEqual([false, true, true]);
});
