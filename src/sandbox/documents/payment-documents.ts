import type { Payment } from "../../../generated/types.ts";
import type { Data } from "../store/store.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import { billetPdf } from "./billet-pdf.ts";
import { qrCodePng } from "./qr-code-png.ts";

/** A document that an answer leads to. Like a real billet it is for whoever has its address. */
export interface PaymentDocument {
  type: string;
  bytes: Uint8Array;
}

/** Where all files are. */
export const DOCUMENTS_PATH = "/_sandbox/files/";

/** The fields of a payment that lead to one. */
export const DOCUMENT_FIELDS: readonly string[] = ["pdfUrl", "qrCodeUrl"];

const PATHS = new RegExp(`"(${DOCUMENT_FIELDS.join("|")})":"(?=${DOCUMENTS_PATH})`, "g");

const ADDRESS = /^(?<company>[\da-f-]{36})\/(?<payment>[\da-f-]{36})\.(?<kind>\w+)$/;

/** What there is of a payment, by the ending of its address. */
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

/**
 * An answer or a postback as it is sent. Only the path of a file is stored, since the sandbox may listen
 * elsewhere the next time; `base` is put before it. Give none where a caller chooses the names of fields:
 * JSON escapes the quotes in a text, so that only a field can look like a field of a payment.
 */
export function serializeWithDocumentUrls(body: object, base: string | undefined): string {
  const text = body instanceof UnparsedJson ? body.text : JSON.stringify(body);
  if (base === undefined || !text.includes(DOCUMENTS_PATH)) return text;
  const escaped = JSON.stringify(base).slice(1, -1);
  return text.replace(PATHS, (field) => field + escaped);
}

/** Where a file of a payment is, from the root of the sandbox. */
export function documentPath(companyId: string, paymentId: string, kind: "pdf" | "png"): string {
  return `${DOCUMENTS_PATH}${companyId}/${paymentId}.${kind}`;
}

/** The file at a path, where there is one. */
export async function findDocument(path: string, data: Data): Promise<PaymentDocument | undefined> {
  const {
    company = "",
    payment = "",
    kind = "",
  } = ADDRESS.exec(path.slice(DOCUMENTS_PATH.length))?.groups ?? {};
  const record = company ? await data.of(company).payments.get(payment) : undefined;
  return record && documentTypes.get(kind)?.(record.resource);
}
