import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";
import { receive } from "../sandbox/receiver.ts";

/** This many changes of one payment were delivered, and as many wait for delivery. */
const CHANGES = 1000;

const bounded = { timeout: 10 * 60_000 };

/** Milliseconds that a call takes, the middle one of many. */
async function usual(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 40; round++) {
    const before = performance.now();
    await call();
    took.push(performance.now() - before);
  }
  return took.toSorted((one, other) => one - other)[took.length / 2] ?? 0;
}

test(
  "a call takes no longer for a thousand postbacks of one payment that were delivered, and a thousand that wait",
  bounded,
  async (context) => {
    const sandbox = await startSandbox({ clock: START });
    onTestFinished(sandbox.close);
    const shop = new Shop(sandbox.url, sandbox);
    let isUp = true;
    const receiver = await receive((response) => void response.writeHead(isUp ? 200 : 503).end());
    const billingData = { postbackUrl: receiver.url };

    const { id } = await shop.pay("card", { billingData });
    const changes = async (count: number) => {
      for (let change = 0; change < count; change += 2) {
        await shop.decide(id, "DISPUTED");
        await shop.decide(id, "SUCCEEDED");
      }
      await sandbox.settled();
    };
    const call = async () => {
      await shop.decide(id, "DISPUTED");
      await shop.decide(id, "SUCCEEDED");
      await sandbox.settled();
    };

    // So that what is compared runs as fast as it can.
    await usual(call);
    const before = await usual(call);
    await changes(CHANGES);
    const delivered = await usual(call);
    isUp = false;
    await changes(CHANGES);
    const waiting = await usual(call);
    const { meta } = await shop.control.postbacks.list({ resourceId: id, status: "PENDING" });

    context.task.meta.figures = {
      "postbacks that wait": meta.total,
      "two changes, ms": before.toFixed(1),
      "after a thousand that were delivered, ms": delivered.toFixed(1),
      "and before a thousand that wait, ms": waiting.toFixed(1),
    };
    expect(meta.total).toBeGreaterThanOrEqual(CHANGES);
    expect(delivered / before).toBeLessThan(4);
    expect(waiting / before).toBeLessThan(4);
  },
);
