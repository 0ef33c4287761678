import { createHash } from "node:crypto";

/** The page of the inspector, with the headers that confine it. */
export interface InspectorPage {
  html: string;
  headers: Record<string, string>;
}

let page: Promise<InspectorPage> | undefined;

/** Reads the page of the inspector on its first request: most sandboxes run in tests, and never show it. */
export function inspectorPage(): Promise<InspectorPage> {
  page ??= readInspectorHtml().then((html) => ({ html, headers: headersFor(html) }));
  return page;
}

/** Bundles the page from its sources. The build of the package replaces this function's module. */
async function readInspectorHtml(): Promise<string> {
  // Not a literal, so that the compiler leaves the script out of the package.
  const script = new URL("../../../scripts/bundle-inspector.ts", import.meta.url).href;
  const { bundleInspector } = await import(script);
  return bundleInspector();
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
