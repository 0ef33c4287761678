import { Place } from "../contract/place.ts";
import { readContract, readControlContract } from "../package.ts";

/** The two contracts that the sandbox answers by: the service's, and that of its own controls. */
export const documents = {
  service: Place.root(readContract()),
  control: Place.root(readControlContract()),
};
