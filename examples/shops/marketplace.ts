// A marketplace: a checkout whose payments are shared with the sellers.
import { type Checkout, type CheckoutOptions, createCheckout, type Purchase } from "./checkout.ts";
import { stateOfAttempt } from "./orders.ts";

export interface MarketplaceOptions extends CheckoutOptions {
  /** The subaccount of the seller of an order. */
  sellerOf: (id: string) => string;
  /** The seller's part of each order. The fee is paid from the rest. */
  percentage: number;
}

/** What a seller has earned, in centavos. */
export interface Statement {
  earned: number;
  /** The part of it that is disputed: its seller may have to give it back. */
  disputed: number;
}

export interface Marketplace extends Checkout {
  statementOf(subaccountId: string): Promise<Statement>;
}

export function createMarketplace(options: MarketplaceOptions): Marketplace {
  const { centavo, orders, sellerOf, percentage } = options;
  const checkout = createCheckout({
    ...options,
    splitsOf: (id) => [
      { subaccountId: sellerOf(id), splitPercentage: percentage, chargebackLiable: true },
    ],
  });

  return {
    ...checkout,

    async pay(purchase: Purchase) {
      // The service refuses a payment whose seller it has not approved.
      const { data: seller } = await centavo.subaccounts.get(sellerOf(purchase.id));
      if (seller.status !== "APPROVED") throw new Error(`${seller.name} cannot sell yet.`);
      return checkout.pay(purchase);
    },

    async statementOf(subaccountId) {
      const statement: Statement = { earned: 0, disputed: 0 };
      for (const attempt of (await orders.all()).flatMap(({ attempts }) => attempts)) {
        const state = stateOfAttempt(attempt);
        // A seller who is liable has lost the share of a chargeback.
        const isLost = attempt.payment?.status === "CHARGEBACK";
        if (isLost || (state !== "paid" && state !== "disputed")) continue;
        const splits = attempt.payment?.splits ?? [];
        const own = splits.filter((split) => split.subaccountId === subaccountId);
        const share = own.reduce((sum, { liquidAmount }) => sum + liquidAmount, 0);
        statement.earned += share;
        if (state === "disputed") statement.disputed += share;
      }
      return statement;
    },
  };
}
