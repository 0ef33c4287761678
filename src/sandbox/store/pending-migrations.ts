import { StoreError } from "./store-error.ts";

/** What creates the tables of the latest version, and what leads from each earlier one to the next. */
export interface Migrations<Step> {
  create: Step;
  /** The oldest version that is upgraded. */
  first: number;
  /** From the first version on. Published steps never change. */
  upgrades: readonly Step[];
}

/** What a process does not understand. Completes "… cannot be used (", as a {@link StoreError} does. */
export const CHANGED_BY_NEWER = {
  problem: "a newer version of the sandbox has changed it",
  advice: "update this sandbox",
};

/** The schema version that `create` produces. */
export function latestVersion({ first, upgrades }: Migrations<unknown>): number {
  return first + upgrades.length;
}

/**
 * The steps that data of a version still needs, each with the version that it leads to. Version 0 is no data.
 * @throws {StoreError} if the data is too old, or of a newer sandbox.
 */
export function pendingSteps<Step>(
  migrations: Migrations<Step>,
  version: number,
): { step: Step; version: number }[] {
  const { create, first, upgrades } = migrations;
  const latest = latestVersion(migrations);
  if (version === 0) return [{ step: create, version: latest }];
  if (version < first) {
    throw new StoreError("a version of the sandbox that can no longer be upgraded created it", {
      advice: "start with a new one",
    });
  }
  if (version > latest) throw new StoreError(CHANGED_BY_NEWER.problem, CHANGED_BY_NEWER);
  return upgrades
    .map((step, index) => ({ step, version: first + index + 1 }))
    .filter((each) => each.version > version);
}
