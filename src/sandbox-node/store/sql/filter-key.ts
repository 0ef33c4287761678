import { createHash } from "node:crypto";

/** In characters. A key of this length takes at most 600 bytes, which fit in an index entry of every database. */
const MAX_LENGTH = 200;

const HASHED = "sha256:";

/**
 * The text by which a database finds a value: the same for equal values only. It is short enough for an index, and has
 * nothing that a database cannot store: a hash replaces a text that is too long, or that contains NUL or half a
 * surrogate pair. Stored keys depend on this function, so it never changes.
 *
 * @example
 * filterKey("Plano Ouro"); // "Plano Ouro"
 * filterKey(4990); // "4990"
 */
export function filterKey(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = `${value}`;
  const isKept =
    text.length <= MAX_LENGTH && !/[\0\p{Surrogate}]/u.test(text) && !text.startsWith(HASHED);
  return isKept ? text : HASHED + hash(text);
}

/** Of its UTF-16, which has a form for every text. */
function hash(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest("hex");
}
