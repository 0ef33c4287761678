import type { Payment } from "../../../generated/types.ts";
import type { Store } from "../store/store.ts";
import { billetPdf } from "./billet-pdf.ts";
import { DOCUMENTS_PATH } from "./document-urls.ts";
import { qrCodePng } from "./qr-code-png.ts";

/** A downloadable file of a payment. As with a real boleto, anyone who has its URL may read it. */
interface PaymentDocument {
  type: string;
  bytes: Uint8Array;
}

const FILE_NAME = /^(?<company>[\da-f-]{36})\/(?<payment>[\da-f-]{36})\.(?<kind>\w+)$/;

/** Creates a file of a payment, by its extension. */
const documentTypes = new Map<string, (payment: Payment) => PaymentDocument | undefined>([
  [
    "pdf",
    (payment) =>
      payment.paymentMethod === "billet"
        ? { type: "application/pdf", bytes: billetPdf(payment) }
        : undefined,
  ],
  [
    "png",
    (payment) =>
      payment.paymentMethod === "pix"
        ? { type: "image/png", bytes: qrCodePng(payment.pixDetails.brCode) }
        : undefined,
  ],
]);

/** Creates the file at a path, or returns undefined if there is none. */
export async function findDocument(
  path: string,
  store: Store,
): Promise<PaymentDocument | undefined> {
  const {
    company = "",
    payment = "",
    kind = "",
  } = FILE_NAME.exec(path.slice(DOCUMENTS_PATH.length))?.groups ?? {};
  if (company === "") return undefined;
  const record = await store.read(company, ({ payments }) => payments.get(payment));
  return record && documentTypes.get(kind)?.(record.resource);
}
