import type { Payment } from "../../../generated/types.ts";
import { Json } from "../store/serialized-json.ts";
import type { Data } from "../store/store.ts";
import { billetPdf } from "./billet-pdf.ts";
import { qrPicture } from "./qr-code-png.ts";

/** A document that an answer leads to. Like a real billet it is for whoever has its address. */
export interface File {
  type: string;
  bytes: Uint8Array;
}

/** Where all files are. */
export const FILES = "/_sandbox/files/";

/** The fields of a payment that lead to one. */
export const FILE_FIELDS: readonly string[] = ["pdfUrl", "qrCodeUrl"];

const PATHS = new RegExp(`"(${FILE_FIELDS.join("|")})":"(?=${FILES})`, "g");

const ADDRESS = /^(?<company>[\da-f-]{36})\/(?<payment>[\da-f-]{36})\.(?<kind>\w+)$/;

/** What there is of a payment, by the ending of its address. */
const makers = new Map<string, (payment: Payment) => File | undefined>([
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
        ? { type: "image/png", bytes: qrPicture(payment.pixDetails.brCode) }
        : undefined,
  ],
]);

/**
 * An answer or a postback as it is sent. Only the path of a file is stored, since the sandbox may listen
 * elsewhere the next time; `base` is put before it. Give none where a caller chooses the names of fields:
 * JSON escapes the quotes in a text, so that only a field can look like a field of a payment.
 */
export function asText(body: object, base: string | undefined): string {
  const text = body instanceof Json ? body.text : JSON.stringify(body);
  if (base === undefined || !text.includes(FILES)) return text;
  const escaped = JSON.stringify(base).slice(1, -1);
  return text.replace(PATHS, (field) => field + escaped);
}

/** Where a file of a payment is, from the root of the sandbox. */
export function filePath(companyId: string, paymentId: string, kind: "pdf" | "png"): string {
  return `${FILES}${companyId}/${paymentId}.${kind}`;
}

/** The file at a path, where there is one. */
export async function fileAt(path: string, data: Data): Promise<File | undefined> {
  const {
    company = "",
    payment = "",
    kind = "",
  } = ADDRESS.exec(path.slice(FILES.length))?.groups ?? {};
  const record = company ? await data.of(company).payments.get(payment) : undefined;
  return record && makers.get(kind)?.(record.resource);
}
