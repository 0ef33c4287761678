export const DOCUMENTS_PATH = "/_sandbox/files/";

/** The pages on which a tester plays the buyer. A token follows. */
export const PAY_PATH = "/_sandbox/pay/";

/** After the token, it gives the picture of the QR code of the page. */
export const QR_CODE_SUFFIX = ".png";

/** The fields that contain the URL of a file or a page of a payment. */
export const DOCUMENT_FIELDS: readonly string[] = [
  "pdfUrl",
  "qrCodeUrl",
  "buyerPageUrl",
  "buyerPageQrCodeUrl",
];

const PATHS = [DOCUMENTS_PATH, PAY_PATH];

const PATH_FIELDS = new RegExp(`"(${DOCUMENT_FIELDS.join("|")})":"(?=${PATHS.join("|")})`, "g");

/**
 * Serializes a response or postback and prepends `baseUrl` to the paths of files. Only paths are stored,
 * because the sandbox may listen at another address next time. A text value cannot match by accident, since
 * JSON escapes its quotes; but pass no `baseUrl` if the client can choose the field names of `body`.
 */
export function serializeWithDocumentUrls(
  body: object,
  baseUrl: (() => string) | undefined,
): string {
  const text = JSON.stringify(body);
  if (baseUrl === undefined || !PATHS.some((path) => text.includes(path))) return text;
  const escaped = JSON.stringify(baseUrl()).slice(1, -1);
  return text.replace(PATH_FIELDS, (field) => field + escaped);
}

/** The path of a payment's file. */
export function documentPath(companyId: string, paymentId: string, kind: "pdf" | "png"): string {
  return `${DOCUMENTS_PATH}${companyId}/${paymentId}.${kind}`;
}
