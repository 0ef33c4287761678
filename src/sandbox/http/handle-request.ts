import { isObject, isString } from "../../contract/cursor.ts";
import { createRouter } from "../../http-server/router.ts";
import { HAPPENED, type PublicContext } from "../context.ts";
import { DOCUMENTS_PATH, serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { findDocument } from "../documents/payment-documents.ts";
import { receiverAt } from "../domain/receiver-path.ts";
import { HttpError } from "../errors.ts";
import type { StreamResponse } from "../handlers/handler-types.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import { receivePostback } from "../postbacks/built-in-receiver.ts";
import type { RequestLog } from "../request-log/request-log.ts";
import { monotonicTime } from "../runtime/clock.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { StoreError } from "../store/store-error.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import { OpenStreams } from "../timeline/open-streams.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { isFromInspector, isReadOfInspector, sessionGoesOn } from "./authenticate.ts";
import {
  type ErrorResponse,
  errorEnvelope,
  errorResponse,
  serverErrorResponse,
} from "./error-response.ts";
import { type Endpoint, endpoints } from "./handler-registry.ts";
import { type AllowedHosts, assertTrustedOrigin } from "./host-header-check.ts";
import { handleInspector, INSPECTOR_PATH } from "./inspector.ts";
import { inspectorPage } from "./inspector-page.ts";
import { decodePath } from "./parse-request.ts";
import { type ApiRequest, type HandledRequest, readInput } from "./read-input.ts";
import { type Outcome, requestEvents } from "./request-event.ts";
import { warningHeader } from "./request-warnings.ts";
import { type AnyResponse, type DescribeRequest, OperationRunner } from "./run-operation.ts";

export interface ApiResponse {
  /** Null if the connection is cut without a response. */
  status: number | null;
  /** JSON, the bytes of a file, or a stream of events. */
  body: string | Uint8Array | AsyncIterable<string>;
  headers?: Record<string, string>;
  /** Why the request was rejected. Missing if it succeeded. */
  reasons?: string[];
  /** What is allowed in the request, but probably a mistake. Missing if there is nothing. */
  warnings?: readonly string[];
  /** Whether the request is on a timeline, from which the log has its line, or is not to be logged. */
  skipLog?: boolean;
}

/** A response before it is serialized. */
interface Result extends Omit<ApiResponse, "body"> {
  body: object;
  /** Whether the body may contain file URLs, which need the sandbox's base URL. */
  hasFiles?: boolean;
}

/** A response in pieces. */
interface Stream {
  stream: AsyncIterable<string>;
}

/** Reports a defect of the sandbox, and returns the id that it is reported with. */
export type ReportDefect = (error: unknown) => string;

const UNAVAILABLE = 503;

/** Requests that read what happened do not appear in it. */
const NOT_RECORDED = new Set(["events.list", "requests.list"]);

/** Handles a request: authentication, validation, faults, the operation, the error response and the log. */
export class RequestHandler {
  readonly #context: PublicContext;
  readonly #runner: OperationRunner;
  readonly #requestLog: RequestLog;
  readonly #report: ReportDefect;
  readonly #allowedHosts: AllowedHosts;
  readonly #closing = new AbortController();
  readonly #openStreams: OpenStreams;
  readonly #matchRoute = createRouter(endpoints());

  constructor(
    unitOfWork: UnitOfWork,
    scheduler: Scheduler,
    report: ReportDefect,
    allowedHosts: AllowedHosts,
  ) {
    this.#context = unitOfWork.publicContext;
    this.#openStreams = new OpenStreams(this.#context);
    this.#runner = new OperationRunner(unitOfWork, scheduler);
    this.#requestLog = unitOfWork.requestLog;
    this.#report = report;
    this.#allowedHosts = allowedHosts;
  }

  /** Ends all injected latencies. */
  close(): void {
    this.#closing.abort();
    this.#runner.close();
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    if (request.path.startsWith(DOCUMENTS_PATH)) return this.#sendFile(request);
    if (receiverAt(request.path) !== undefined) return this.#receivePostback(request);
    if (request.path.startsWith(INSPECTOR_PATH)) return this.#serveInspector(request);
    if (request.path === "/" && wantsPage(request)) return this.#sendInspectorPage(request);
    const id = this.#context.randomness.requestId();
    const state: HandledRequest = { id, startedAt: monotonicTime() };
    const reply = await this.#respond(request, state);
    if ("stream" in reply) return streamResponse(reply.stream, isReadOfInspector(state));
    const { body: _, hasFiles: __, ...result } = reply;
    const text = serialize(reply, request);
    const isRecorded = state.isRecorded || this.#record(request, state, reply, text);
    const skipLog = isRecorded || isReadOfInspector(state);
    return withHeaders({ ...result, body: text, skipLog }, state);
  }

  /** Ends with the session that opened it. */
  #openStream(
    { openStream }: StreamResponse,
    request: ApiRequest,
    { company }: HandledRequest,
  ): AsyncIterable<string> {
    const mayRead = () => sessionGoesOn(request.headers, this.#context);
    return this.#openStreams.open(company?.id ?? "", (feed) => openStream(feed, mayRead));
  }

  async #respond(request: ApiRequest, state: HandledRequest): Promise<Result | Stream> {
    try {
      assertTrustedOrigin(request, this.#allowedHosts);
      const { endpoint, path } = this.#findEndpoint(request);
      state.endpoint = endpoint;
      const parse = () => readInput(endpoint, path, request, state);
      if ("handlePublic" in endpoint) {
        const response = await endpoint.handlePublic(this.#context, parse());
        const headers = this.#sessionHeaders(request, response);
        return { ...toResult(endpoint, response), headers };
      }
      const describe: DescribeRequest = (response, error, at) => {
        state.createdId = response.createdId;
        const result = error ? this.#errorResult(error, state) : toResult(endpoint, response);
        return requestEvents(request, state, outcomeOf(result, serialize(result, request)), at);
      };
      const response = await this.#runner.run(
        ...([endpoint, path, request.headers, state, parse, describe] as const),
      );
      if ("openStream" in response) return { stream: this.#openStream(response, request, state) };
      return toResult(endpoint, response);
    } catch (error) {
      return this.#errorResult(error, state);
    }
  }

  /** A session of the inspector may use a company that it has created. */
  #sessionHeaders({ headers }: ApiRequest, { data }: AnyResponse): Record<string, string> {
    const created = isObject(data) ? data.companyId : undefined;
    if (!isString(created) || !isFromInspector(headers)) return {};
    const cookie = this.#context.sessions.add(created, headers.cookie);
    return cookie === undefined ? {} : { "set-cookie": cookie };
  }

  #errorResult(error: unknown, { endpoint }: HandledRequest): Result {
    return errorResponse(error, endpoint) ?? this.#defectResponse(error, endpoint);
  }

  #sendFile(request: ApiRequest): Promise<ApiResponse> {
    return this.#answer(request, async () => {
      const file = await findDocument(request.path, this.#context.store);
      if (!file) throw new HttpError(404, "There is no file at this path.");
      if (request.method !== "GET")
        throw new HttpError(405, "This path only allows GET.", { allow: "GET" });
      return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
    });
  }

  /** Answers a request that is in no contract. */
  async #answer(request: ApiRequest, answer: () => Promise<ApiResponse>): Promise<ApiResponse> {
    try {
      assertTrustedOrigin(request, this.#allowedHosts);
      // Pages ask for these by themselves, and the timeline has what a receiver answers.
      return { ...(await answer()), skipLog: true };
    } catch (error) {
      const response = errorResponse(error, undefined) ?? this.#defectResponse(error, undefined);
      return { ...response, body: JSON.stringify(response.body) };
    }
  }

  #receivePostback(request: ApiRequest): Promise<ApiResponse> {
    return this.#answer(request, async () => {
      if (request.method !== "POST")
        throw new HttpError(405, "This path only allows POST.", { allow: "POST" });
      const companyId = receiverAt(request.path) ?? "";
      const status = await receivePostback(companyId, this.#context.store, this.#closing.signal);
      if (status === undefined) throw new HttpError(404, "No company has this receiver.");
      return { status, body: JSON.stringify({ data: null, message: null }) };
    });
  }

  async #serveInspector(request: ApiRequest): Promise<ApiResponse> {
    return this.#answer(request, async () => {
      const { data, headers = {} } = await handleInspector(request, this.#context);
      return { status: 200, body: JSON.stringify({ data }), headers };
    });
  }

  async #sendInspectorPage(request: ApiRequest): Promise<ApiResponse> {
    return this.#answer(request, async () => {
      const { html, headers } = await inspectorPage();
      return { status: 200, body: html, headers };
    });
  }

  #findEndpoint({ method, path }: ApiRequest): {
    endpoint: Endpoint;
    path: Record<string, string>;
  } {
    const match = this.#matchRoute(decodePath(path));
    if (!match) throw new HttpError(404, `There is no operation at this path${hintAbout(path)}.`);
    const endpoint = match.methods.get(method);
    if (endpoint) return { endpoint, path: match.parameters };
    const allow = [...match.methods.keys()].join(", ");
    throw new HttpError(405, `This path only allows ${allow}.`, { allow });
  }

  /**
   * Adds a request that has changed nothing to the timeline, and returns whether it belongs there. A failure of this must
   * not affect the response.
   */
  #record(request: ApiRequest, state: HandledRequest, result: Result, text: string): boolean {
    const { endpoint, company } = state;
    if (!company || NOT_RECORDED.has(endpoint?.id ?? "") || isReadOfInspector(state)) return false;
    try {
      const at = new Date(this.#context.clock.timeOf(company)).toISOString();
      const events = requestEvents(request, state, outcomeOf(result, text), at);
      this.#requestLog.add(company.id, events);
      this.#context.newEvents.emit(HAPPENED, events);
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #defectResponse(error: unknown, endpoint: Endpoint | undefined): ErrorResponse {
    const id = this.#report(error);
    const headers = { "x-defect-id": id };
    if (error instanceof StoreError) {
      const message = `The sandbox cannot use its database: ${error.message}.`;
      return { ...errorEnvelope(UNAVAILABLE, message), headers, reasons: [message] };
    }
    return { ...serverErrorResponse(endpoint), headers, reasons: [`defect ${id}`] };
  }
}

