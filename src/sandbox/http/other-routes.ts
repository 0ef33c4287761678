import type { HttpResponse } from "../../http-server/http-server.ts";
import type { PublicContext } from "../context.ts";
import { DOCUMENTS_PATH } from "../documents/document-urls.ts";
import { findDocument } from "../documents/payment-documents.ts";
import { receiverAt } from "../domain/receiver-path.ts";
import { HttpError } from "../errors.ts";
import { receivePostback } from "../postbacks/built-in-receiver.ts";
import type { ApiRequest } from "./exchange.ts";
import { inspectorPage } from "./inspector-page.ts";
import { answerInspector, INSPECTOR_PATH } from "./inspector-routes.ts";

/** A route that is in no contract: pages and receivers use it, not the programs of a company. */
export interface OtherRoute {
  matches(request: ApiRequest): boolean;
  answer(request: ApiRequest, context: PublicContext, closing: AbortSignal): Promise<HttpResponse>;
}

const routes: OtherRoute[] = [
  {
    matches: ({ path }) => path.startsWith(DOCUMENTS_PATH),
    async answer({ method, path }, { store }) {
      const file = await findDocument(path, store);
      if (!file) throw new HttpError(404, "There is no file at this path.");
      assertMethod(method, "GET");
      return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
    },
  },
  {
    matches: ({ path }) => receiverAt(path) !== undefined,
    async answer({ method, path }, { store }, closing) {
      assertMethod(method, "POST");
      const status = await receivePostback(receiverAt(path) ?? "", store, closing);
      if (status === undefined) throw new HttpError(404, "No company has this receiver.");
      return { status, headers: {}, body: JSON.stringify({ data: null, message: null }) };
    },
  },
  {
    matches: ({ path }) => path.startsWith(INSPECTOR_PATH),
    async answer(request, context) {
      const { data, headers } = await answerInspector(request, context);
      const body = JSON.stringify({ data });
      return { status: 200, body, headers: { "cache-control": "no-store", ...headers } };
    },
  },
  {
    // Browsers ask for HTML. All other clients get the same response as at any unknown path.
    matches: ({ method, path, headers }) =>
      path === "/" && method === "GET" && /\btext\/html\b/.test(headers.accept ?? ""),
    async answer() {
      const { html, headers } = await inspectorPage();
      return { status: 200, body: html, headers };
    },
  },
];

export function otherRouteOf(request: ApiRequest): OtherRoute | undefined {
  return routes.find(({ matches }) => matches(request));
}

function assertMethod(method: string, allow: string): void {
  if (method !== allow) throw new HttpError(405, `This path only allows ${allow}.`, { allow });
}
