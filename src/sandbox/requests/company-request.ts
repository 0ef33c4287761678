import type { Company } from "../store/records.ts";
import type { Caller } from "./authenticate.ts";
import type { Call, CompanyOperation } from "./endpoints.ts";
import type { Input } from "./read-input.ts";
import type { Reply } from "./request.ts";
import type { AnyResult } from "./success-reply.ts";

/** A request whose caller is known, and what it contains. */
export interface CompanyCall<Each extends CompanyOperation = CompanyOperation> extends Call {
  operation: Each;
  caller: Caller;
  input: Input;
}

/** How a request has ended. */
export type Ended =
  | { state: "done"; company: Company; result: AnyResult; reply: Reply; isRecorded?: boolean }
  /** Without a company, the caller may know nothing of it. */
  | {
      state: "failed";
      company?: Company | undefined;
      rejection: unknown;
      isRecorded?: boolean | undefined;
    };

/** Whether a company learns what is wrong with its requests. */
export function mayLearn({ isControl }: CompanyOperation, { authorized }: Company): boolean {
  return isControl || authorized;
}

/** What a company learns is probably a mistake, beside what rejects its request. */
export function warningsFor(
  company: Company,
  { operation, input: { warnings, taxIdProblems } }: CompanyCall,
): readonly string[] {
  if (!mayLearn(operation, company)) return [];
  if (!company.checkTaxIds) return warnings;
  return warnings.filter((warning) => !taxIdProblems.includes(warning));
}
