import { exampleKeys } from "../contract-facts/index.ts";
import { bytesToHex, equalsInConstantTime } from "../runtime/hashing.ts";
import { asUuid } from "../runtime/randomness.ts";
import type { Secrets } from "../runtime/signing-secret.ts";
import type { Company } from "../store/records.ts";
import type { Store } from "../store/store.ts";

export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const PUBLIC_PREFIX = "sandbox_public_";
const PUBLIC_KEY = new RegExp(`^${PUBLIC_PREFIX}([\\da-f]{32})$`);

/** The parts of a company that its keys depend on. */
type KeyHolder = Pick<Company, "id" | "keyRotations" | "importedPrivateKey">;

/** Derives a company's keys from its id and the sandbox's secret, so that no key is stored unless it was imported. */
export function keysOf(
  { id, keyRotations, importedPrivateKey }: KeyHolder,
  secrets: Secrets,
): KeyPair {
  const name = keyRotations ? `${id} ${keyRotations}` : id;
  const secret = bytesToHex(secrets.hmac(`sign key ${name}`)).slice(0, 40);
  return {
    publicKey: `${PUBLIC_PREFIX}${id.replaceAll("-", "")}`,
    privateKey: importedPrivateKey ?? `sandbox_private_${secret}`,
  };
}

interface KeyOwners {
  secrets: Secrets;
  /** The company that the keys in the contract's example belong to, if there is one. */
  examplesCompanyId?: string | undefined;
}

/** The id of the company that a public key names. Whether there is one, and has these keys, is to be checked. */
function companyIdIn(
  keys: KeyPair,
  { examplesCompanyId }: Omit<KeyOwners, "secrets">,
): string | undefined {
  if (areExampleKeys(keys)) return examplesCompanyId;
  const digits = PUBLIC_KEY.exec(keys.publicKey)?.[1];
  return digits === undefined ? undefined : asUuid(digits);
}

/** Whether a key pair is that of a company. */
export function hasKeys(company: KeyHolder, keys: KeyPair, owners: KeyOwners): boolean {
  if (areExampleKeys(keys)) return company.id === owners.examplesCompanyId && !company.keyRotations;
  const own = keysOf(company, owners.secrets);
  return keys.publicKey === own.publicKey && equalsInConstantTime(keys.privateKey, own.privateKey);
}

/** The company that has these keys, or undefined. Anybody can guess. So it waits for no lock, and nobody waits for it. */
export async function findCompanyWith(
  keys: KeyPair,
  { store, ...owners }: KeyOwners & { store: Pick<Store, "read"> },
): Promise<Company | undefined> {
  const companyId = companyIdIn(keys, owners);
  if (companyId === undefined) return undefined;
  const company = await store.read(companyId, (data) => data.company.get(), "schedule");
  return company && hasKeys(company, keys, owners) ? company : undefined;
}

/** Whether a key pair is the one in the contract's example. Everyone knows it, so no secret is compared. */
function areExampleKeys({ publicKey, privateKey }: KeyPair): boolean {
  return exampleKeys.some((keys) => keys.publicKey === publicKey && keys.privateKey === privateKey);
}
