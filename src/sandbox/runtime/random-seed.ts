import { randomBytes } from "node:crypto";
import type { Settings } from "../store/store.ts";
import { hmac } from "./signing-secret.ts";

/** The settings of a new sandbox. With a seed, everything random is derived from it. */
export function newSettings(seed: string | undefined): Settings {
  const secret = seed === undefined ? randomBytes(32).toString("hex") : secretFromSeed(seed);
  return { id: "sandbox", drawCount: 0, secret, seeded: seed !== undefined };
}

export function secretFromSeed(seed: string): string {
  return hmac("centavo", seed).toString("hex");
}
