import type { ClockAdvance, Company, Job } from "./records.ts";

/** The types of the fields that a record of each version has. A later one may add optional fields. */
export type TypesOf<Value> = {
  [Name in keyof Value as undefined extends Value[Name] ? never : Name]: string;
};

const companyTypes: TypesOf<Company> = {
  id: "string",
  authorized: "boolean",
  feePercentage: "number",
  feeFixed: "number",
  lateFeeAmount: "number",
  interestAmount: "number",
  checkTaxIds: "boolean",
  holdsExamples: "boolean",
  clock: "object",
  faults: "object",
  receiver: "string",
  drawCount: "number",
  tokens: "number",
  snapshotCount: "number",
  generation: "number",
  createdAt: "number",
};

const advanceTypes: TypesOf<ClockAdvance> = { now: "number", to: "number" };

const clockTypes = [{ ahead: "number" }, { startedAt: "number", now: "number" }];

export function isCompany(value: object): boolean {
  if (!hasTypes(value, companyTypes)) return false;
  const { clock, advance, faults } = value as Company;
  const isClock = clock !== null && clockTypes.some((types) => hasTypes(clock, types));
  const isAdvance = advance === undefined || (advance !== null && hasTypes(advance, advanceTypes));
  return isClock && isAdvance && Array.isArray(faults);
}

const jobTypes: { [Kind in Job["kind"]]: Record<string, string> } = {
  payment: { dueAt: "number", paymentId: "string", status: "string" },
  subscription: { dueAt: "number", subscriptionId: "string", day: "string" },
  settlement: { dueAt: "number", owner: "string", day: "string" },
};

export function isJob(value: object): boolean {
  const types = new Map(Object.entries(jobTypes)).get((value as Job).kind);
  return types !== undefined && hasTypes(value, types);
}

/** JSON has no infinite number: one is stored as null, which cannot be read again. */
export function hasTypes(value: object, types: Record<string, string>): boolean {
  const fields = new Map(Object.entries(value));
  return Object.entries(types).every(([name, type]) => {
    const field = fields.get(name);
    return typeof field === type && (type !== "number" || Number.isFinite(field));
  });
}
