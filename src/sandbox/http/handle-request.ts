import { createRouter } from "../../contract/router.ts";
import type { PublicContext } from "../context.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import { HttpError, InjectedFaultError } from "../errors.ts";
import { ANY_COMPANY } from "../runtime/new-events.ts";
import type { Timers } from "../runtime/timers.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { StoreError } from "../store/store-error.ts";
import type { EventFeed } from "../timeline/feed.ts";
import { OpenStreams } from "../timeline/open-streams.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endpoints } from "./endpoints.ts";
import { errorEnvelope, errorReply, JSON_TYPE, serverErrorResponse } from "./error-response.ts";
import type { ApiRequest, Exchange, Reply, RoutedExchange } from "./exchange.ts";
import type { HttpResponse } from "./http-response.ts";
import { type OtherRoute, otherRouteOf, type RouteContext } from "./other-routes.ts";
import { decodePath } from "./path-query-body.ts";
import { requestEvents } from "./request-event.ts";
import { warningHeader } from "./request-warnings.ts";
import { OperationRunner } from "./run-operation.ts";
import { isReadOfInspector, sessionGoesOn } from "./steps/authenticate.ts";
import { FilePace } from "./throttle-file-transfers.ts";

/** Reports a defect of the sandbox, and returns the id that it is reported with. */
type ReportDefect = (error: unknown) => string;

const UNAVAILABLE = 503;

/** The reply of a stream, whose body follows. */
const STREAM: Reply = {
  status: 200,
  body: {},
  text: "",
  headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  reasons: [],
};

type Counted = Pick<Exchange, "endpoint" | "elapsed" | "rejection"> & {
  operationId?: string | undefined;
};

/** An error, and the operation that has failed if it is known. */
interface Rejected {
  rejection?: unknown;
  endpoint?: Route | undefined;
}

/** Handles a request: finds its operation, which answers it, and records it. */
export class RequestHandler {
  readonly #unitOfWork: UnitOfWork;
  readonly #context: PublicContext;
  readonly #operations: OperationRunner;
  readonly #report: ReportDefect;
  readonly #assertTrustedOrigin: (request: ApiRequest) => void;
  readonly #closing = new AbortController();
  readonly #openStreams: OpenStreams;
  readonly #routeContext: RouteContext;
  readonly #matchRoute = createRouter(endpoints());

