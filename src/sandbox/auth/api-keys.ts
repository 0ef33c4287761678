import { routes } from "../contract-facts/index.ts";
import { asUuid } from "../runtime/ids-and-randomness.ts";
import { equalsInConstantTime, type Secrets } from "../runtime/signing-secret.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const PUBLIC_PREFIX = "sandbox_public_";

/** Derives a company's keys from its id and the sandbox's secret, so that no key is stored. */
export function deriveKeys(companyId: string, secrets: Secrets): KeyPair {
  const secret = secrets.hmac(`sign key ${companyId}`).toString("hex").slice(0, 40);
  return {
    publicKey: `${PUBLIC_PREFIX}${companyId.replaceAll("-", "")}`,
    privateKey: `sandbox_private_${secret}`,
  };
}

interface KeyOwners {
  secrets: Secrets;
  /** The company that the keys in the contract's example belong to, if there is one. */
  examplesCompanyId?: string | undefined;
}

/** The id of the company that a key pair belongs to, or undefined if the keys are wrong. */
export function companyOfKeys(
  keys: KeyPair,
  { secrets, examplesCompanyId }: KeyOwners,
): string | undefined {
  if (areExampleKeys(keys)) return examplesCompanyId;
  const companyId = asUuid(keys.publicKey.replace(PUBLIC_PREFIX, ""));
  const expected = deriveKeys(companyId, secrets);
  return keys.publicKey === expected.publicKey &&
    equalsInConstantTime(keys.privateKey, expected.privateKey)
    ? companyId
    : undefined;
}

/** Whether a key pair is the one in the contract's example. Everyone knows it, so no secret is compared. */
function areExampleKeys({ publicKey, privateKey }: KeyPair): boolean {
  const route = routes.service.find(({ id }) => id === "auth.createToken");
  return Object.values(route?.requestExamples ?? {}).some(
    (keys) => keys.publicKey === publicKey && keys.privateKey === privateKey,
  );
}
