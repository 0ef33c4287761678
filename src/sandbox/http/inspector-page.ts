import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import { pageHeaders } from "./page-headers.ts";

/** The page of the inspector, with the headers that confine it. */
interface InspectorPage {
  html: string;
  headers: Record<string, string>;
}

let page: Promise<InspectorPage> | undefined;

/**
 * Reads the page of the inspector on its first request: most sandboxes run in tests, and never show it.
 * @throws {HttpError} 404 where the platform has no page.
 */
export function inspectorPage({ readInspector }: PublicContext): Promise<InspectorPage> {
  if (!readInspector)
    throw new HttpError(404, "Only a sandbox on Node has the page of the inspector.");
  page ??= readInspector().then((html) => ({ html, headers: headersFor(html) }));
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
