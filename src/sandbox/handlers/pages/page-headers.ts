import { sha256, toBase64, utf8ToBytes } from "../../runtime/hashing.ts";

/**
 * The headers that confine a page: it runs and looks like only what it contains, and no page may frame it. The rules say
 * what else it may do.
 */
export function pageHeaders(
  html: string,
  rules: Record<string, string>,
  formAction = "'none'",
): Record<string, string> {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
      .map(([, text = ""]) => `'sha256-${toBase64(sha256(utf8ToBytes(text)))}'`)
      .join(" ") || "'none'";
  const policy = {
    "default-src": "'none'",
    "script-src": hashes("script"),
    "style-src": hashes("style"),
    ...rules,
    "base-uri": "'none'",
    "form-action": formAction,
    "frame-ancestors": "'none'",
  };
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": Object.entries(policy)
      .map(([rule, value]) => `${rule} ${value}`)
      .join("; "),
    // For browsers that do not know frame-ancestors.
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
