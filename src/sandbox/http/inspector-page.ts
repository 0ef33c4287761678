import { createHash } from "node:crypto";
import { readInspectorHtml } from "./read-inspector-html.ts";

/** The page of the inspector, with the headers that confine it. */
interface InspectorPage {
  html: string;
  headers: Record<string, string>;
}

let page: Promise<InspectorPage> | undefined;

/** Reads the page of the inspector on its first request: most sandboxes run in tests, and never show it. */
export function inspectorPage(): Promise<InspectorPage> {
  page ??= readInspectorHtml().then((html) => ({ html, headers: headersFor(html) }));
  // The next request tries again.
  page.catch(() => {
    page = undefined;
  });
  return page;
}

/** The page runs only its own script, sends requests to this sandbox only, and no page may frame it. */
function headersFor(html: string): Record<string, string> {
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
      .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
      .join(" ");
  const policy = [
    "default-src 'none'",
    `script-src ${hashes("script")}`,
    `style-src ${hashes("style")}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    // For browsers that do not know frame-ancestors.
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}
