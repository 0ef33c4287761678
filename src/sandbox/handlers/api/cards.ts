import type { NewTokenizedCard } from "../../../../generated/types.ts";
import { brandOf, isCardNumber } from "../../../card-number.ts";
import { isExpired } from "../../domain/card.ts";
import { cardOutcome, testOutcomes } from "../../domain/test-outcomes.ts";
import { BusinessRuleError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import { getCardOrThrow, maskedDigits } from "../../services/cards.ts";
import { getCustomerOrThrow } from "../../services/customers.ts";

export const cards: HandlersOf<"cards"> = {
  async "cards.tokenize"(context, { body }) {
    const { cardNumber, holderName, expirationMonth, expirationYear } = body;
    const customer = await getCustomerOrThrow(context, body.customerId);
    if (!isCardNumber(cardNumber)) throw new BusinessRuleError("CardNumberInvalid");
    if (isExpired(expirationMonth, expirationYear, context.today)) {
      throw new BusinessRuleError("CardExpired");
    }
    const outcome = cardOutcome(cardNumber);
    const card: NewTokenizedCard = {
      id: context.uuid(),
      customerId: customer.id,
      holderName,
      expirationMonth,
      expirationYear,
      ...maskedDigits(cardNumber),
      cardBrand: brandOf(cardNumber),
      isActive: true,
      isVerified: true,
      postalCodeCheck: true,
      securityCodeCheck: testOutcomes[outcome].securityCodeCheck,
      addressCheck: true,
    };
    const resource = { ...card, createdAt: context.timestamp };
    await context.data.cards.insert({ id: card.id, resource, outcome });
    return { data: card };
  },

  async "cards.get"(context, { path }) {
    const { resource } = await getCardOrThrow(context, path.tokenizedCardId);
    return { data: resource };
  },

  async "cards.delete"(context, { path, sentence }) {
    const { id } = await getCardOrThrow(context, path.tokenizedCardId);
    await context.data.cards.delete(id);
    return { data: sentence };
  },
};
