import { expect, test } from "vitest";
import { openStore } from "../../src/sandbox/store/sqlite.ts";
import type { Outbox } from "../../src/sandbox/store/store.ts";
import { START } from "./shop.ts";

const AT = Date.parse(START);
const at = new Date(AT).toISOString();
const RESOURCE = "00000000-0000-4000-8000-000000000000";

/** A postback about one payment, as the store keeps it. */
function postback(number: number, status: "PENDING" | "DELIVERED", due = AT) {
  const id = `00000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;
  const event = { eventId: id, occurredAt: at, type: "payment", resourceId: RESOURCE } as const;
  const resource = { ...event, url: "", status, nextAttemptAt: at, attempts: [] };
  return { id, due, body: {} as never, resource };
}

/** Looks into the outbox of a company with so many postbacks about one payment. */
async function withPostbacks<Result>(
  { delivered = 0, pending = 0 },
  look: (outbox: Outbox) => Promise<Result>,
): Promise<Result> {
  const store = openStore();
  const result = await store.transaction(async (data) => {
    const { postbacks, outbox } = data.of("company");
    for (let number = 0; number < delivered + pending; number++) {
      await postbacks.insert(postback(number, number < delivered ? "DELIVERED" : "PENDING"));
    }
    return look(outbox);
  });
  await store.close();
  return result;
}

/** Milliseconds; the fastest of some is the one that nobody disturbed. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 20; round++) {
    const before = performance.now();
    await work();
    took.push(performance.now() - before);
  }
  return Math.min(...took);
}

test("to look for what is due costs the same, whatever was delivered and whatever waits behind it", async () => {
  const look = (outbox: Outbox) =>
    fastest(async () => [await outbox.due(AT, 16), await outbox.next()]);
  const alone = await withPostbacks({ pending: 1 }, look);
  const among = await withPostbacks({ delivered: 500, pending: 500 }, look);
  // Where it depends on them this is some thousand times as much.
  expect(among / alone).toBeLessThan(20);
});
