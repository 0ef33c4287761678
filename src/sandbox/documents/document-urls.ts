import { StoredJson } from "../store/stored-json.ts";

export const DOCUMENTS_PATH = "/_sandbox/files/";

/** The fields of a payment that contain the URL of a file. */
export const DOCUMENT_FIELDS: readonly string[] = ["pdfUrl", "qrCodeUrl"];

/** A database may add a space after the colon. */
const PATH_FIELDS = new RegExp(`"(${DOCUMENT_FIELDS.join("|")})": ?"(?=${DOCUMENTS_PATH})`, "g");

/**
 * Serializes a response or postback and prepends `baseUrl` to the paths of files. Only paths are stored,
 * because the sandbox may listen at another address next time. A text value cannot match by accident, since
 * JSON escapes its quotes; but pass no `baseUrl` if the client can choose the field names of `body`.
 */
export function serializeWithDocumentUrls(
  body: object,
  baseUrl: (() => string) | undefined,
): string {
  const text = body instanceof StoredJson ? body.text : JSON.stringify(body);
  if (baseUrl === undefined || !text.includes(DOCUMENTS_PATH)) return text;
  const escaped = JSON.stringify(baseUrl()).slice(1, -1);
  return text.replace(PATH_FIELDS, (field) => field + escaped);
}

/** The path of a payment's file. */
export function documentPath(companyId: string, paymentId: string, kind: "pdf" | "png"): string {
  return `${DOCUMENTS_PATH}${companyId}/${paymentId}.${kind}`;
}
