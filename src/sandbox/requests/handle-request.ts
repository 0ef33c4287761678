import type { RouteMatch } from "../../contract/router.ts";
import { decodePath } from "../../text/decode-path.ts";
import type { PublicContext } from "../context.ts";
import { BrokenBodyError, HttpError } from "../errors.ts";
import type { Timers } from "../runtime/timers.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { OpenExports } from "../services/open-exports.ts";
import { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { warningHeader } from "../validation/request-warnings.ts";
import type { Answer, Endpoint, Origin, Parts } from "./endpoints.ts";
import { JSON_TYPE, type ReportDefect, replyToError } from "./error-reply.ts";
import type { ApiRequest, HttpResponse } from "./request.ts";
import { requestAddress } from "./request-address.ts";
import { RequestQuota } from "./request-quota.ts";
import { FilePace } from "./throttle-file-transfers.ts";

/** Finds the endpoints at a path. */
type FindEndpoints = (path: string) => RouteMatch<Endpoint> | undefined;

interface HandlerOptions {
  findEndpoints: FindEndpoints;
  unitOfWork: UnitOfWork;
  scheduler: Scheduler;
  report: ReportDefect;
  /** @throws {HttpError} if a request may not come from where it comes from. By default, it may. */
  assertTrustedOrigin?: ((request: ApiRequest, expected?: Origin) => void) | undefined;
}

/** Handles requests: finds the endpoint of each, which answers it. */
export class RequestHandler {
  readonly #context: PublicContext;
  readonly #parts: Parts;
  readonly #assertTrustedOrigin: (request: ApiRequest, expected?: Origin) => void;
  readonly #closing = new AbortController();
  readonly #findEndpoints: FindEndpoints;

  constructor(options: HandlerOptions) {
    const {
      findEndpoints,
      unitOfWork,
      scheduler,
      report,
      assertTrustedOrigin = () => {},
    } = options;
    const { publicContext: context } = unitOfWork;
    const { signal: closing } = this.#closing;
    const { maxRequests, timers } = context;
    const isLimited = maxRequests !== undefined;
    const quota = isLimited ? new RequestQuota(maxRequests) : undefined;
    const pace = isLimited ? new FilePace(maxRequests, timers, closing) : undefined;
    this.#context = context;
    const [exports, imports] = [new OpenExports(context), new ConcurrencyLimits(1)];
    const files = { pace, exports, imports };
    this.#parts = { unitOfWork, context, scheduler, report, quota, ...files, closing };
    this.#assertTrustedOrigin = assertTrustedOrigin;
    this.#findEndpoints = findEndpoints;
  }

  /** Ends all injected latencies. */
  close(): void {
    // Nobody reads the reason, and that of the platform has a stack trace.
    this.#closing.abort("closed");
  }

  async handle(request: ApiRequest): Promise<HttpResponse> {
    const { timers, randomness, metrics } = this.#context;
    const elapsed = stopwatch(timers);
    const id = randomness.requestId();
    let endpoint: Endpoint | undefined;
    let answer: Answer;
    try {
      const match = this.#findEndpoints(decodePath(request.path));
      endpoint = match?.methods.get(request.method);
      this.#assertTrustedOrigin(request, endpoint ? endpoint.origin : "postback");
      if (!match || !endpoint) throw missing(request, match?.methods);
      const { parameters: path } = match;
      answer = await endpoint.answer({ id, elapsed, request, endpoint, path, parts: this.#parts });
    } catch (error) {
      if (error instanceof BrokenBodyError) throw error;
      answer = { reply: replyToError(error, endpoint?.operation, this.#parts.report) };
    }
    const outcome = answer.isInjected ? "injected" : `${answer.reply.status}`;
    metrics.countRequest(endpoint?.operation?.id ?? "other", outcome, elapsed());
    return responseOf(answer, id, request);
  }
}

/** Nothing is at a path, or only other methods are. */
function missing({ path }: ApiRequest, methods?: ReadonlyMap<string, Endpoint>): HttpError {
  if (!methods) return noOperation(path);
  const allow = [...methods.keys()].join(", ");
  return new HttpError(405, `This path only allows ${allow}.`, { allow });
}

/** Returns how many milliseconds have passed. */
function stopwatch({ monotonicTime }: Timers): () => number {
  const begin = monotonicTime();
  return () => monotonicTime() - begin;
}

/** Nothing is at a path. */
export function noOperation(path: string): HttpError {
  return new HttpError(404, `There is no operation at this path${hintAbout(path)}.`);
}

/** What to do about a path without an operation. */
function hintAbout(path: string): string {
  if (path === "/")
    return ": open it in a browser for the inspector, or call POST /auth for a token";
  return /\/\/|.\/$/.test(path) ? ": remove the extra slash" : "";
}

/** Adds the headers that the service does not have. */
function responseOf(
  { reply, generation, warnings = [], skipLog = false, companyId }: Answer,
  id: string,
  request: ApiRequest,
): HttpResponse {
  const { json: _, ...rest } = reply;
  const headers: Record<string, string> = { ...JSON_TYPE, ...reply.headers };
  headers["x-sandbox-request-id"] = id;
  const inspectorUrl = companyId && request.inspectorUrl();
  if (inspectorUrl) headers["x-sandbox-request-url"] = requestAddress(inspectorUrl, companyId, id);
  if (warnings.length > 0) headers["x-sandbox-warning"] = warningHeader(warnings);
  // After a restore, a payment may have the id, the status and the times that it had before.
  if (generation) headers["x-sandbox-generation"] = `${generation}`;
  return { ...rest, headers, warnings, skipLog };
}
