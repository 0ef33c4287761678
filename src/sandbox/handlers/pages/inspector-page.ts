import { HttpError } from "../../errors.ts";
import type { Call } from "../../requests/endpoints.ts";
import { noOperation } from "../../requests/handle-request.ts";
import type { Reply } from "../../requests/request.ts";
import { pageHeaders } from "./page-headers.ts";

let page: Promise<Reply> | undefined;

/**
 * Browsers ask for HTML. All other clients get the same response as at any unknown path. It is read on its first request:
 * most sandboxes run in tests, and never show it.
 */
export async function showInspector({ request, parts }: Call): Promise<Reply> {
  if (!/\btext\/html\b/.test(request.headers.accept ?? "")) throw noOperation(request.path);
  const { readInspector } = parts.context;
  if (!readInspector)
    throw new HttpError(404, "Only a sandbox on Node has the page of the inspector.");
  page ??= readInspector().then((html) => ({
    status: 200,
    headers: headersFor(html),
    body: html,
  }));
  // The next request tries again.
  page.catch(() => {
    page = undefined;
  });
  return page;
}

/** The page sends requests to this sandbox only. */
function headersFor(html: string): Record<string, string> {
  return pageHeaders(html, { "img-src": "blob: data:", "connect-src": "'self'" });
}
