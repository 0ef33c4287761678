import { returnCodes } from "../../generated/errors.ts";
import type {
  AccountBalance,
  SandboxSubaccountStatus,
  SandboxWithdrawalStatus,
} from "../../generated/sandbox-control-types.ts";
import {
  type PaymentStatus,
  type ReturnCodeName,
  ServiceError,
  type SubscriptionStatus,
} from "../client/index.ts";
import { formatMoney } from "../text/format-money.ts";
import type { TestCompany } from "./test-company.ts";

/** What `expect.extend` of Vitest and Playwright takes from a matcher. */
export interface MatcherResult {
  pass: boolean;
  message(): string;
}

/** Something with a status: a payment, a subscription, a subaccount, a withdrawal. */
interface WithStatus {
  id?: string;
  status: string;
}

/**
 * The statuses that a resource can have in the sandbox. The contract leaves those of subaccounts and withdrawals open; the
 * sandbox has only these.
 */
export type SandboxStatus =
  | PaymentStatus
  | SubscriptionStatus
  | SandboxSubaccountStatus
  | SandboxWithdrawalStatus;

/** The amounts to expect, in centavos, at least one of them. What is left out may be anything. */
export interface ExpectedBalance {
  /** The balance of a subaccount, instead of the company's own. */
  subaccountId?: string;
  available?: number;
  /** The sum of all receivables. */
  receivable?: number;
}

/**
 * Matchers for `expect.extend`. Each says in words what it expected and what it received.
 *
 * @example
 * import { matchers } from "centavo/testing";
 * import { expect } from "vitest";
 *
 * expect.extend(matchers);
 */
export const matchers = {
  /** A call that returns a resource, or a resource, has this status. */
  async toHaveStatus(
    received: WithStatus | PromiseLike<{ data: WithStatus }>,
    expected: SandboxStatus,
  ): Promise<MatcherResult> {
    const result = await received;
    const isCall = "data" in result;
    const { id, status } = isCall ? result.data : result;
    const hint = isCall ? "" : " It was read earlier: to read it again, expect a call.";
    return {
      pass: status === expected,
      message: () =>
        status === expected
          ? `Expected any status but ${expected}${ofResource(id)}.${hint}`
          : `Expected the status ${expected}, received ${status}${ofResource(id)}.${hint}`,
    };
  },

  /** A call is rejected with this return code, by name or number, or with this HTTP status. */
  async toBeRejectedWith(
    received: PromiseLike<unknown>,
    expected: ReturnCodeName | number,
  ): Promise<MatcherResult> {
    const outcome = await Promise.resolve(received).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const code = typeof expected === "number" ? expected : returnCodes[expected];
    const error = outcome?.error;
    const pass =
      error instanceof ServiceError && (code < 0 ? error.returnCode : error.status) === code;
    const actual = outcome ? `was rejected with ${error}` : "succeeded";
    const not = pass ? "not to be" : "to be";
    return {
      pass,
      message: () => `Expected the call ${not} rejected with ${nameOf(expected)}. It ${actual}.`,
    };
  },

  /**
   * A company, or one of its subaccounts, has these amounts.
   * @throws {TypeError} if there is no amount to compare.
   */
  async toHaveBalance(
    { control }: Pick<TestCompany, "control">,
    { subaccountId, ...expected }: ExpectedBalance,
  ): Promise<MatcherResult> {
    const names = amountNames.filter((name) => expected[name] !== undefined);
    if (names.length === 0)
      throw new TypeError("toHaveBalance needs an amount, such as { available: 4990 }");
    const { data: company } = await control.balance.get();
    const account = company.subaccounts.find((each) => each.subaccountId === subaccountId);
    const received = amountsOf(subaccountId === undefined ? company : account);
    const wrong = names.filter((name) => expected[name] !== received[name]);
    const owner = subaccountId === undefined ? "the company" : `the subaccount ${subaccountId}`;
    const differing = wrong.map(
      (name) => `${name}: expected ${money(expected[name])}, received ${money(received[name])}`,
    );
    const unwanted = names.map((name) => `${name}: ${money(expected[name])}`);
    const pass = wrong.length === 0;
    const message = pass
      ? [`Expected ${owner} to have any balance but this:`, ...unwanted]
      : [`The balance of ${owner} differs:`, ...differing];
    return { pass, message: () => message.join("\n  ") };
  },
};

const amountNames = ["available", "receivable"] as const;

/** An account without any entry is in no balance. */
function amountsOf({ available, receivable }: AccountBalance = { available: 0, receivable: [] }) {
  return { available, receivable: receivable.reduce((sum, { amount }) => sum + amount, 0) };
}

function ofResource(id: string | undefined): string {
  return id === undefined ? "" : ` for ${id}`;
}

function nameOf(expected: ReturnCodeName | number): string {
  if (typeof expected === "string") return `${expected} (${returnCodes[expected]})`;
  return `${expected < 0 ? "the return code" : "the status"} ${expected}`;
}

function money(centavos = 0): string {
  return `${centavos} (${formatMoney(centavos)})`;
}

/** The statuses to expect of a received value: its own, unless the contract leaves them open. */
type StatusOf<Received> =
  Received extends PromiseLike<{ data: { status: infer Status } }>
    ? ClosedStatus<Status>
    : Received extends { status: infer Status }
      ? ClosedStatus<Status>
      : SandboxStatus;
type ClosedStatus<Status> = string extends Status ? SandboxStatus : Status;

type ExpectedBy<Name extends keyof typeof matchers, Received> = Name extends "toHaveStatus"
  ? [status: StatusOf<Received>]
  : (typeof matchers)[Name] extends (received: never, ...expected: infer Expected) => unknown
    ? Expected
    : never;

/** The matchers that suit a received value. */
type MatchersFor<Received> = {
  [Name in keyof typeof matchers as Received extends Parameters<(typeof matchers)[Name]>[0]
    ? Name
    : never]: (...expected: ExpectedBy<Name, Received>) => Promise<void>;
};

/** The matchers that suit a received value, and their opposites: what an `expect` has to return besides its own. */
export type Matching<Received> = MatchersFor<Received> & { not: MatchersFor<Received> };
