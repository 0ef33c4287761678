import type { PaymentStatus } from "../../../generated/types.ts";

/** How a payment comes to an outcome. */
interface TriggerOutcome {
  /** The name of the contract's example request of `payments.create`. */
  example: string;
  /** The statuses that the buyer, the acquirer or the cardholder then moves it to. */
  steps: readonly PaymentStatus[];
}

/** The outcomes of `centavo trigger`. */
export const triggerOutcomes: Record<string, TriggerOutcome> = {
  "pix-pending": { example: "pix", steps: [] },
  "pix-paid": { example: "pix", steps: ["PAID"] },
  "pix-expired": { example: "pix", steps: ["CANCELED"] },
  "billet-pending": { example: "billet", steps: [] },
  "billet-paid": { example: "billet", steps: ["PAID"] },
  "billet-expired": { example: "billet", steps: ["CANCELED"] },
  "card-approved": { example: "card", steps: [] },
  "card-declined": { example: "cardDeclined", steps: [] },
  "card-refunded": { example: "card", steps: ["REFUNDED"] },
  dispute: { example: "card", steps: ["DISPUTED"] },
  "dispute-won": { example: "card", steps: ["DISPUTED", "SUCCEEDED"] },
  chargeback: { example: "card", steps: ["DISPUTED", "CHARGEBACK"] },
};
