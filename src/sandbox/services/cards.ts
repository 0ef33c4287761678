import type { CardDetails } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { isExpired } from "../domain/card.ts";
import type { OutcomeName } from "../domain/test-outcomes.ts";
import { DocumentedError } from "../errors.ts";
import type { CardRecord } from "../store/records.ts";
import type { ChargeMethod } from "./payments.ts";

/** Finds a stored card. With `customerId`, the card must belong to that customer. */
export async function getCardOrThrow(
  context: Context,
  id: string,
  customerId?: string,
): Promise<CardRecord> {
  const record = await context.data.cards.get(id);
  if (!record || (customerId && record.resource.customerId !== customerId)) {
    throw new DocumentedError("CardNotFound");
  }
  return record;
}

/** The only digits of a card number that are ever stored or shown. */
export function maskedDigits(
  cardNumber: string,
): Pick<CardDetails, "first4Digits" | "last4Digits"> {
  return { first4Digits: cardNumber.slice(0, 4), last4Digits: cardNumber.slice(-4) };
}

/** The payment method that charges a stored card. */
export function cardPaymentMethod(
  { today }: Context,
  { resource, outcome }: CardRecord,
  installments: number,
): ChargeMethod {
  const { cardBrand: brand, first4Digits, last4Digits, expirationMonth, expirationYear } = resource;
  const details = { brand, first4Digits, last4Digits, expirationMonth, expirationYear };
  return { method: "card", installments, details, outcome: cardOutcomeAt(today, details, outcome) };
}

/** An expired card is declined, whatever outcome its number forces. */
export function cardOutcomeAt(
  today: string,
  { expirationMonth, expirationYear }: CardDetails,
  outcome: OutcomeName,
): OutcomeName {
  return isExpired(expirationMonth, expirationYear, today) ? "declined" : outcome;
}