/** What to do about a path without an operation. */
function hintAbout(path: string): string {
  if (path === "/")
    return ": open it in a browser for the inspector, or call POST /auth for a token";
  return /\/\/|.\/$/.test(path) ? ": remove the extra slash" : "";
}

/** A stream is not recorded: what it shows is the record. */
function streamResponse(body: AsyncIterable<string>, skipLog: boolean): ApiResponse {
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
  return { status: 200, headers, body, skipLog };
}

/** Browsers ask for HTML. All other clients get the same response as at any unknown path. */
function wantsPage({ method, headers }: ApiRequest): boolean {
  return method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");
}

function serialize({ body, hasFiles }: Result, { baseUrl }: ApiRequest): string {
  return serializeWithDocumentUrls(body, hasFiles ? baseUrl : undefined);
}

function outcomeOf({ status, reasons = [], body }: Result, { length }: string): Outcome {
  return { status, reasons, body, length };
}

/** The headers that the service does not have. */
function withHeaders(
  response: ApiResponse,
  { warnings = [], company }: HandledRequest,
): ApiResponse {
  if (warnings.length === 0 && !company?.generation) return response;
  const headers = { ...response.headers };
  if (warnings.length > 0) headers["x-sandbox-warning"] = warningHeader(warnings);
  // After a restore, a payment may have the id, the status and the times that it had before.
  if (company?.generation) headers["x-sandbox-generation"] = `${company.generation}`;
  return { ...response, headers, warnings };
}

/** The message of a response comes from the contract's example. */
function toResult(
  { examples, hasFiles }: Route,
  { exampleName, afterAdvance: _, createdId: __, data, ...rest }: AnyResponse,
): Result {
  const example = exampleName === undefined ? Object.values(examples)[0] : examples[exampleName];
  const body = envelopeOf(data, { ...rest, message: example?.message ?? null });
  return { status: 200, body, hasFiles };
}

function envelopeOf(data: unknown, rest: object): object {
  if (!(data instanceof UnparsedJson)) return { data, ...rest };
  return new UnparsedJson(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
}
