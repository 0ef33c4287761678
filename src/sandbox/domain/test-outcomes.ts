import type { PaymentMethod } from "../../../generated/types.ts";

/** The outcome of a payment: its initial status, and its automatic later status changes. */
export type TestOutcome = {
  readonly status: "SUCCEEDED" | "PENDING" | "FAILED";
  readonly later: readonly OutcomeStep[];
  /** The `securityCodeCheck` of a stored card. */
  readonly securityCodeCheck: boolean;
};

/** An automatic status change, counted from the creation of the payment. */
export type OutcomeStep = {
  readonly afterSeconds: number;
  readonly status: "SUCCEEDED" | "FAILED" | "DISPUTED" | "PAID";
};

export type OutcomeName = keyof typeof testOutcomes;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const succeeds = { status: "SUCCEEDED", later: [], securityCodeCheck: true } as const;
const declined = { ...succeeds, status: "FAILED" } as const;
const waits = { ...succeeds, status: "PENDING" } as const;

/** All outcomes by name. A stored card keeps the name instead of its number. */
export const testOutcomes = {
  succeeds,
  declined,
  declinedForFunds: declined,
  waits,
  succeedsLater: { ...waits, later: [{ afterSeconds: HOUR, status: "SUCCEEDED" }] },
  declinedLater: { ...waits, later: [{ afterSeconds: HOUR, status: "FAILED" }] },
  paidLater: { ...waits, later: [{ afterSeconds: HOUR, status: "PAID" }] },
  disputed: { ...succeeds, later: [{ afterSeconds: DAY, status: "DISPUTED" }] },
  securityCodeFails: { ...succeeds, securityCodeCheck: false },
} as const satisfies Record<string, TestOutcome>;

/** The card numbers that force an outcome. Any other card succeeds. */
export const cardOutcomes = [
  {
    cardNumber: "4000000000000010",
    outcome: "succeeds",
    description: "The payment succeeds.",
  },
  {
    cardNumber: "4000000000000028",
    outcome: "declined",
    description: "The payment is declined.",
  },
  {
    cardNumber: "4000000000000002",
    outcome: "declined",
    description: "The payment is declined.",
  },
  {
    cardNumber: "4000000000009995",
    outcome: "declinedForFunds",
    description: "The payment is declined: the card has no funds.",
  },
  {
    cardNumber: "4000000000000036",
    outcome: "succeedsLater",
    description: "The payment is pending, and succeeds an hour later.",
  },
  {
    cardNumber: "4000000000000044",
    outcome: "declinedLater",
    description: "The payment is pending, and is declined an hour later.",
  },
  {
    cardNumber: "4000000000000259",
    outcome: "disputed",
    description: "The payment succeeds, and is disputed a day later.",
  },
  {
    cardNumber: "4000000000000101",
    outcome: "securityCodeFails",
    description: "The payment succeeds; the card's `securityCodeCheck` is false.",
  },
] as const satisfies readonly {
  cardNumber: string;
  outcome: OutcomeName;
  description: string;
}[];

/** The amounts, in centavos, that force an outcome, whatever the card. */
export const amountOutcomes = [
  {
    amount: 999991,
    methods: ["card"],
    outcome: "declined",
    description: "The payment is declined.",
  },
  {
    amount: 999992,
    methods: ["card"],
    outcome: "waits",
    description: "The payment stays pending until a control request changes its status.",
  },
  {
    amount: 999993,
    methods: ["card"],
    outcome: "disputed",
    description: "The payment succeeds, and is disputed a day later.",
  },
  {
    amount: 999994,
    methods: ["pix", "billet"],
    outcome: "paidLater",
    description: "The payment is pending, and is paid an hour later without a control request.",
  },
] as const satisfies readonly {
  amount: number;
  methods: readonly PaymentMethod[];
  outcome: OutcomeName;
  description: string;
}[];

/**
 * The name of the outcome that a card number forces.
 *
 * @example
 * cardOutcome("4000000000000028"); // "declined"
 * cardOutcome("4111111111111111"); // "succeeds"
 */
export function cardOutcome(cardNumber: string): OutcomeName {
  return cardOutcomes.find((row) => row.cardNumber === cardNumber)?.outcome ?? "succeeds";
}

/**
 * The outcome of a payment. A test amount takes precedence over the card. Pix and boletos wait for the buyer.
 *
 * @example
 * paymentOutcome("card", 4990, "declined").status; // "FAILED"
 * paymentOutcome("pix", 4990).status; // "PENDING"
 */
export function paymentOutcome(
  method: PaymentMethod,
  amount: number,
  cardOutcomeName: OutcomeName = "succeeds",
): TestOutcome {
  const forced = amountOutcomes.find(
    (row) => row.amount === amount && row.methods.some((each) => each === method),
  );
  return testOutcomes[forced?.outcome ?? (method === "card" ? cardOutcomeName : "waits")];
}
