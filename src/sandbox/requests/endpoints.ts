import type { PublicContext } from "../context.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import type { OpenExports } from "../services/open-exports.ts";
import type { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import type { Kind } from "../store/records.ts";
import type { Mode, UnitOfWork } from "../unit-of-work.ts";
import type { Validators } from "../validation/compile-validators.ts";
import type { ReportDefect } from "./error-reply.ts";
import type { Handler, OutsideHandler, PublicHandler } from "./handler-types.ts";
import type { ApiRequest, Reply } from "./request.ts";
import type { RequestQuota } from "./request-quota.ts";
import type { FilePace } from "./throttle-file-transfers.ts";

/**
 * What else a server lets in: a postback; the form of a page that browsers do not name; any page, which shows a picture.
 * Of the service, a postback too.
 */
export type Origin = "postback" | "form" | "picture";

/** A method at a path, and who answers it. */
export interface Endpoint {
  method: string;
  /** E.g. `/payments/{paymentId}`. */
  path: string;
  /** Where its requests may come from, beside programs and the sandbox's own pages. */
  origin?: Origin;
  /** What the contract says of it, if it is an operation. */
  operation?: Operation;
  answer(call: Call): Promise<Answer>;
}

/** What is derived once for all requests of an operation. */
export interface Operation extends Route {
  validators: Validators;
  queryNames: string[];
  pathHasOnlyUuids: boolean;
  /** Whether the operator may use it: nobody else if it is public, else besides the company. */
  takesOperatorKey: boolean;
}

/** One that needs no token. */
export interface PublicOperation extends Operation {
  handlePublic: PublicHandler<AnyOperation>;
}

/** One for the company of a token. */
export interface CompanyOperation extends Operation {
  mode: Mode;
  /** The kind of the record that an operation such as `payments.get` reads. */
  readKind: Kind | undefined;
  /**
   * Whether it belongs to the sandbox's control API. That takes a company without permission to use the service's, and
   * an expired token: its clock decides when tokens expire.
   */
  isControl: boolean;
}

/** One that runs in a unit of work. */
export interface SimpleOperation extends CompanyOperation {
  handle: Handler<AnyOperation>;
}

/** One that takes several units of work. */
export interface OutsideOperation extends CompanyOperation {
  handleOutside: OutsideHandler<AnyOperation>;
}

/** What all operations have in common, to call a handler without knowing its operation. */
export interface AnyOperation {
  parameters: { path: object; query: object; header: object };
  requestBody: { content: { "application/json": unknown } };
  responses: {
    200: { content: { "application/json": { data: unknown; message: string | null } } };
  };
}

/** The parts of a sandbox that answer requests. */
export interface Parts {
  unitOfWork: UnitOfWork;
  context: PublicContext;
  scheduler: Pick<Scheduler, "runCompany" | "finishAdvance">;
  /** Reports a defect. */
  report: ReportDefect;
  /** How many requests companies may make, if that is limited. */
  quota: RequestQuota | undefined;
  /** How fast their files go then. */
  pace: FilePace | undefined;
  exports: OpenExports;
  /** The imports of a company go one at a time. */
  imports: ConcurrencyLimits;
  /** Ends waits. */
  closing: AbortSignal;
}

/** A request whose endpoint is known. */
export interface Call<Each extends Endpoint = Endpoint> {
  id: string;
  /** How many milliseconds it has taken. */
  elapsed(): number;
  request: ApiRequest;
  endpoint: Each;
  /** The parameters in the path. */
  path: Record<string, string>;
  parts: Parts;
}

/** What became of a request. */
export interface Answer {
  reply: Reply;
  /** Tells the data of a company before a restore from those after it. */
  generation?: number | undefined;
  warnings?: readonly string[] | undefined;
  skipLog?: boolean;
  /** The company whose timeline has the request. */
  companyId?: string | undefined;
  /** Whether a test asked for its error. */
  isInjected?: boolean;
}
