import { setTimeout } from "node:timers/promises";
import { isObject } from "../../contract/cursor.ts";
import { createRouter } from "../../http-server/router.ts";
import { DOCUMENTS_PATH, findDocument } from "../documents/payment-documents.ts";
import { DocumentedError, HttpError, InjectedFaultError } from "../errors.ts";
import type { HandlerRequest, HandlerResponse } from "../handlers/handler-types.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import { maskSecrets } from "../request-log/mask-secrets.ts";
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

/** A request as it arrived. */
export interface ApiRequest {
  method: string;
  path: string;
  /** What stands after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface ApiResponse {
  /** Null where the connection is cut instead. */
  status: number | null;
  /** What is sent as JSON, or the bytes of a file. */
  body: object | Uint8Array;
  headers?: Record<string, string>;
  /** Whether the body has fields with the addresses of files. */
  hasFiles?: boolean;
  /** Why it was refused; none where it was not. */
  reasons?: string[];
}

/** What is known of a request, as far as it got. */
interface Progress {
  endpoint?: Endpoint;
  company?: Company;
  query?: Record<string, string>;
  body?: unknown;
}

type AnyRequest = HandlerRequest<AnyOperation>;
type AnyResponse = HandlerResponse<AnyOperation>;

/** Told of a defect of the sandbox, by the id that the answer has too. */
export type ReportDefect = (error: unknown, id: string) => void;

/** Answers requests: from HTTP to the domain and back. */
export class RequestHandler {
  readonly #unitOfWork: UnitOfWork;
  readonly #scheduler: Scheduler;
  readonly #report: ReportDefect;
  readonly #names: AllowedHosts;
  readonly #find = createRouter(endpoints());
  readonly #ending = new AbortController();

  constructor(
    unitOfWork: UnitOfWork,
    scheduler: Scheduler,
    report: ReportDefect,
    names: AllowedHosts,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#scheduler = scheduler;
    this.#report = report;
    this.#names = names;
  }

  /** Lets what is held back go on. */
  close(): void {
    this.#ending.abort();
  }

  async handle(arrived: ApiRequest): Promise<ApiResponse> {
    const progress: Progress = {};
    try {
      return this.#remember(arrived, progress, await this.#serve(arrived, progress));
    } catch (error) {
      const sent =
        errorResponse(error, progress.endpoint) ?? this.#admitDefect(error, progress.endpoint);
      return this.#remember(arrived, progress, sent);
    }
  }

  async #serve(arrived: ApiRequest, progress: Progress): Promise<ApiResponse> {
    assertTrustedOrigin(arrived.path, arrived.headers, this.#names);
    if (arrived.path.startsWith(DOCUMENTS_PATH)) return this.#sendFile(arrived);
    const { endpoint, path } = this.#locate(arrived);
    progress.endpoint = endpoint;
    const read = () => readRequest(endpoint, path, arrived, progress);
    const answer =
      "handlePublic" in endpoint
        ? await this.#runPublic(endpoint, read())
        : await this.#admit(endpoint, arrived, progress, read);
    return toApiResponse(endpoint, answer);
  }

