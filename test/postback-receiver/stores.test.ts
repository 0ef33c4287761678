import { expect, test } from "vitest";
import { recentEvents, recentStatuses } from "../../src/postback-receiver/stores.ts";

test("the latest 10,000 events are remembered, and no more", () => {
  const events = recentEvents();
  for (let event = 0; event < 10_000; event += 1) events.add(`${event}`);
  expect(events.has("0")).toBe(true);
  events.add("another");
  expect([events.has("0"), events.has("1"), events.has("another")]).toEqual([false, true, true]);
});

test("the statuses of the 10,000 payments that changed latest are remembered, and no more", () => {
  const statuses = recentStatuses();
  for (let payment = 0; payment < 10_000; payment += 1) statuses.set(`${payment}`, "PENDING");
  statuses.set("0", "PAID");
  statuses.set("another", "PENDING");
  const remembered = ["0", "1", "2", "another"].map((id) => statuses.get(id));
  expect(remembered).toEqual(["PAID", undefined, "PENDING", "PENDING"]);
});
