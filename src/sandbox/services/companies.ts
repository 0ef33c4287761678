import type { SandboxCompany } from "../../../generated/sandbox-control-types.ts";
import type { SharedContext } from "../context.ts";
import { StorageLimitError } from "../errors.ts";
import type { Company, Identity } from "../store/records.ts";
import type { SharedData } from "../store/store.ts";

/** The settings that a request to create a company may contain, and its id if it is not drawn. */
export type CompanyOptions = Partial<
  Pick<
    Company,
    | ("id" | "name" | "owner" | "authorized" | "checkTaxIds")
    | ("feePercentage" | "feeFixed" | "lateFeeAmount" | "interestAmount")
  >
>;

/** @throws {StorageLimitError} if there are as many companies as there may be. */
export function assertRoom(companyIds: readonly string[], maxCompanies = Infinity): void {
  if (companyIds.length >= maxCompanies) throw StorageLimitError.ofCompanies(maxCompanies);
}

/** @throws {StorageLimitError} if there are as many companies as there may be. */
export async function createCompany(
  data: SharedData,
  { clock, randomness, maxCompanies }: SharedContext,
  options: CompanyOptions,
): Promise<Company> {
  const stored = await data.settings.get();
  if (!stored) throw new Error("A sandbox has settings before it has companies.");
  assertRoom(await data.companies.ids(), maxCompanies);
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
    ...namesIn(options),
    createdAt: clock.systemTime(),
    clock: clock.newCompanyClock(),
    faults: [],
    receiver: "accept",
  };
  await data.companies.insert(company);
  await data.settings.save(settings);
  return company;
}

/** The name and the owner that a request gives, without the spaces around them. */
export function namesIn({ name, owner }: CompanyOptions): Pick<Identity, "name" | "owner"> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(owner !== undefined && { owner: owner.trim() }),
  };
}

/** What replacing the data of a company leaves as it is, also the fields that it does not have. */
export function identityOf(company: Identity): Required<Identity> {
  const { name, owner, createdAt, lastUsedAt } = company;
  const { keyRotations, importedPrivateKey, invitations, listeners } = company;
  return {
    name,
    owner,
    createdAt,
    lastUsedAt,
    keyRotations,
    importedPrivateKey,
    invitations,
    listeners,
  };
}

/** A company as lists show it. */
export function shownCompany(company: Company): SandboxCompany {
  const { id: companyId, name = null, owner = null, createdAt, lastUsedAt } = company;
  return {
    companyId,
    name,
    owner,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
  };
}
