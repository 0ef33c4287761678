import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentStatus } from "../../src/client/index.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { postbacksOf } from "../sandbox/postbacks/postback-fixtures.ts";
import { openShopWithReceiver, post } from "./shop-server.ts";

/** The changes of a payment by card after its creation, all valid. Statuses come back. */
const CHANGES: PaymentStatus[] = ["DISPUTED", "SUCCEEDED", "DISPUTED", "SUCCEEDED"];

/** Nobody gets what the sandbox sends there. The receiver does not compare hosts. */
const atNobody = (url: string) => `http://127.0.0.1:9${new URL(url).pathname}`;

/**
 * A history of two payments, and what arrives of it: after each change, some postbacks of those that exist by then,
 * at the same time, perhaps during the next change too. So some arrive late, several times or never.
 */
const histories = fc.array(
  fc.record({
    changed: fc.constantFrom(0, 1),
    arriving: fc.array(fc.record({ of: fc.constantFrom(0, 1), place: fc.nat(4) }), {
      maxLength: 4,
    }),
    isAwaited: fc.boolean(),
  }),
  { minLength: 3, maxLength: 10 },
);

test("whatever arrives of a history, in any order, a hook never sees an earlier status after a later one", async () => {
  const opened = await openShopWithReceiver({
    async onPayment(resource, postback) {
      await setImmediate();
      opened.received.push({ resource, ...postback });
    },
  });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const payments = [await recordOf(opened), await recordOf(opened)];
      const sent: Promise<number>[] = [];
      for (const { changed, arriving, isAwaited } of history) {
        await payments[changed]?.change();
        sent.push(...arriving.flatMap(({ of, place }) => payments[of]?.arrive(place) ?? []));
        if (isAwaited) await Promise.all(sent);
      }
      expect((await Promise.all(sent)).filter((status) => status !== 204)).toEqual([]);
      for (const payment of payments) payment.expectOrder();
    }),
    { numRuns: 40 },
  );
});

type Opened = Awaited<ReturnType<typeof openShopWithReceiver>>;

/** A payment, what it really was, and the postbacks of it, which arrive as they were sent. */
async function recordOf({ shop, postbackUrl, received }: Opened) {
  const change = { billingData: { postbackUrl: atNobody(postbackUrl) } };
  const payment = await shop.pay("card", change);
  const left = [...CHANGES];
  const versions = [versionOf(payment)];
  const bodies = [await newestBody(shop, payment.id)];
  let isCurrent = false;
  return {
    async change() {
      const next = left.shift();
      if (!next) return;
      isCurrent = false;
      await shop.control.clock.advance({ seconds: 1 });
      versions.push(versionOf(await shop.decide(payment.id, next)));
      bodies.push(await newestBody(shop, payment.id));
    },
    arrive(place: number) {
      isCurrent = true;
      return post(postbackUrl, bodies[place % bodies.length] as object);
    },
    /** Each status at most once, in their order, and the last one if anything arrived since. */
    expectOrder() {
      const seen = received
        .filter(({ resource }) => resource.id === payment.id)
        .map(({ resource }) => versions.indexOf(versionOf(resource)));
      expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => one - other));
      expect(seen).not.toContain(-1);
      if (isCurrent) expect(seen.at(-1)).toBe(versions.length - 1);
    },
  };
}

function versionOf({ status, updatedAt }: Opened["received"][number]["resource"]): string {
  return `${status} ${updatedAt}`;
}

async function newestBody(shop: Shop, resourceId: string): Promise<object> {
  const newest = (await postbacksOf(shop, { resourceId })).at(-1);
  return (await shop.control.postbacks.get(newest?.eventId ?? "")).data.body;
}
