import { addDays } from "../sandbox/domain/calendar.ts";
import type { Clients } from "./api.ts";
import { type Form, type Kinds, objectOf } from "./contract.ts";
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
  const value = withComingDays(withReceiver(withNewTaxId(example), receiverUrl), now);
  return objectOf(withExisting(value, kinds, existing));
}

/** An example whose postbacks go to the built-in receiver: the address in the contract does not exist. */
function withReceiver(value: unknown, receiverUrl: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withReceiver(item, receiverUrl));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === "postbackUrl" ? receiverUrl : withReceiver(field, receiverUrl),
    ]),
  );
}

const DAY = 86_400_000;
const COMING_DAYS = ["dueDate", "expirationDate"];

/** An example whose days are moved together, if the first of them has passed, so that it is in a week. */
function withComingDays(example: unknown, now: number): unknown {
  const value = objectOf(example);
  const days = COMING_DAYS.map((name) => Date.parse(`${value[name]}`)).filter(Number.isFinite);
  const missing = Math.ceil((now - Math.min(...days)) / DAY);
  if (days.length === 0 || missing < 0) return example;
  const moved = COMING_DAYS.filter((name) => name in value).map((name) => [
    name,
    addDays(`${value[name]}`, missing + 7),
  ]);
  return { ...value, ...Object.fromEntries(moved) };
}
