import type { Payment } from "../../../generated/types.ts";
import type { Data } from "../store/store.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import { billetPdf } from "./billet-pdf.ts";
import { qrCodePng } from "./qr-code-png.ts";

/** A downloadable file of a payment. As with a real billet, anyone who has its URL may read it. */
export interface PaymentDocument {
  type: string;
  bytes: Uint8Array;
}

export const DOCUMENTS_PATH = "/_sandbox/files/";

/** The fields of a payment that contain the URL of a file. */
export const DOCUMENT_FIELDS: readonly string[] = ["pdfUrl", "qrCodeUrl"];

const PATH_FIELDS = new RegExp(`"(${DOCUMENT_FIELDS.join("|")})":"(?=${DOCUMENTS_PATH})`, "g");

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

/**
 * Serializes a response or postback and prepends `baseUrl` to the paths of files. Only paths are stored,
 * because the sandbox may listen at another address next time. A text value cannot match by accident, since
 * JSON escapes its quotes; but pass no `baseUrl` if the client can choose the field names of `body`.
 */
export function serializeWithDocumentUrls(body: object, baseUrl: string | undefined): string {
  const text = body instanceof UnparsedJson ? body.text : JSON.stringify(body);
  if (baseUrl === undefined || !text.includes(DOCUMENTS_PATH)) return text;
  const escaped = JSON.stringify(baseUrl).slice(1, -1);
  return text.replace(PATH_FIELDS, (field) => field + escaped);
}

/** The path of a payment's file. */
export function documentPath(companyId: string, paymentId: string, kind: "pdf" | "png"): string {
  return `${DOCUMENTS_PATH}${companyId}/${paymentId}.${kind}`;
}

/** Creates the file at a path, or returns undefined if there is none. */
export async function findDocument(path: string, data: Data): Promise<PaymentDocument | undefined> {
  const {
    company = "",
    payment = "",
    kind = "",
  } = FILE_NAME.exec(path.slice(DOCUMENTS_PATH.length))?.groups ?? {};
  const record = company ? await data.of(company).payments.get(payment) : undefined;
  return record && documentTypes.get(kind)?.(record.resource);
}
