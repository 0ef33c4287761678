import type { PublicContext } from "../context.ts";
import { DOCUMENTS_PATH, PAY_PATH } from "../documents/document-urls.ts";
import { findDocument } from "../documents/payment-documents.ts";
import { receiverAt } from "../domain/receiver-path.ts";
import { HttpError } from "../errors.ts";
import { PROMETHEUS_TEXT, prometheusText } from "../metrics/prometheus-text.ts";
import { receivePostback } from "../postbacks/built-in-receiver.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { ApiRequest } from "./exchange.ts";
import type { HttpResponse } from "./http-response.ts";
import { inspectorPage } from "./inspector-page.ts";
import { answerInspector, INSPECTOR_PATH } from "./inspector-routes.ts";
import { answerPayPage } from "./pay-routes.ts";
import { answerState, STATE_PATH, stateOperation } from "./state-routes.ts";
import { isOperator } from "./steps/authenticate.ts";
import type { FilePace } from "./throttle-file-transfers.ts";

/** Not in the contract: Prometheus reads it, and has no company. */
const METRICS_PATH = "/_sandbox/metrics";

/** What routes may use. */
export interface RouteContext {
  unitOfWork: UnitOfWork;
  scheduler: Scheduler;
  /** How fast the files of companies go, if there is a quota. */
  pace: FilePace | undefined;
  /** Ends waits. */
  closing: AbortSignal;
}

/** A route that is no operation with JSON: a page, a receiver or a file. */
export interface OtherRoute {
  matches(request: ApiRequest, context: PublicContext): boolean;
  /** The operation that metrics count, if it is one. */
  operationId?(request: ApiRequest): string | undefined;
  answer(request: ApiRequest, context: RouteContext): Promise<HttpResponse>;
}

const routes: OtherRoute[] = [
  {
    matches: ({ path }) => path === STATE_PATH,
    operationId: stateOperation,
    answer: answerState,
  },
  {
    matches: ({ path }) => path === METRICS_PATH,
    async answer({ method, headers }, { unitOfWork: { publicContext } }) {
      assertMethod(method, "GET");
      if (!isOperator(headers, publicContext))
        throw new HttpError(
          401,
          "Send the operator's key, in x-operator-key or as a bearer token.",
        );
      const body = prometheusText(await publicContext.metrics.read());
      return { status: 200, body, headers: { "content-type": PROMETHEUS_TEXT } };
    },
  },
  {
    matches: ({ path }, { payPages = false }) => payPages && path.startsWith(PAY_PATH),
    answer: answerPayPage,
  },
  {
    matches: ({ path }) => path.startsWith(DOCUMENTS_PATH),
    async answer({ method, path }, { unitOfWork: { publicContext } }) {
      const file = await findDocument(path, publicContext.store);
      if (!file) throw new HttpError(404, "There is no file at this path.");
      assertMethod(method, "GET");
      return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
    },
  },
  {
    matches: ({ path }) => receiverAt(path) !== undefined,
    async answer({ method, path }, { unitOfWork: { publicContext }, closing }) {
      assertMethod(method, "POST");
      const status = await receivePostback(receiverAt(path) ?? "", publicContext, closing);
      if (status === undefined) throw new HttpError(404, "No company has this receiver.");
      return { status, headers: {}, body: JSON.stringify({ data: null, message: null }) };
    },
  },
  {
    matches: ({ path }) => path.startsWith(INSPECTOR_PATH),
    async answer(request, { unitOfWork: { publicContext } }) {
      const { data, headers } = await answerInspector(request, publicContext);
      const body = JSON.stringify({ data });
      return { status: 200, body, headers: { "cache-control": "no-store", ...headers } };
    },
  },
  {
    // Browsers ask for HTML. All other clients get the same response as at any unknown path.
    matches: ({ method, path, headers }) =>
      path === "/" && method === "GET" && /\btext\/html\b/.test(headers.accept ?? ""),
    async answer(_request, { unitOfWork: { publicContext } }) {
      const { html, headers } = await inspectorPage(publicContext);
      return { status: 200, body: html, headers };
    },
  },
];

export function otherRouteOf(request: ApiRequest, context: PublicContext): OtherRoute | undefined {
  return routes.find(({ matches }) => matches(request, context));
}

function assertMethod(method: string, allow: string): void {
  if (method !== allow) throw new HttpError(405, `This path only allows ${allow}.`, { allow });
}