  constructor(
    unitOfWork: UnitOfWork,
    scheduler: Scheduler,
    report: ReportDefect,
    { assertTrustedOrigin = () => {} }: { assertTrustedOrigin?(request: ApiRequest): void },
  ) {
    this.#unitOfWork = unitOfWork;
    this.#context = unitOfWork.publicContext;
    this.#openStreams = new OpenStreams(this.#context);
    this.#context.metrics.add({
      name: "centavo_event_streams",
      help: "The open streams of events.",
      read: () => this.#openStreams.count,
    });
    const closing = this.#closing.signal;
    this.#operations = new OperationRunner(unitOfWork, scheduler, closing);
    const { maxRequests } = this.#context;
    const pace =
      maxRequests === undefined
        ? undefined
        : new FilePace(maxRequests, this.#context.timers, closing);
    this.#routeContext = { unitOfWork, scheduler, pace, closing };
    this.#report = report;
    this.#assertTrustedOrigin = assertTrustedOrigin;
  }

  /** Ends all injected latencies. */
  close(): void {
    this.#closing.abort();
  }

  handle(request: ApiRequest): Promise<HttpResponse> {
    const other = otherRouteOf(request, this.#context);
    return other ? this.#answerOther(request, other) : this.#answerOperation(request);
  }

  async #answerOperation(request: ApiRequest): Promise<HttpResponse> {
    const id = this.#context.randomness.requestId();
    const exchange = await this.#exchange({
      id,
      elapsed: stopwatch(this.#context.timers),
      request,
    });
    const isQuiet = exchange.company !== undefined && isReadOfInspector(exchange);
    const reply = exchange.stream ? STREAM : this.#replyOf(exchange);
    this.#count(exchange, reply);
    // A stream is not recorded, since it only shows the record.
    if (exchange.stream) return { ...responseOf(exchange, reply, isQuiet), body: exchange.stream };
    const isRecorded = exchange.isRecorded || this.#record(exchange, reply);
    return responseOf(exchange, reply, isRecorded || isQuiet);
  }

  #replyOf(exchange: Exchange): Reply {
    const reply = exchange.rejection ? this.#errorReply(exchange) : exchange.reply;
    if (!reply) throw new Error(`${exchange.endpoint?.id} has no reply.`);
    return reply;
  }

  /** An error that a test asked for is no failure of the sandbox. */
  #count(
    { endpoint, elapsed, rejection, operationId = endpoint?.id }: Counted,
    { status }: Pick<HttpResponse, "status">,
  ): void {
    const outcome = rejection instanceof InjectedFaultError ? "injected" : `${status}`;
    this.#context.metrics.countRequest(operationId ?? "other", outcome, elapsed());
  }

  /** If it fails before the operation is known, the exchange has no operation. */
  async #exchange(exchange: Exchange): Promise<Exchange> {
    let known = exchange;
    try {
      this.#assertTrustedOrigin(exchange.request);
      const routed = this.#route(exchange);
      known = routed;
      known = await this.#operations.answer(routed);
      return known.openStream ? { ...known, stream: this.#open(known, known.openStream) } : known;
    } catch (rejection) {
      return { ...known, rejection };
    }
  }

  #route(exchange: Exchange): RoutedExchange {
    const { method, path } = exchange.request;
    const match = this.#matchRoute(decodePath(path));
    if (!match) throw new HttpError(404, `There is no operation at this path${hintAbout(path)}.`);
    const endpoint = match.methods.get(method);
    if (endpoint) return { ...exchange, endpoint, path: match.parameters };
    const allow = [...match.methods.keys()].join(", ");
    throw new HttpError(405, `This path only allows ${allow}.`, { allow });
  }

  /** Opens a stream, which ends with the session that opened it, with the keys of its token, and with the company. */
  #open({ request, company, caller }: Exchange, openStream: NonNullable<Exchange["openStream"]>) {
    const { rotations = Infinity } = caller ?? {};
    // What the feed knows may be older than the stream.
    const hasKeys = ({ company, hasRead }: EventFeed) =>
      !hasRead || (company !== undefined && rotations >= (company.keyRotations ?? 0));
    return this.#openStreams.open(company?.id ?? "", (feed) =>
      openStream(feed, () => hasKeys(feed) && sessionGoesOn(request.headers, this.#context)),
    );
  }

  /** Answers a request for a page, a receiver or a file. */
  async #answerOther(request: ApiRequest, other: OtherRoute): Promise<HttpResponse> {
    const elapsed = stopwatch(this.#context.timers);
    const response = await this.#otherResponse(request, other);
    this.#count({ elapsed, operationId: other.operationId?.(request) }, response);
    return response;
  }

  async #otherResponse(request: ApiRequest, other: OtherRoute): Promise<HttpResponse> {
    try {
      this.#assertTrustedOrigin(request);
      // Pages ask for these by themselves, and the timeline has what a receiver answers.
      const { headers, ...rest } = await other.answer(request, this.#routeContext);
      return { ...rest, headers: { ...JSON_TYPE, ...headers }, skipLog: true };
    } catch (rejection) {
      const reply = this.#errorReply({ rejection });
      const { text, status, headers, reasons } = reply;
      return { status, headers: { ...JSON_TYPE, ...headers }, reasons, body: text };
    }
  }

  /**
   * Adds a request that has changed nothing to the timeline, and returns whether it belongs there. A failure of this must
   * not affect the response.
   */
  #record(exchange: Exchange, reply: Reply): boolean {
    const { endpoint, company, rejection } = exchange;
    if (!company || endpoint?.marks.recorded === "never" || isReadOfInspector(exchange))
      return false;
    // It may be on the timeline already, in its transaction. Rather lost than twice.
    if (rejection instanceof StoreError && rejection.mayBeCommitted) return false;
    try {
      const at = new Date(this.#context.clock.timeOf(company)).toISOString();
      const events = requestEvents(exchange, reply, at);
      this.#unitOfWork.requestLog.add(company.id, events);
      this.#context.newEvents.emit(ANY_COMPANY, events);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #errorReply({ rejection, endpoint }: Rejected): Reply {
    return errorReply(rejection, endpoint) ?? this.#defectReply(rejection, endpoint);
  }

  #defectReply(error: unknown, endpoint: Route | undefined): Reply {
    const id = this.#report(error);
    const isUnavailable = error instanceof StoreError;
    const message = isUnavailable
      ? `The sandbox cannot use its database: ${error.message}.`
      : `defect ${id}`;
    const response = isUnavailable
      ? errorEnvelope(UNAVAILABLE, message)
      : serverErrorResponse(endpoint);
    const headers = { "x-defect-id": id };
    return { ...response, headers, reasons: [message], text: JSON.stringify(response.body) };
  }
}

/** Returns how many milliseconds have passed. */
function stopwatch({ monotonicTime }: Timers): () => number {
  const begin = monotonicTime();
  return () => monotonicTime() - begin;
}

/** What to do about a path without an operation. */
function hintAbout(path: string): string {
  if (path === "/")
    return ": open it in a browser for the inspector, or call POST /auth for a token";
  return /\/\/|.\/$/.test(path) ? ": remove the extra slash" : "";
}

/** Adds the headers that the service does not have. */
function responseOf(
  { warnings = [], company }: Exchange,
  { status, text, headers, reasons }: Reply,
  skipLog: boolean,
): HttpResponse {
  const all: Record<string, string> = { ...JSON_TYPE, ...headers };
  if (warnings.length > 0) all["x-sandbox-warning"] = warningHeader(warnings);
  // After a restore, a payment may have the id, the status and the times that it had before.
  if (company?.generation) all["x-sandbox-generation"] = `${company.generation}`;
  return { status, body: text, headers: all, reasons, warnings, skipLog };
}
