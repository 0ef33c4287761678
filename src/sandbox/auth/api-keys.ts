import { asUuid } from "../runtime/ids-and-randomness.ts";
import { type Secrets, timingSafeIsEqual } from "../runtime/signing-secret.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const PUBLIC = "sandbox_public_";

/** Derives a company's keys from its id and the sandbox's secret, so that no key is stored. */
export function deriveKeys(companyId: string, secrets: Secrets): KeyPair {
  const secret = secrets.hmac(`sign key ${companyId}`).toString("hex").slice(0, 40);
  return {
    publicKey: `${PUBLIC}${companyId.replaceAll("-", "")}`,
    privateKey: `sandbox_private_${secret}`,
  };
}

/** The id of the company that a key pair belongs to, or undefined where the keys are wrong. */
export function verifyKeys(given: KeyPair, secrets: Secrets): string | undefined {
  const companyId = asUuid(given.publicKey.replace(PUBLIC, ""));
  const right = deriveKeys(companyId, secrets);
  return given.publicKey === right.publicKey &&
    timingSafeIsEqual(given.privateKey, right.privateKey)
    ? companyId
    : undefined;
}
