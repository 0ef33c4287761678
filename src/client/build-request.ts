/*
 * How a request's parts are written. Where one cannot be written, a TypeError names the place, and does
 * not show the value: it may be a key or a card number in the wrong place.
 */

/** Puts the path parameters into an address that has them in braces. */
export function buildPath(place: string, address: string, values: object): string {
  return address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (values as Record<string, unknown>)[name];
    if (typeof value === "string" && !unfitForPath.test(value)) return encodeURIComponent(value);
    throw new TypeError(
      `${place}: ${name} must be a text without "/" or "\\", and not empty, "." or ".."`,
    );
  });
}

/** `.` and `..` climb in a path, and encoding leaves them as they are; half a character it refuses. */
const unfitForPath = /^\.{0,2}$|[/\\\p{Surrogate}]/u;

/** Writes a query out; a lone surrogate cannot be written into an address. */
export function buildQuery(place: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value != null);
  for (const [name, value] of given) {
    if (loneSurrogate.test(value)) throw new TypeError(`${place}: ${name} holds half a character`);
  }
  return `${new URLSearchParams(given)}`;
}

const loneSurrogate = /\p{Surrogate}/u;

/** Sets headers that are given in any form that a fetch takes. */
export function setHeaders(place: string, headers: Headers, given: RequestInit["headers"]): void {
  const entries = Symbol.iterator in Object(given) ? given : Object.entries(given ?? {});
  for (const [name, value] of entries as Iterable<[string, string]>) {
    setHeader(place, headers, name, value);
  }
}

/** Sets a header. The platform's own error would quote the value. */
export function setHeader(place: string, headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new TypeError(
      `${place}: a header's name or value has characters that no header can have`,
    );
  }
}
