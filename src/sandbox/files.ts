import type { Payment } from "../../generated/types.ts";
import { billetPdf } from "./domain/billet-pdf.ts";
import { qrPicture } from "./domain/qr-picture.ts";
import { Json } from "./store/json.ts";
import type { Data } from "./store/store.ts";

/** A document that an answer leads to. Like a real billet it is for whoever has its address. */
export interface File {
  type: string;
  bytes: Uint8Array;
}

/** Where all files are. */
export const FILES = "/_sandbox/files/";

/** The fields of a payment that lead to one. */
const PATHS = new RegExp(`"(pdfUrl|qrCodeUrl)":"(?=${FILES})`, "g");

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
 * An answer or a postback as it is sent. Of a file only the path is kept, since the sandbox may listen
 * elsewhere the next time; here comes before it where the sandbox listens now.
 */
export function asText(body: object, url: string): string {
  const text = body instanceof Json ? body.text : JSON.stringify(body);
  return text.includes(FILES) ? text.replace(PATHS, `$&${url}`) : text;
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
