import { StoreError } from "./store-error.ts";

/** What creates the tables of the latest version, and what leads from each earlier one to the next. */
export interface Migrations<Step> {
  create: Step;
  /** The oldest version that is upgraded. */
  first: number;
  /** From the first version on. Published steps never change. */
  upgrades: readonly Step[];
}

/**
 * The steps that data of a version still needs, each with the version that it leads to. Version 0 is no data.
 * @throws {StoreError} if the data is too old, or of a newer sandbox.
 */
export function missingSteps<Step>(
  { create, first, upgrades }: Migrations<Step>,
  version: number,
): { step: Step; version: number }[] {
  const latest = first + upgrades.length;
  if (version === 0) return [{ step: create, version: latest }];
  if (version < first) {
    throw new StoreError("a version of the sandbox that can no longer be upgraded created it", {
      advice: "start with a new one",
    });
  }
  if (version > latest) {
    throw new StoreError("a newer version of the sandbox has changed it", {
      advice: "update this sandbox",
    });
  }
  return upgrades
    .map((step, index) => ({ step, version: first + index + 1 }))
    .filter((each) => each.version > version);
}
