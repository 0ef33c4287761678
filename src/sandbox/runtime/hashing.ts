import { hmac as hmacOf } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

export { sha256 } from "@noble/hashes/sha2.js";
export { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** HMAC-SHA256. It is synchronous, unlike that of browsers: a transaction may need it. */
export function hmac(key: string, text: string): Uint8Array {
  return hmacOf(sha256, utf8ToBytes(key), utf8ToBytes(text));
}

/** Compares in constant time, so that the duration does not reveal where the texts differ. */
export function equalsInConstantTime(one: string, other: string): boolean {
  const [left, right] = [utf8ToBytes(one), utf8ToBytes(other)];
  if (left.length !== right.length) return false;
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] as number)), 0) ===
    0
  );
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Base64 for URLs, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws if the text is not Base64 for URLs. */
export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
