import type { PublicContext } from "../context.ts";
import type { Company } from "../store/records.ts";

/** The settings that a request to create a company may contain. */
export type CompanyOptions = Partial<
  Pick<Company, "authorized" | "feePercentage" | "feeFixed" | "lateFeeAmount" | "interestAmount">
>;

export async function createCompany(
  { data, settings, clock, randomness }: PublicContext,
  options: CompanyOptions,
): Promise<Company> {
  const company: Company = {
    id: randomness.uuid(settings),
    drawCount: 0,
    tokens: 0,
    authorized: true,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    ...options,
    clock: clock.newCompanyClock(),
    faults: [],
  };
  await data.companies.save(company);
  await data.settings.save(settings);
  return company;
}
