import type { Postback } from "../../../generated/sandbox-control-types.ts";
import type { Payment } from "../../../src/client/index.ts";
import { openShop, type Shop, START } from "../company-fixture.ts";
import { type Receiver, type Reply, receive } from "../receiver.ts";

const MINUTE = 60_000;

/** The minutes between one attempt and the next. */
export const RETRY_WAITS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** The times of the ten attempts, if all fail. */
export const attemptTimes = [0, ...RETRY_WAITS].map((_, index) => {
  const waited = RETRY_WAITS.slice(0, index).reduce((sum, wait) => sum + wait, 0);
  return new Date(Date.parse(START) + waited * MINUTE).toISOString();
});

/** Creates a payment that sends postbacks to an address. */
export function payWithPostback(
  shop: Shop,
  postbackUrl: string | undefined,
  example = "card",
): Promise<Payment> {
  return shop.pay(example, { billingData: { postbackUrl } });
}

/** Resolves after every due attempt. Advancing the clock by nothing waits for them. */
export async function deliverDue({ control }: Shop): Promise<void> {
  await control.clock.advance({ to: (await control.clock.get()).data.now });
}

/** The postbacks of a company, the oldest first. */
export async function postbacksOf({ control }: Shop, query: object = {}): Promise<Postback[]> {
  return (await control.postbacks.list({ limit: 100, ...query })).data.toReversed();
}

/** The first postback of a company. */
export async function firstPostback(shop: Shop): Promise<Postback> {
  const [first] = await postbacksOf(shop);
  if (!first) throw new Error("The company has no postback.");
  return first;
}

/** A company whose first postback was attempted at a receiver with these replies, and what one does with it. */
export async function attemptedPostback(...replies: Reply[]) {
  const shop = await openShop();
  const receiver = await receive(...replies);
  const { id } = await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  const { eventId } = await firstPostback(shop);
  return {
    ...{ shop, receiver, id, eventId },
    sent: () => statusesAt(receiver),
    advance: (seconds: number) => shop.control.clock.advance({ seconds }),
    delay: (seconds: number) => shop.control.postbacks.delay(eventId, { seconds }),
    redeliver: () => shop.control.postbacks.redeliver(eventId),
  };
}

/** The statuses that a receiver was sent, in order. */
export function statusesAt({ deliveries }: Receiver): string[] {
  return deliveries.map(({ body }) => body.data.status);
}
