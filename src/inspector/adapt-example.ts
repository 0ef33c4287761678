import type { Kind, Kinds } from "../contract/value-schema.ts";
import { withComingDays } from "../sandbox/domain/move-dates-forward.ts";
import type { Clients } from "./api.ts";
import { type Form, mapFields, objectOf } from "./contract.ts";
import {
  type ExistingResources,
  existingResources,
  withExisting,
  withNewTaxId,
} from "./references.ts";

/** What an example is adapted to: its days may have passed, and what it refers to may not exist. */
export interface Circumstances {
  /** The company's clock, in milliseconds since 1970. */
  now: number;
  /** The address of the built-in receiver. */
  receiverUrl: string;
  existing: ExistingResources;
}

export async function readCircumstances(clients: Clients, form: Form): Promise<Circumstances> {
  const [clock, receiver, existing] = await Promise.all([
    clients.control.clock.get(),
    clients.control.receiver.get(),
    existingResources(clients, form),
  ]);
  return { now: Date.parse(clock.data.now), receiverUrl: receiver.data.url, existing };
}

/** An example of the contract that the sandbox accepts here and now. */
export function adapted(
  example: unknown,
  kinds: Kinds,
  { now, receiverUrl, existing }: Circumstances,
): Record<string, unknown> {
  const value = withExisting(withComingDays(objectOf(withNewTaxId(example)), now), kinds, existing);
  // The address in the contract, which postbacks would go to, does not exist.
  const toReceiver = (field: unknown, kind: Kind) => (kind === "link" ? receiverUrl : field);
  return objectOf(mapFields(value, kinds, "body", toReceiver));
}
