import type { Place } from "../src/contract/place.ts";

/** What is wrong at a place, and what to do about it. */
export type Finding = { place: Place; message: string };

/** A rule of this house, given the whole bundled contract. */
export type Rule = (contract: Place) => Iterable<Finding>;

/** Whether this is the sandbox's contract, as every path says: what is written there is no assumption. */
export function isControl(contract: Place): boolean {
  return contract
    .at("paths")
    .members()
    .every(({ key }) => key.startsWith("/_sandbox/"));
}
