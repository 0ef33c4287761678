import type { ReturnCodeName } from "../../generated/errors.ts";
import { type BusinessRuleName, businessRules } from "./domain/sandbox-return-codes.ts";

/** The name of an error example in the contract. */
type DocumentedErrorName =
  | ReturnCodeName
  | "CompanyNotFound"
  | "InvitationNotFound"
  | "OperatorKeyRefused"
  | "NotReady"
  | "PostbackNotFound"
  | "SnapshotNotFound"
  | "SplitNotFound"
  | "WithdrawalNotFound"
  | "WrongKeys";

/** Rejects a request with the status and body of an error example in the contract. */
export class DocumentedError extends Error {
  override readonly name = "DocumentedError";
  readonly error: DocumentedErrorName;
  /** Explains the error in the request log, which only the company can read. */
  readonly reason: string;
  readonly headers: Record<string, string>;

  constructor(error: DocumentedErrorName, reason = "", headers: Record<string, string> = {}) {
    super(error);
    this.error = error;
    this.reason = reason;
    this.headers = headers;
  }
}

/** Rejects a request that breaks a rule for which the real service's response is unknown. */
export class BusinessRuleError extends Error {
  override readonly name = "BusinessRuleError";
  readonly rule: BusinessRuleName;

  /** `detail` names the values that broke the rule, for a human reader. */
  constructor(rule: BusinessRuleName, detail?: string) {
    super(detail ? `${businessRules[rule].message}: ${detail}` : businessRules[rule].message);
    this.rule = rule;
  }

  get returnCode(): number {
    return businessRules[this.rule].returnCode;
  }
}

/** Rejects an invalid request and lists every problem. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** Fails a request with an error or a cut connection, because a test injected this fault. */
export class InjectedFaultError extends Error {
  override readonly name = "InjectedFaultError";
  /** Null if the connection is cut without a response. */
  readonly status: number | null;

  constructor(status: number | null) {
    super("This fault was injected through the control API.");
    this.status = status;
  }
}

/** There is no company with the id that work was started for. */
export class UnknownCompanyError extends Error {
  override readonly name = "UnknownCompanyError";
}

/** The body of a request has broken off. Nobody is left to answer, so nothing happens, and nothing is recorded. */
export class BrokenBodyError extends Error {
  override readonly name = "BrokenBodyError";
}

/** Rejects a request at the HTTP level, before it reaches an operation. */
export class HttpError extends Error {
  override readonly name: string = "HttpError";
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Marks an answer as that of a limit of the sandbox. The service has no such header. */
function limitHeader(limit: "companies" | "records" | "requests") {
  return { "x-sandbox-limit": limit };
}

/** A company has made as many requests as the sandbox takes from one. */
export class RequestLimitError extends HttpError {
  override readonly name = "RequestLimitError";

  constructor(maxRequests: number) {
    super(
      429,
      `This sandbox takes ${maxRequests} requests a second from each company: send fewer, or start it with a higher --max-requests. The service's own limits are not known.`,
      { ...limitHeader("requests"), "retry-after": "1" },
    );
  }
}

/** The sandbox stores no more. Nothing of the call is stored. */
export class StorageLimitError extends HttpError {
  override readonly name = "StorageLimitError";

  /** A company has as many records as the sandbox stores for one. */
  static ofRecords(maxRecords: number): StorageLimitError {
    return new StorageLimitError(
      507,
      `This company has reached the limit of ${maxRecords} records: reset it with POST /_sandbox/reset, or start the sandbox with a higher maxRecords (--max-records).`,
      limitHeader("records"),
    );
  }

  /** The sandbox has as many companies as it may have. */
  static ofCompanies(maxCompanies: number): StorageLimitError {
    return new StorageLimitError(
      507,
      `This sandbox has reached the limit of ${maxCompanies} companies: delete one, or create the sandbox with a higher maxCompanies.`,
      limitHeader("companies"),
    );
  }
}
