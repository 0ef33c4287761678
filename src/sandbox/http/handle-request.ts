import { setTimeout } from "node:timers/promises";
import { createRouter } from "../../http-server/router.ts";
import type { Cause, Context } from "../context.ts";
import { DOCUMENTS_PATH, serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { findDocument } from "../documents/payment-documents.ts";
import { DocumentedError, HttpError, InjectedFaultError } from "../errors.ts";
import type { HandlerRequest, HandlerResponse, StreamResponse } from "../handlers/handler-types.ts";
import type { UnknownField } from "../openapi/drop-unknown-fields.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import type { RequestLog } from "../request-log/request-log.ts";
import { monotonicTime } from "../runtime/clock.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { consumeFault } from "../services/faults.ts";
import type { Company } from "../store/records.ts";
import { StoreError } from "../store/store-error.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { assertNotExpired, verifyToken } from "./authenticate.ts";
import {
  type ErrorResponse,
  errorEnvelope,
  errorResponse,
  serverErrorResponse,
} from "./error-response.ts";
import {
  type AnyOperation,
  type CompanyEndpoint,
  type Endpoint,
  endpoints,
} from "./handler-registry.ts";
import { type AllowedHosts, assertTrustedOrigin } from "./host-header-check.ts";
import { decodePath, parseBody, parseQuery } from "./parse-request.ts";
import { type RequestState, requestEvents } from "./request-event.ts";
import { warningHeader, warningsAbout } from "./request-warnings.ts";
import { type UnvalidatedRequest, type ValidRequest, validateRequest } from "./validate-request.ts";

/** An HTTP request with its unparsed body. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Everything after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
  /** The base URL of files in the response. */
  baseUrl(): string;
}

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
}

/** A response before it is serialized. */
interface Result extends Omit<ApiResponse, "body"> {
  body: object;
  /** Whether the body may contain file URLs, which need the sandbox's base URL. */
  hasFiles?: boolean;
}

/** What is known about a request, with its handler. */
interface HandledRequest extends RequestState {
  endpoint?: Endpoint;
}

type AnyRequest = HandlerRequest<AnyOperation>;
type AnyResponse = HandlerResponse<AnyOperation>;
type Reply = AnyResponse | StreamResponse;

/** Reports a defect of the sandbox, and returns the id that it is reported with. */
export type ReportDefect = (error: unknown) => string;

const UNAVAILABLE = 503;

/** Requests that read what happened do not appear in it. */
const NOT_RECORDED = new Set(["events.list", "requests.list"]);

/** Handles a request: authentication, validation, faults, the operation, the error response and the log. */
export class RequestHandler {
  readonly #unitOfWork: UnitOfWork;
  readonly #scheduler: Scheduler;
  readonly #requestLog: RequestLog;
  readonly #report: ReportDefect;
  readonly #allowedHosts: AllowedHosts;
  readonly #matchRoute = createRouter(endpoints());
  readonly #closing = new AbortController();

  constructor(
    unitOfWork: UnitOfWork,
    scheduler: Scheduler,
    requestLog: RequestLog,
    report: ReportDefect,
    allowedHosts: AllowedHosts,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#scheduler = scheduler;
    this.#requestLog = requestLog;
    this.#report = report;
    this.#allowedHosts = allowedHosts;
  }

  /** Ends all injected latencies. */
  close(): void {
    this.#closing.abort();
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    if (request.path.startsWith(DOCUMENTS_PATH)) return this.#sendFile(request);
    const { randomness } = this.#unitOfWork.publicContext;
    const state: HandledRequest = { id: randomness.requestId(), startedAt: monotonicTime() };
    const reply = await this.#respond(request, state);
    if ("openStream" in reply) return this.#stream(reply);
    const { body, hasFiles, ...result } = reply;
    const text = serializeWithDocumentUrls(body, hasFiles ? request.baseUrl : undefined);
    this.#record(request, state, result, { body, length: text.length });
    return withWarnings({ ...result, body: text }, state);
  }

