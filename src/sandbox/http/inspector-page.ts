import { pageHeaders } from "./page-headers.ts";
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

/** The page sends requests to this sandbox only. */
function headersFor(html: string): Record<string, string> {
  return pageHeaders(html, { "img-src": "'self' data:", "connect-src": "'self'" });
}
