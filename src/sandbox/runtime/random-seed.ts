import { randomBytes } from "@noble/hashes/utils.js";
import type { Settings } from "../store/store.ts";
import { bytesToHex, hmac } from "./hashing.ts";

/** What the settings of a new sandbox depend on. */
interface SettingsOptions {
  seed: string | undefined;
  /** Whether a sandbox without a seed gets a secret that nobody knows. */
  hasOwnSecret: boolean;
}

/**
 * The settings of a new sandbox. With a seed, everything random is derived from it. In memory, and on loopback
 * only, the secret is well known, so that the keys are the same from one start to the next.
 */
export function newSettings({ seed, hasOwnSecret }: SettingsOptions): Settings {
  const unseeded = hasOwnSecret ? bytesToHex(randomBytes(32)) : WELL_KNOWN_SECRET;
  const secret = seed === undefined ? unseeded : secretFromSeed(seed);
  return { id: "sandbox", drawCount: 0, secret, seeded: seed !== undefined, codes: [] };
}

const WELL_KNOWN_SECRET = "everyone knows the keys of a sandbox on loopback";

/** The id of the first company, from which its keys are derived. Undefined if it is random. */
export function firstCompanyId({ secret, seeded }: Settings): string | undefined {
  return secret === WELL_KNOWN_SECRET && !seeded ? WELL_KNOWN_COMPANY : undefined;
}

const WELL_KNOWN_COMPANY = "00000000-0000-4000-8000-000000000001";

export function secretFromSeed(seed: string): string {
  return bytesToHex(hmac("centavo", seed));
}
