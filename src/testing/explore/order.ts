import type { CustomerCreate } from "../../../generated/sandbox-control-types.ts";
import type { CardPaymentCreate } from "../../../generated/types.ts";
import { Cursor } from "../../contract/cursor.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";
import { withCheckDigits } from "../../tax-id.ts";
import type { Order, OrderMethod } from "./shop.ts";

export const contracts = {
  service: Cursor.root(readContract()),
  control: Cursor.root(readControlContract()),
};

const FIRST_AMOUNT = 4_990;
const AMOUNT_STEP = 1_000;

const { customerData, cardData } = exampleOf(
  "service",
  "payments.create.card.request",
) as CardPaymentCreate;
const customer = exampleOf("control", "customers.create.customer.request") as CustomerCreate;

function exampleOf(contract: keyof typeof contracts, name: string): unknown {
  return contracts[contract].at("components", "examples", name, "value").value;
}

/** An order whose amount, e-mail and tax id no other has. */
export function orderNumber(number: number, method: OrderMethod, cardNumber: string): Order {
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
  return { ...customer, email, document };
}
