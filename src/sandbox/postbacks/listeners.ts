import type { PostbackType } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import type { Listener } from "../store/records.ts";

/** How long a listener keeps its place without asking again, in milliseconds. */
const LEASE = 15_000;
/** A lease with less left is renewed. Not each time, so that a listener that asks changes the company seldom. */
const RENEW_BELOW = 10_000;
/** Those beyond have no place, and stand by too. */
const MAX_LISTENERS = 10;

const TYPES: readonly PostbackType[] = ["payment", "withdrawal"];

/**
 * The listeners that are there: it is the turn of the first. So when it goes, the next one has its turn before it knows.
 * Leases run by the system's time, since the clock of the company may stand still.
 */
function presentListeners({ company, systemTime }: Context): Listener[] {
  return (company.listeners ?? []).filter(({ until }) => until > systemTime);
}

/** The listener whose turn it is. */
export function currentListener(context: Context): Listener | undefined {
  return presentListeners(context)[0];
}

/** Renews the lease of a listener, or lines it up. Returns it if it is its turn. */
export function takeTurn(context: Context, id: string, requested = TYPES): Listener | undefined {
  const { company, systemTime } = context;
  const present = presentListeners(context);
  const known = present.find((each) => each.id === id);
  const types = TYPES.filter((type) => requested.includes(type));
  // Outside an advance, nothing waits for the receiver.
  const isSlow = known?.isSlow === true && company.advance !== undefined;
  const renewed = { id, types, until: systemTime + LEASE, isSlow };
  if (!known) company.listeners = [...present, renewed].slice(0, MAX_LISTENERS);
  else if (mustRenew(known, renewed))
    company.listeners = present.map((each) => (each === known ? renewed : each));
  const current = currentListener(context);
  return current?.id === id ? current : undefined;
}

function mustRenew(known: Listener, renewed: Listener): boolean {
  const isSame = known.types.join() === renewed.types.join() && known.isSlow === renewed.isSlow;
  return !isSame || renewed.until - known.until > LEASE - RENEW_BELOW;
}

/** Removes a listener, if it is there. */
export function removeListener(context: Context, id: string): void {
  context.company.listeners = presentListeners(context).filter((each) => each.id !== id);
}

/** Notes whether the latest attempt of the current listener took as long as it may. */
export function noteSlowness(context: Context, isSlow: boolean): void {
  const [current, ...others] = presentListeners(context);
  if (current && current.isSlow !== isSlow)
    context.company.listeners = [{ ...current, isSlow }, ...others];
}

/** The types of postbacks that the sandbox delivers itself. */
export function typesWithoutListener(context: Context): readonly PostbackType[] {
  const { types } = currentListener(context) ?? {};
  return types ? TYPES.filter((type) => !types.includes(type)) : TYPES;
}
