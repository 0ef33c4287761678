import type { Runtime } from "../runtime/runtime.ts";
import type { Company, CompanyClock } from "../store/records.ts";
import type { Data } from "../store/store.ts";

/** What whoever makes a company can choose of it. */
export type CompanyOptions = Partial<
  Pick<Company, "authorized" | "feePercentage" | "feeFixed" | "lateFeeAmount" | "interestAmount">
>;

export async function createCompany(
  data: Data,
  runtime: Runtime,
  terms: CompanyOptions,
): Promise<Company> {
  const company: Company = {
    id: runtime.uuid(runtime.settings),
    drawn: 0,
    tokens: 0,
    authorized: true,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    ...terms,
    clock: runtime.newClock(),
    faults: [],
  };
  await data.companies.save(company);
  await data.settings.save(runtime.settings);
  return company;
}

/** The clock as it was when the company was made. */
export function clockAtStart(clock: CompanyClock): CompanyClock {
  return "now" in clock ? { ...clock, now: clock.startedAt } : { ahead: 0 };
}
