import type { CustomerCreate } from "../../../generated/sandbox-control-types.ts";
import type { CardPaymentCreate } from "../../../generated/types.ts";
import { Cursor, type JsonObject } from "../../contract/cursor.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";
import { memoize } from "../../memoize.ts";
import { cardOutcomes } from "../../sandbox/domain/test-outcomes.ts";
import { withCheckDigits } from "../../tax-id.ts";
import type { Order, OrderMethod } from "./shop.ts";

const FIRST_AMOUNT = 4_990;
const AMOUNT_STEP = 1_000;
const CONTRACTS: Record<string, () => JsonObject> = {
  "payments.create.card.request": readContract,
  "customers.create.customer.request": readControlContract,
};

/** An example of a contract. */
const exampleOf = memoize((name: keyof typeof CONTRACTS): unknown => {
  const contract = Cursor.root((CONTRACTS[name] as () => JsonObject)());
  return contract.at("components", "examples", name, "value").value;
});

/** An order whose amount, e-mail and tax id no other has. */
export function orderNumber(number: number, method: OrderMethod, card: number): Order {
  const { customerData, cardData } = exampleOf("payments.create.card.request") as CardPaymentCreate;
  const { cardNumber } = cardOutcomes[card % cardOutcomes.length] as (typeof cardOutcomes)[number];
  const email = `buyer-${number}@example.com`;
  const document = withCheckDigits(`${390_533_400 + number}`);
  return {
    id: `order-${number}`,
    method,
    amount: FIRST_AMOUNT + number * AMOUNT_STEP,
    buyer: { ...structuredClone(customerData), email, document },
    card: { ...cardData, cardNumber },
  };
}

/** What the service knows of a buyer who has paid before. */
export function customerOf({ buyer: { email, document } }: Order): CustomerCreate {
  const example = exampleOf("customers.create.customer.request") as CustomerCreate;
  return { ...example, email, document };
}
