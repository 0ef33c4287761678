import { StoreError } from "./store-error.ts";

/** What leads a layout from each version to the next. Published steps never change. */
export interface Migrations<Step> {
  /** The version that the first step leads to. It creates all tables; nothing upgrades what is older. */
  first: number;
  steps: readonly Step[];
}

/**
 * The steps that data of a version still needs, each with the version that it leads to. Version 0 is no data.
 * @throws {StoreError} if the data is too old, or of a newer sandbox.
 */
export function missingSteps<Step>(
  { first, steps }: Migrations<Step>,
  version: number,
): { step: Step; version: number }[] {
  if (version !== 0 && version < first) {
    throw new StoreError("a version of the sandbox that can no longer be upgraded created it", {
      advice: "start with a new one",
    });
  }
  if (version >= first + steps.length) {
    throw new StoreError("a newer version of the sandbox has changed it", {
      advice: "update this sandbox",
    });
  }
  return steps
    .map((step, index) => ({ step, version: first + index }))
    .filter((each) => each.version > version);
}
