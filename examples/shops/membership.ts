// A club whose members pay by subscription. Its charges send no postbacks, so it asks for them.
import type { Centavo, Payment, Subscription } from "centavo";

/** A charge of a subscription, as the club keeps it. */
export interface Charge {
  id: string;
  subscriptionId: string;
  status: Payment["status"];
  createdAt: string;
}

/** Where the club keeps its charges, by their ids. They outlive its process. */
export interface ChargeTable {
  save(charge: Charge): Promise<void>;
  /** The charges of a subscription. */
  of(subscriptionId: string): Promise<Charge[]>;
}

const DAY = 24 * 60 * 60 * 1000;

export function createMembership(centavo: Centavo, charges: ChargeTable) {
  /** Reads the charges of a subscription. It runs once a day, and before a member is turned away. */
  async function update(subscriptionId: string): Promise<void> {
    for await (const { id, status, createdAt } of centavo.payments.list({ subscriptionId }))
      await charges.save({ id, subscriptionId, status, createdAt });
  }

  /**
   * Whether a member has paid for a day: a charge pays for as many days as the subscription has between two. Those days are
   * the member's also after the subscription has been suspended or canceled.
   */
  async function mayEnter({ id, frequency }: Subscription, day: Date): Promise<boolean> {
    const paid = (await charges.of(id)).filter(({ status }) => status === "SUCCEEDED");
    return paid.some(({ createdAt }) => {
      const daysLater = (day.getTime() - Date.parse(createdAt)) / DAY;
      return daysLater >= 0 && daysLater < frequency;
    });
  }

  return { update, mayEnter };
}
