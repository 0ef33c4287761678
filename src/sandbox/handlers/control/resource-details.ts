import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { QR_CODE_SUFFIX } from "../../documents/document-urls.ts";
import { nextCharge } from "../../domain/billing-cycle.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { buyerMovesOf } from "../../services/buyer-moves.ts";
import { findRefundError } from "../../services/payment-status-changes.ts";
import { getPaymentOrThrow } from "../../services/payments.ts";
import { getSubscriptionOrThrow } from "../../services/subscriptions.ts";

type DetailsOperations = Pick<operations, "payments.getDetails" | "subscriptions.getDetails">;

/** What the sandbox knows about a resource and the payment API does not show. */
export const resourceDetails: Handlers<DetailsOperations> = {
  async "payments.getDetails"(context, { path }) {
    const record = await getPaymentOrThrow(context, path.paymentId);
    const { id: paymentId, customerId, subscriptionId, anticipated } = record;
    const error = await findRefundError(context, record);
    const refundRefused = error ? { returnCode: error.returnCode, message: error.message } : null;
    const page = buyerMovesOf(context, record).length > 0 ? context.payPath(paymentId) : null;
    return {
      data: {
        paymentId,
        customerId,
        subscriptionId,
        anticipated,
        refundRefused,
        buyerPageUrl: page,
        buyerPageQrCodeUrl: page && page + QR_CODE_SUFFIX,
      },
    };
  },

  async "subscriptions.getDetails"(context, { path }) {
    const { id, billing, resource } = await getSubscriptionOrThrow(context, path.subscriptionId);
    const isActive = resource.status === "ACTIVE";
    return {
      data: { subscriptionId: id, nextCharge: isActive ? nextCharge(billing, resource) : null },
    };
  },
};
