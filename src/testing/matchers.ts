import { returnCodes } from "../../generated/errors.ts";
import type {
  AccountBalance,
  SandboxSubaccountStatus,
  SandboxWithdrawalStatus,
} from "../../generated/sandbox-control-types.ts";
import type { PaymentStatus, SubscriptionStatus } from "../../generated/types.ts";
import { type ReturnCodeName, ServiceError } from "../client/index.ts";
import { formatMoney } from "../sandbox/domain/format-money.ts";
import type { TestCompany } from "./test-company.ts";

/** What `expect.extend` of Vitest, Playwright and Jest takes from a matcher. */
export interface MatcherResult {
  pass: boolean;
  message(): string;
}

/** Something with a status: a payment, a subscription, a subaccount, a withdrawal. */
interface WithStatus {
  id?: string;
  status: string;
}

/** Every status that the sandbox sets. */
export type SandboxStatus =
  | PaymentStatus
  | SubscriptionStatus
  | SandboxSubaccountStatus
  | SandboxWithdrawalStatus;

/** The amounts to expect, in centavos. What is left out may be anything. */
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
    const names = Object.keys(expected) as (keyof typeof expected)[];
    if (names.length === 0)
      throw new TypeError("toHaveBalance needs an amount, such as { available: 4990 }");
    const { data: company } = await control.balance.get();
    const account = company.subaccounts.find((each) => each.subaccountId === subaccountId);
    const received = amountsOf(subaccountId === undefined ? company : account);
    const wrong = names.filter((name) => expected[name] !== received[name]);
    const pass = wrong.length === 0;
    const owner = subaccountId === undefined ? "the company" : `the subaccount ${subaccountId}`;
    const [verdict, not] = pass
      ? ["is the one that was not expected", "anything but "]
      : ["differs", ""];
    const lines = (pass ? names : wrong).map(
      (name) =>
        `\n  ${name}: expected ${not}${money(expected[name])}, received ${money(received[name])}`,
    );
    return { pass, message: () => `The balance of ${owner} ${verdict}:${lines.join("")}` };
  },
};

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
