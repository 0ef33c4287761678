import { asUuid, isSame, type Surroundings } from "./runtime.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const PUBLIC = "sandbox_public_";

/** A company's keys follow from its id and the sandbox's secret, so that no key is stored. */
export function keysOf(companyId: string, surroundings: Surroundings): KeyPair {
  const secret = surroundings.sign(`key ${companyId}`).toString("hex").slice(0, 40);
  return {
    publicKey: `${PUBLIC}${companyId.replaceAll("-", "")}`,
    privateKey: `sandbox_private_${secret}`,
  };
}

/** The company that a key pair belongs to, where there is such a pair. */
export function companyOf(given: KeyPair, surroundings: Surroundings): string | undefined {
  const companyId = asUuid(given.publicKey.replace(PUBLIC, ""));
  const right = keysOf(companyId, surroundings);
  return given.publicKey === right.publicKey && isSame(given.privateKey, right.privateKey)
    ? companyId
    : undefined;
}
