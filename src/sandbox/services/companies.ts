import type { Runtime } from "../runtime/runtime.ts";
import type { Company, CompanyClock } from "../store/records.ts";
import type { Data } from "../store/store.ts";

/** What whoever makes a company can choose of it. */
export type CompanyOptions = Partial<
  Pick<Company, "authorized" | "feePercentage" | "feeFixed" | "lateFeeAmount" | "interestAmount">
>;

export async function createCompany(
  data: Data,
  surroundings: Runtime,
  terms: CompanyOptions,
): Promise<Company> {
  const company: Company = {
    id: surroundings.uuid(surroundings.settings),
    drawn: 0,
    tokens: 0,
    authorized: true,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    ...terms,
    clock: surroundings.newClock(),
    faults: [],
  };
  await data.companies.save(company);
  await data.settings.save(surroundings.settings);
  return company;
}

/** The clock as it was when the company was made. */
export function clockAtStart(clock: CompanyClock): CompanyClock {
  return "now" in clock ? { ...clock, now: clock.startedAt } : { ahead: 0 };
}