  /** A stream is not recorded: what it shows is the record. */
  #stream({ openStream }: StreamResponse): ApiResponse {
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
    return { status: 200, headers, body: openStream(this.#unitOfWork.publicContext) };
  }

  async #respond(request: ApiRequest, state: HandledRequest): Promise<Result | StreamResponse> {
    try {
      assertTrustedOrigin(request.path, request.headers, this.#allowedHosts);
      const { endpoint, path } = this.#findEndpoint(request);
      state.endpoint = endpoint;
      const parse = () => parseAndValidate(endpoint, path, request, state);
      const response =
        "handlePublic" in endpoint
          ? await endpoint.handlePublic(this.#unitOfWork.publicContext, parse())
          : await this.#runAuthenticated(endpoint, request, state, parse);
      return "openStream" in response ? response : toResult(endpoint, response);
    } catch (error) {
      return this.#errorResult(error, state);
    }
  }

  #errorResult(error: unknown, { endpoint }: HandledRequest): Result {
    return errorResponse(error, endpoint) ?? this.#defectResponse(error, endpoint);
  }

  async #sendFile(request: ApiRequest): Promise<ApiResponse> {
    const { method, path, headers } = request;
    try {
      assertTrustedOrigin(path, headers, this.#allowedHosts);
      const file = await findDocument(path, this.#unitOfWork.publicContext.store);
      if (!file) throw new HttpError(404, "There is no file at this path.");
      if (method !== "GET")
        throw new HttpError(405, "This path only allows GET.", { allow: "GET" });
      return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
    } catch (error) {
      const response = errorResponse(error, undefined) ?? this.#defectResponse(error, undefined);
      return { ...response, body: JSON.stringify(response.body) };
    }
  }

  #findEndpoint({ method, path }: ApiRequest): {
    endpoint: Endpoint;
    path: Record<string, string>;
  } {
    const match = this.#matchRoute(decodePath(path));
    if (!match)
      throw new HttpError(
        404,
        `There is no operation at this path${/\/\/|.\/$/.test(path) ? ": remove the extra slash" : ""}.`,
      );
    const endpoint = match.methods.get(method);
    if (endpoint) return { endpoint, path: match.parameters };
    const allow = [...match.methods.keys()].join(", ");
    throw new HttpError(405, `This path only allows ${allow}.`, { allow });
  }

  /** Authenticates before it parses: a client without access learns nothing about its other mistakes. */
  async #runAuthenticated(
    endpoint: CompanyEndpoint,
    { headers }: ApiRequest,
    state: HandledRequest,
    parse: () => AnyRequest,
  ): Promise<Reply> {
    const claims = verifyToken(headers.authorization, this.#unitOfWork.publicContext.accessTokens);
    const companyId = claims.sub;
    const { needsPermission, tokenExpires } = endpoint;
    const handle = handlerFor(endpoint, headers);
    // The control interface reads the timeline, which must contain all earlier requests.
    if (!needsPermission) await this.#requestLog.flush(companyId);
    const mode = endpoint.method === "GET" ? "read" : "transaction";
    const work = { mode, cause: { type: "request", requestId: state.id } } as const;
    const { input, faulty, completed } = await this.#unitOfWork.inContext(companyId, {
      ...work,
      run: async (context) => {
        const { company } = context;
        if (tokenExpires) assertNotExpired(claims, context);
        state.company = company;
        if (needsPermission && !company.authorized) throw new DocumentedError("NotAuthorized");
        const input = parse();
        if (mayInjectFault(company, endpoint)) return { input, faulty: true };
        // Most requests find no due job and can complete here, in the same transaction.
        const completed = await this.#unitOfWork.unlessJobsAreDue(context, () =>
          handle(context, input),
        );
        return { input, completed };
      },
    });
    const run = async (): Promise<Reply> => {
      const response = completed
        ? completed.result
        : await this.#unitOfWork.run(companyId, {
            ...work,
            run: (context) => handle(context, input),
          });
      if (mode === "read" || "openStream" in response) return response;
      const dueWork = this.#scheduler.runCompany(companyId);
      const { afterJobs } = response;
      if (!afterJobs) return response;
      await dueWork;
      return {
        ...response,
        data: await this.#unitOfWork.inContext(companyId, {
          ...work,
          mode: "read",
          run: afterJobs,
        }),
      };
    };
    return faulty ? this.#withFaults(companyId, endpoint, work.cause, run) : run();
  }

  /** Injects a fault before the operation runs, or after it, so that its response is lost. */
  async #withFaults(
    companyId: string,
    { id }: Route,
    cause: Cause,
    run: () => Promise<Reply>,
  ): Promise<Reply> {
    const fault = await this.#unitOfWork.inContext(companyId, {
      mode: "transaction",
      cause,
      run: (context) => consumeFault(context, id),
    });
    if (!fault) return run();
    // An error response is lost or delayed like any other.
    const response = fault.when === "after" ? run() : undefined;
    await response?.catch(() => {});
    if (fault.latency) await this.#delay(fault.latency);
    if (fault.reset) throw new InjectedFaultError(null);
    if (fault.status) throw new InjectedFaultError(fault.status);
    return response ?? run();
  }

  /** Ends early when the sandbox closes. */
  async #delay(latency: number): Promise<void> {
    await setTimeout(latency, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  /** Adds a request to the timeline. A failure of this must not affect the response. */
  #record(
    request: ApiRequest,
    state: HandledRequest,
    { status, reasons = [] }: Omit<Result, "body">,
    response: { body: object; length: number },
  ): void {
    const { endpoint, company } = state;
    if (!company || NOT_RECORDED.has(endpoint?.id ?? "")) return;
    try {
      const { clock } = this.#unitOfWork.publicContext;
      const at = new Date(clock.timeOf(company)).toISOString();
      const outcome = { status, reasons, ...response };
      for (const event of requestEvents(request, state, outcome, at))
        this.#requestLog.add(company.id, event);
    } catch (error) {
      this.#report(error);
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

/** @throws {ValidationError} if the contract does not allow the request. */
function parseAndValidate(
  endpoint: Endpoint,
  path: Record<string, string>,
  request: ApiRequest,
  state: HandledRequest,
): AnyRequest {
  const { headers } = request;
  if (request.query !== "") state.query = parseQuery(request.query, parameterNames(endpoint));
  // Unknown input is ignored, including the body of an operation that takes none.
  if (endpoint.body) state.body = parseBody(headers, request.body);
  const { query = {}, body } = state;
  const input = validateAndWarn(endpoint, { path, query, headers, body }, state);
  const [example] = Object.values(endpoint.examples);
  return { ...input, example } as AnyRequest;
}

/** Warns also about an invalid request: a misspelt field may be what makes it invalid. */
function validateAndWarn(
  endpoint: Endpoint,
  request: UnvalidatedRequest,
  state: HandledRequest,
): ValidRequest {
  const unknown: UnknownField[] = [];
  try {
    state.valid = validateRequest(endpoint, request, endpoint.validators, unknown);
    return state.valid;
  } finally {
    state.hasUnknownFields = unknown.length > 0;
    state.warnings = warningsAbout(state.valid?.body, endpoint.body, unknown);
  }
}

function withWarnings(response: ApiResponse, { warnings = [] }: HandledRequest): ApiResponse {
  if (warnings.length === 0) return response;
  const headers = { ...response.headers, "x-sandbox-warning": warningHeader(warnings) };
  return { ...response, headers, warnings };
}

/** The handler that gives the client what it accepts: a stream of events, or else JSON. */
function handlerFor(
  { handle, handleStream }: CompanyEndpoint,
  { accept = "", "last-event-id": lastEventId }: ApiRequest["headers"],
): (context: Context, input: AnyRequest) => Promise<Reply> {
  if (!handleStream || !/(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept)) return handle;
  return (context, input) => handleStream(context, { ...input, lastEventId });
}

/** Faults affect the operations of the service, never the control interface. */
function mayInjectFault({ faults }: Company, { needsPermission }: CompanyEndpoint): boolean {
  return needsPermission && faults.length > 0;
}

function parameterNames({ parameters }: Route): string[] {
  return parameters.map(({ name }) => name);
}

/** The message of a response comes from the contract's example. */
function toResult(
  { examples, hasFiles }: Route,
  { exampleName, afterJobs: _, data, ...rest }: AnyResponse,
): Result {
  const example = exampleName === undefined ? Object.values(examples)[0] : examples[exampleName];
  const body = envelopeOf(data, { ...rest, message: example?.message ?? null });
  return { status: 200, body, hasFiles };
}

function envelopeOf(data: unknown, rest: object): object {
  if (!(data instanceof UnparsedJson)) return { data, ...rest };
  return new UnparsedJson(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
}
