import { isDeepStrictEqual } from "node:util";
import type { Payment, Subscription } from "../../src/client/index.ts";
import { addDays, startOfDay } from "../../src/sandbox/domain/calendar.ts";
import { amountOutcomes } from "../../src/sandbox/domain/test-cards.ts";
import { type Shop, START } from "../sandbox/company-fixture.ts";
import { chargesOf } from "../sandbox/subscriptions/subscription-fixtures.ts";
import { hasNoResponse } from "./acknowledged-writes.ts";
import { type Deal, subscribe } from "./crash-traffic.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MAX_SUBSCRIPTIONS = 4;
const PAID_LATER = amountOutcomes.find(({ outcome }) => outcome === "paidLater")?.amount ?? 0;

/**
 * A company whose clock is advanced. The time of its clock says what has happened to it by
 * itself: what each subscription has charged, and what became of each PIX.
 */
export class MovingCompany {
  readonly #pix = new Map<string, Payment>();
  #now = Date.parse(START);
  #perhaps = this.#now;

  /** Makes calls until there are no more responses. */
  async work(deal: Deal): Promise<void> {
    try {
      for (;;) await this.#advance(deal);
    } catch (error) {
      if (!hasNoResponse(error)) throw error;
    }
  }

  async #advance(deal: Deal): Promise<void> {
    const { shop, chance, known, receiver } = deal;
    if (known.ids("subscriptions").length < MAX_SUBSCRIPTIONS) {
      const dueDate = new Date(this.#now).toISOString().slice(0, 10);
      const lifelong = { duration: undefined, expirationDate: undefined };
      await subscribe(deal, { ...lifelong, frequency: 7, dueDate });
    }
    const amount = chance.pick([PAID_LATER, 4990]);
    const billingData = { amount, postbackUrl: receiver };
    const pix = await known.counted(() => shop.pay("pix", { billingData }));
    this.#pix.set(pix.id, pix);
    // Sometimes more falls due at the same time than is processed in one transaction.
    const days = chance.pick([1, 10, 30, 300]);
    this.#perhaps = this.#now + days * DAY;
    const { data } = await known.counted(() => shop.control.clock.advance({ days }));
    this.#now = Date.parse(data.now);
  }

  /** What does not follow from the time of the clock. */
  async problems(shop: Shop): Promise<string[]> {
    const now = Date.parse((await shop.control.clock.get()).data.now);
    const isKnown = now === this.#now || now === this.#perhaps;
    this.#now = now;
    return [
      ...(isKnown ? [] : [`The clock stands at ${new Date(now).toISOString()}.`]),
      ...(await this.#wrongCharges(shop)),
      ...(await this.#wrongPix(shop)),
    ];
  }

  async #wrongCharges(shop: Shop): Promise<string[]> {
    const problems: string[] = [];
    for await (const subscription of shop.centavo.subscriptions.list({ limit: 100 })) {
      const expected = this.#chargesUntilNow(subscription);
      const charges = (await chargesOf(shop, subscription.id)).map(inShort);
      if (isDeepStrictEqual(charges, expected)) continue;
      problems.push(`${subscription.id} has charged ${charges} and not ${expected}`);
    }
    return problems;
  }

  #chargesUntilNow({ dueDate, createdAt, frequency, ...cost }: Subscription): string[] {
    const charges: string[] = [];
    for (let cycle = 0; ; cycle++) {
      const day = startOfDay(addDays(dueDate, cycle * frequency));
      const at = Math.max(day, Date.parse(createdAt));
      if (at > this.#now) return charges;
      const amount = cost.amount + (cycle === 0 ? cost.setupAmount : 0);
      charges.push(inShort({ createdAt: new Date(at).toISOString(), status: "SUCCEEDED", amount }));
    }
  }

  async #wrongPix(shop: Shop): Promise<string[]> {
    const found = new Map<string, string>();
    for await (const pix of shop.centavo.payments.list({ paymentMethod: "pix", limit: 100 })) {
      found.set(pix.id, `${pix.status} ${pix.updatedAt}`);
    }
    return [...this.#pix.values()]
      .map((pix) => ({ id: pix.id, is: found.get(pix.id), expected: this.#becomes(pix) }))
      .filter(({ is, expected }) => is !== expected)
      .map(({ id, is, expected }) => `${id} is ${is} and not ${expected}`);
  }

  #becomes({ createdAt, amount }: Payment): string {
    const isPaid = amount === PAID_LATER;
    const at = Date.parse(createdAt) + (isPaid ? HOUR : DAY);
    if (at > this.#now) return `PENDING ${createdAt}`;
    return `${isPaid ? "PAID" : "CANCELED"} ${new Date(at).toISOString()}`;
  }
}

function inShort({ createdAt, status, amount }: Pick<Payment, "createdAt" | "status" | "amount">) {
  return `${createdAt} ${status} ${amount}`;
}
