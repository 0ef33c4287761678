import type { SharedContext } from "../context.ts";
import type { Company } from "../store/records.ts";
import type { SharedData } from "../store/store.ts";

/** The settings that a request to create a company may contain, and its id if it is not drawn. */
export type CompanyOptions = Partial<
  Pick<
    Company,
    | ("id" | "authorized" | "checkTaxIds")
    | ("feePercentage" | "feeFixed" | "lateFeeAmount" | "interestAmount")
  >
>;

export async function createCompany(
  data: SharedData,
  { clock, randomness }: SharedContext,
  options: CompanyOptions,
): Promise<Company> {
  const stored = await data.settings.get();
  if (!stored) throw new Error("A sandbox has settings before it has companies.");
  const settings = { ...stored };
  const company: Company = {
    id: randomness.uuid(settings),
    drawCount: 0,
    tokens: 0,
    snapshotCount: 0,
    generation: 0,
    authorized: true,
    feePercentage: 0,
    feeFixed: 0,
    lateFeeAmount: 0,
    interestAmount: 0,
    checkTaxIds: false,
    holdsExamples: false,
    ...options,
    clock: clock.newCompanyClock(),
    faults: [],
    receiver: "accept",
  };
  await data.companies.insert(company);
  await data.settings.save(settings);
  return company;
}
