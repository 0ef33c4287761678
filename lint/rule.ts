import type { Place } from "../src/contract/place.ts";

/** What is wrong at a place, and what to do about it. */
export type Finding = { place: Place; message: string };

/** A rule of this house, given the whole bundled contract. */
export type Rule = (contract: Place) => Iterable<Finding>;
