import { setTimeout } from "node:timers/promises";
import { isObject } from "../../contract/cursor.ts";
import { createRouter } from "../../http-server/router.ts";
import { DOCUMENTS_PATH } from "../documents/document-urls.ts";
import { findDocument } from "../documents/payment-documents.ts";
import { DocumentedError, HttpError, InjectedFaultError } from "../errors.ts";
import type { HandlerRequest, HandlerResponse } from "../handlers/handler-types.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import { redactSecrets } from "../request-log/redact-secrets.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { consumeFault } from "../services/faults.ts";
import type { Company } from "../store/records.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { authenticate } from "./authenticate.ts";
import { type ErrorResponse, errorResponse, serverErrorResponse } from "./error-response.ts";
import {
  type AnyOperation,
  type CompanyEndpoint,
  type Endpoint,
  endpoints,
  type PublicEndpoint,
} from "./handler-registry.ts";
import { type AllowedHosts, assertTrustedOrigin } from "./host-header-check.ts";
import { decodePath, parseBody, parseQuery, redactPath } from "./parse-request.ts";
import { validateRequest } from "./validate-request.ts";

/** An HTTP request with its unparsed body. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Everything after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface ApiResponse {
  /** Null if the connection is cut without a response. */
  status: number | null;
  /** A value to send as JSON, or the bytes of a file. */
  body: object | Uint8Array;
  headers?: Record<string, string>;
  /** Whether the body may contain file URLs, which need the sandbox's base URL. */
  hasFiles?: boolean;
  /** Why the request was rejected. Missing if it succeeded. */
  reasons?: string[];
}

/** What is known about a request so far. The request log uses it when the request fails midway. */
interface RequestState {
  endpoint?: Endpoint;
  company?: Company;
  query?: Record<string, string>;
  body?: unknown;
}

type AnyRequest = HandlerRequest<AnyOperation>;
type AnyResponse = HandlerResponse<AnyOperation>;

/** Reports a defect of the sandbox, and returns the id that it is reported with. */
export type ReportDefect = (error: unknown) => string;

/** Handles a request: authentication, validation, faults, the operation, the error response and the log. */
export class RequestHandler {
  readonly #unitOfWork: UnitOfWork;
  readonly #scheduler: Scheduler;
  readonly #report: ReportDefect;
  readonly #allowedHosts: AllowedHosts;
  readonly #matchRoute = createRouter(endpoints());
  readonly #closing = new AbortController();

  constructor(
    unitOfWork: UnitOfWork,
    scheduler: Scheduler,
    report: ReportDefect,
    allowedHosts: AllowedHosts,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#scheduler = scheduler;
    this.#report = report;
    this.#allowedHosts = allowedHosts;
  }

  /** Ends all injected latencies. */
  close(): void {
    this.#closing.abort();
  }

  async handle(request: ApiRequest): Promise<ApiResponse> {
    const state: RequestState = {};
    try {
      return this.#logged(request, state, await this.#process(request, state));
    } catch (error) {
      const response =
        errorResponse(error, state.endpoint) ?? this.#defectResponse(error, state.endpoint);
      return this.#logged(request, state, response);
    }
  }

  async #process(request: ApiRequest, state: RequestState): Promise<ApiResponse> {
    assertTrustedOrigin(request.path, request.headers, this.#allowedHosts);
    if (request.path.startsWith(DOCUMENTS_PATH)) return this.#sendFile(request);
    const { endpoint, path } = this.#findEndpoint(request);
    state.endpoint = endpoint;
    const parse = () => parseAndValidate(endpoint, path, request, state);
    const response =
      "handlePublic" in endpoint
        ? await this.#runPublic(endpoint, parse())
        : await this.#runAuthenticated(endpoint, request, state, parse);
    return toApiResponse(endpoint, response);
  }