  async #sendFile({ method, path }: ApiRequest): Promise<ApiResponse> {
    const file = await this.#unitOfWork.withoutCompany("read", ({ data }) =>
      findDocument(path, data),
    );
    if (!file) throw new HttpError(404, "No file has this path.");
    if (method !== "GET") throw new HttpError(405, "This path takes GET.", { allow: "GET" });
    return { status: 200, body: file.bytes, headers: { "content-type": file.type } };
  }

  #locate({ method, path }: ApiRequest): { endpoint: Endpoint; path: Record<string, string> } {
    const match = this.#find(decodePath(path));
    if (!match)
      throw new HttpError(
        404,
        `No operation has this path${/\/\/|.\/$/.test(path) ? ": it has a slash too many" : ""}.`,
      );
    const endpoint = match.methods.get(method);
    if (endpoint) return { endpoint, path: match.parameters };
    const allow = [...match.methods.keys()].join(", ");
    throw new HttpError(405, `This path takes ${allow}.`, { allow });
  }

  #runPublic({ handlePublic }: PublicEndpoint, call: AnyRequest): Promise<AnyResponse> {
    return this.#unitOfWork.withoutCompany("transaction", (sandbox) => handlePublic(sandbox, call));
  }

  /** Whoever may not come in learns nothing of what is wrong with the rest of the request. */
  async #admit(
    endpoint: CompanyEndpoint,
    { headers }: ApiRequest,
    progress: Progress,
    read: () => AnyRequest,
  ): Promise<AnyResponse> {
    const { method, needsPermission, tokenExpires, handle } = endpoint;
    const { company, call, done } = await this.#unitOfWork.withoutCompany(
      "read",
      async (sandbox) => {
        const company = await authenticate(headers.authorization, sandbox, {
          expires: tokenExpires,
        });
        progress.company = company;
        if (needsPermission && !company.authorized) throw new DocumentedError("NotAuthorized");
        const call = read();
        if (method !== "GET" || mayInjectFault(company, endpoint)) return { company, call };
        // Most reads can be answered at once.
        const context = this.#unitOfWork.contextOf(company, sandbox.data);
        const done = await this.#unitOfWork.unlessJobsAreDue(context, () => handle(context, call));
        return { company, call, done };
      },
    );
    if (done) return done.result;
    const run = () => this.#runFor(company.id, endpoint, call);
    return mayInjectFault(company, endpoint) ? this.#withFaults(company.id, endpoint, run) : run();
  }

  async #runFor(
    companyId: string,
    { method, handle }: CompanyEndpoint,
    call: AnyRequest,
  ): Promise<AnyResponse> {
    if (method === "GET") {
      return this.#unitOfWork.run(companyId, "read", (context) => handle(context, call));
    }
    const answer = await this.#unitOfWork.run(companyId, "transaction", (context) =>
      handle(context, call),
    );
    const round = this.#scheduler.runCompany(companyId);
    if (answer.waitForJobs) await round;
    return answer;
  }

  /** What was asked to go wrong does so before the call is done, or after it, when its answer is lost. */
  async #withFaults(
    companyId: string,
    { id }: Route,
    run: () => Promise<AnyResponse>,
  ): Promise<AnyResponse> {
    const fault = await this.#unitOfWork.inContext(companyId, "transaction", (context) =>
      consumeFault(context, id),
    );
    if (!fault) return run();
    // A refusal is an answer too, and is lost or held back like any other.
    const done = fault.when === "after" ? run() : undefined;
    await done?.catch(() => {});
    if (fault.latency) await this.#holdBack(fault.latency);
    if (fault.reset) throw new InjectedFaultError(null);
    if (fault.status) throw new InjectedFaultError(fault.status);
    return done ?? run();
  }

  /** Once the sandbox is being closed, nothing is held back any more. */
  async #holdBack(latency: number): Promise<void> {
    await setTimeout(latency, undefined, { signal: this.#ending.signal }).catch(() => {});
  }

  /** A request is answered whether or not it can be logged. */
  #remember(arrived: ApiRequest, progress: Progress, sent: ApiResponse): ApiResponse {
    try {
      this.#log(arrived, progress, sent);
    } catch (error) {
      this.#report(error, crypto.randomUUID());
    }
    return sent;
  }

  #log(
    { method, path }: ApiRequest,
    progress: Progress,
    { status, reasons = [] }: ApiResponse,
  ): void {
    const { endpoint, company, query = {}, body } = progress;
    if (!company) return;
    const shownQuery = maskSecrets(query);
    this.#unitOfWork.logOf(company.id).add({
      at: new Date(this.#unitOfWork.shared.clock.timeOf(company)).toISOString(),
      ...{ method, path: redactPath(path), status, reasons },
      operationId: endpoint?.id ?? null,
      query: isObject(shownQuery) ? shownQuery : {},
      body: maskSecrets(body),
    });
  }

  #admitDefect(error: unknown, endpoint: Endpoint | undefined): ErrorResponse {
    const id = crypto.randomUUID();
    this.#report(error, id);
    const reasons = [`a defect, ${id}`];
    return { ...serverErrorResponse(endpoint), headers: { "x-defect-id": id }, reasons };
  }
}

/** What a request asks an operation for. @throws {ValidationError} where the contract allows it not. */
function readRequest(
  endpoint: Endpoint,
  path: Record<string, string>,
  arrived: ApiRequest,
  progress: Progress,
): AnyRequest {
  const { headers } = arrived;
  progress.query = parseQuery(arrived.query, parameterNames(endpoint));
  // What an operation does not take is ignored, and a body is no exception.
  if (endpoint.body) progress.body = parseBody(headers, arrived.body);
  const { query, body } = progress;
  const input = validateRequest(endpoint, { path, query, headers, body }, endpoint.validators);
  const [example] = Object.values(endpoint.examples);
  return { ...input, example } as AnyRequest;
}

/** What goes wrong on request does so in the service's operations only. */
function mayInjectFault({ faults }: Company, { needsPermission }: CompanyEndpoint): boolean {
  return needsPermission && faults.length > 0;
}

function parameterNames({ parameters }: Route): string[] {
  return parameters.map(({ name }) => name);
}

/** The message of an answer is that of the contract's example. */
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
