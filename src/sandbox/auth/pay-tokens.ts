import {
  bytesToHex,
  concatBytes,
  equalsInConstantTime,
  fromBase64Url,
  hexToBytes,
  toBase64Url,
} from "../runtime/hashing.ts";
import { asUuid } from "../runtime/randomness.ts";
import type { Secrets } from "../runtime/signing-secret.ts";
import type { Company } from "../store/records.ts";

/** What a token depends on besides its payment, whose id never comes again after a reset. A rotation of the keys ends it. */
type TokenCompany = Pick<Company, "id" | "keyRotations">;

/** Logs recognize a token by its beginning, as they do keys. */
const PREFIX = "sandbox_pay_";
const TOKEN = new RegExp(`^${PREFIX}([\\w-]{64})$`);
/** In bytes. Together, they are a multiple of three, so a token has no spare bits that could differ. */
const [ID_LENGTH, MAC_LENGTH] = [16, 16];

/**
 * The token of the page on which a tester plays the buyer of a payment: the ids of the company and of the payment, and an
 * authentication code of both. It is derived, so that nothing is stored for a page.
 */
export function payToken(paymentId: string, company: TokenCompany, secrets: Secrets): string {
  const { id, keyRotations = 0 } = company;
  const ids = hexToBytes(`${id}${paymentId}`.replaceAll("-", ""));
  const mac = secrets.hmac(`play buyer ${id} ${keyRotations} ${paymentId}`);
  return PREFIX + toBase64Url(concatBytes(ids, mac.subarray(0, MAC_LENGTH)));
}

/** The ids in a token, or undefined if a text does not have its form. Whether it is valid is to be checked. */
export function idsIn(token: string): { companyId: string; paymentId: string } | undefined {
  const [, text] = TOKEN.exec(token) ?? [];
  if (text === undefined) return undefined;
  const bytes = fromBase64Url(text);
  const idAt = (start: number) => asUuid(bytesToHex(bytes.subarray(start, start + ID_LENGTH)));
  return { companyId: idAt(0), paymentId: idAt(ID_LENGTH) };
}

/** Whether a token is the one of a payment. */
export function isPayToken(
  token: string,
  paymentId: string,
  company: TokenCompany,
  secrets: Secrets,
): boolean {
  return equalsInConstantTime(token, payToken(paymentId, company, secrets));
}
