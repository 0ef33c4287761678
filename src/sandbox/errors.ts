import type { ReturnCodeName } from "../../generated/errors.ts";
import type { PaymentMethod } from "../../generated/types.ts";
import { type BusinessRuleName, businessRules } from "./domain/rule-violations.ts";
import { isAllowed, nextStatuses, type Transition } from "./domain/state-machine.ts";

/** What the contract has an error example for, by that example's name. */
export type DocumentedErrorName =
  | ReturnCodeName
  | "ControlTokenRefused"
  | "PostbackNotFound"
  | "SplitNotFound"
  | "WithdrawalNotFound"
  | "WrongKeys";

/** A call that is refused as the contract shows it: status and body are those of its example. */
export class DocumentedError extends Error {
  override readonly name = "DocumentedError";
  readonly error: DocumentedErrorName;
  /** For the request log, which only the company itself reads: why it is so. */
  readonly reason: string;

  constructor(error: DocumentedErrorName, reason = "") {
    super(error);
    this.error = error;
    this.reason = reason;
  }
}

/** A call that breaks a rule for which the service's answer is not known. */
export class BusinessRuleError extends Error {
  override readonly name = "BusinessRuleError";
  readonly rule: BusinessRuleName;

  /** `detail` is for people: which values broke the rule. */
  constructor(rule: BusinessRuleName, detail?: string) {
    super(detail ? `${businessRules[rule].message}: ${detail}` : businessRules[rule].message);
    this.rule = rule;
  }
}

/** A request that is not valid, with everything that is wrong with it. */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** A call that is answered with an error, or not at all, because that was asked for. */
export class InjectedFaultError extends Error {
  override readonly name = "InjectedFaultError";
  /** Null where the connection is to be cut. */
  readonly status: number | null;

  constructor(status: number | null) {
    super("This fault was asked for.");
    this.status = status;
  }
}

/** A request that gets no further than HTTP. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** @throws {BusinessRuleError} naming the allowed transitions, where this one is not among them. */
export function assertTransition(
  transitions: readonly Transition[],
  from: string,
  to: string,
  method?: PaymentMethod,
): void {
  if (isAllowed(transitions, from, to, method)) return;
  const allowed = nextStatuses(transitions, from, method);
  throw new BusinessRuleError("StepRefused", `${from} → ${allowed.join(" | ") || "∅"}`);
}
