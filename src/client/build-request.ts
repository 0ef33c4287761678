/*
 * Builds the parts of a request. An invalid part throws a TypeError that names the part but never shows
 * its value, which may be a misplaced key or card number.
 */
import { rejectArgument } from "./reject-argument.ts";

/** Replaces the parameters in braces of a path template, e.g. `/payments/{paymentId}`. */
export function buildPath(label: string, template: string, values: object): string {
  return template.replace(PARAMETERS, (_match, name: string) => {
    const value = (values as Record<string, unknown>)[name];
    return typeof value === "string" && !UNFIT_FOR_PATH.test(value)
      ? encodeURIComponent(value)
      : rejectArgument(
          `${label}: ${name} must be a string without "/" or "\\", and not empty, "." or ".."`,
        );
  });
}

/** The parameters of a path template. */
export const PARAMETERS = /\{(\w+)\}/g;

/** URLs resolve `.` and `..` even if encoded, and `encodeURIComponent` throws on a lone surrogate. */
export const UNFIT_FOR_PATH = /^\.{0,2}$|[/\\\p{Cs}]/u;

/** Serializes a query. A URL cannot hold a lone surrogate. */
export function buildQuery(label: string, query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value != null);
  for (const [name, value] of entries) {
    if (LONE_SURROGATE.test(value)) rejectArgument(`${label}: ${name} contains a lone surrogate`);
  }
  return `${new URLSearchParams(entries)}`;
}

const LONE_SURROGATE = /\p{Cs}/u;

/** Sets headers from any form that `fetch` accepts. The platform's own error would quote the value. */
export function setHeaders(label: string, headers: Headers, init: RequestInit["headers"]): void {
  try {
    for (const [name, value] of init ? new Headers(init) : []) headers.set(name, value);
  } catch {
    rejectArgument(`${label}: a header has characters that HTTP forbids`);
  }
}
