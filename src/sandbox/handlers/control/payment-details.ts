import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { getPaymentOrThrow } from "../../services/payments.ts";
import type { Handlers } from "../handler-types.ts";

/** What the sandbox knows about a payment and the payment interface does not show. */
export const paymentDetails: Handlers<Pick<operations, "payments.getDetails">> = {
  async "payments.getDetails"(context, { path }) {
    const record = await getPaymentOrThrow(context, path.paymentId);
    const { id: paymentId, customerId, subscriptionId, anticipated } = record;
    return { data: { paymentId, customerId, subscriptionId, anticipated } };
  },
};
