import type { CardPaymentCreate, PixPaymentCreate } from "centavo";
import { body } from "../../sandbox/contract-examples.ts";

/** A card payment of 14970 centavos, in three instalments. */
export const cardOrder = body("payments.create", "card", {
  billingData: { postbackUrl: undefined },
}) as CardPaymentCreate;

/** A PIX of 4990 centavos. */
export function pixOrder(postbackUrl?: string): PixPaymentCreate {
  return body("payments.create", "pix", { billingData: { postbackUrl } }) as PixPaymentCreate;
}