  async #sendFile({ method, path }: ApiRequest): Promise<ApiResponse> {
    const file = await this.#unitOfWork.withoutCompany("read", ({ data }) =>
      findDocument(path, data),
    );
    if (!file) throw new HttpError(404, "There is no file at this path.");
    if (method !== "GET") throw new HttpError(405, "This path only allows GET.", { allow: "GET" });
    return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
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

  #runPublic({ handlePublic }: PublicEndpoint, input: AnyRequest): Promise<AnyResponse> {
    return this.#unitOfWork.withoutCompany("transaction", (sandbox) =>
      handlePublic(sandbox, input),
    );
  }

  /** Authenticates before it parses: a client without access learns nothing about its other mistakes. */
  async #runAuthenticated(
    endpoint: CompanyEndpoint,
    { headers }: ApiRequest,
    state: RequestState,
    parse: () => AnyRequest,
  ): Promise<AnyResponse> {
    const { method, needsPermission, tokenExpires, handle } = endpoint;
    const { company, input, completed } = await this.#unitOfWork.withoutCompany(
      "read",
      async (sandbox) => {
        const company = await authenticate(headers.authorization, sandbox, {
          expires: tokenExpires,
        });
        state.company = company;
        if (needsPermission && !company.authorized) throw new DocumentedError("NotAuthorized");
        const input = parse();
        if (method !== "GET" || mayInjectFault(company, endpoint)) return { company, input };
        // Most reads find no due job and can complete here, in the same transaction.
        const context = this.#unitOfWork.contextOf(company, sandbox.data);
        const completed = await this.#unitOfWork.unlessJobsAreDue(context, () =>
          handle(context, input),
        );
        return { company, input, completed };
      },
    );
    if (completed) return completed.result;
    const run = () => this.#runForCompany(company.id, endpoint, input);
    return mayInjectFault(company, endpoint) ? this.#withFaults(company.id, endpoint, run) : run();
  }

  async #runForCompany(
    companyId: string,
    { method, handle }: CompanyEndpoint,
    input: AnyRequest,
  ): Promise<AnyResponse> {
    if (method === "GET") {
      return this.#unitOfWork.run(companyId, "read", (context) => handle(context, input));
    }
    const response = await this.#unitOfWork.run(companyId, "transaction", (context) =>
      handle(context, input),
    );
    const dueWork = this.#scheduler.runCompany(companyId);
    if (response.waitForJobs) await dueWork;
    return response;
  }

  /** Injects a fault before the operation runs, or after it, so that its response is lost. */
  async #withFaults(
    companyId: string,
    { id }: Route,
    run: () => Promise<AnyResponse>,
  ): Promise<AnyResponse> {
    const fault = await this.#unitOfWork.inContext(companyId, "transaction", (context) =>
      consumeFault(context, id),
    );
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

  /** Logs a request. A failure of the log must not affect the response. */
  #logged(request: ApiRequest, state: RequestState, response: ApiResponse): ApiResponse {
    try {
      this.#log(request, state, response);
    } catch (error) {
      this.#report(error);
    }
    return response;
  }

  #log(
    { method, path }: ApiRequest,
    state: RequestState,
    { status, reasons = [] }: ApiResponse,
  ): void {
    const { endpoint, company, query = {}, body } = state;
    if (!company) return;
    const redactedQuery = redactSecrets(query);
    this.#unitOfWork.logOf(company.id).add({
      at: new Date(this.#unitOfWork.shared.clock.timeOf(company)).toISOString(),
      ...{ method, path: redactPath(path), status, reasons },
      operationId: endpoint?.id ?? null,
      query: isObject(redactedQuery) ? redactedQuery : {},
      body: redactSecrets(body),
    });
  }

  #defectResponse(error: unknown, endpoint: Endpoint | undefined): ErrorResponse {
    const id = this.#report(error);
    const reasons = [`defect ${id}`];
    return { ...serverErrorResponse(endpoint), headers: { "x-defect-id": id }, reasons };
  }
}

/** @throws {ValidationError} if the contract does not allow the request. */
function parseAndValidate(
  endpoint: Endpoint,
  path: Record<string, string>,
  request: ApiRequest,
  state: RequestState,
): AnyRequest {
  const { headers } = request;
  state.query = parseQuery(request.query, parameterNames(endpoint));
  // Unknown input is ignored, including the body of an operation that takes none.
  if (endpoint.body) state.body = parseBody(headers, request.body);
  const { query, body } = state;
  const input = validateRequest(endpoint, { path, query, headers, body }, endpoint.validators);
  const [example] = Object.values(endpoint.examples);
  return { ...input, example } as AnyRequest;
}

/** Faults affect the operations of the service, never the control interface. */
function mayInjectFault({ faults }: Company, { needsPermission }: CompanyEndpoint): boolean {
  return needsPermission && faults.length > 0;
}

function parameterNames({ parameters }: Route): string[] {
  return parameters.map(({ name }) => name);
}

/** The message of a response comes from the contract's example. */
function toApiResponse(
  { examples, hasFiles }: Route,
  { exampleName, waitForJobs: _, data, ...rest }: AnyResponse,
): ApiResponse {
  const example = exampleName === undefined ? Object.values(examples)[0] : examples[exampleName];
  const body = envelopeOf(data, { ...rest, message: example?.message ?? null });
  return { status: 200, body, hasFiles };
}

function envelopeOf(data: unknown, rest: object): object {
  if (!(data instanceof UnparsedJson)) return { data, ...rest };
  return new UnparsedJson(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
}
