import { asUuid, type Runtime, timingSafeIsEqual } from "../runtime/runtime.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const PUBLIC = "sandbox_public_";

/** A company's keys follow from its id and the sandbox's secret, so that no key is stored. */
export function deriveKeys(companyId: string, runtime: Runtime): KeyPair {
  const secret = runtime.sign(`key ${companyId}`).toString("hex").slice(0, 40);
  return {
    publicKey: `${PUBLIC}${companyId.replaceAll("-", "")}`,
    privateKey: `sandbox_private_${secret}`,
  };
}

/** The company that a key pair belongs to, where there is such a pair. */
export function verifyKeys(given: KeyPair, runtime: Runtime): string | undefined {
  const companyId = asUuid(given.publicKey.replace(PUBLIC, ""));
  const right = deriveKeys(companyId, runtime);
  return given.publicKey === right.publicKey &&
    timingSafeIsEqual(given.privateKey, right.privateKey)
    ? companyId
    : undefined;
}
