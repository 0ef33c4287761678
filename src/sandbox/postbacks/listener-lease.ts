import type { PostbackType } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import type { Listener } from "../store/records.ts";

/** How long a listener keeps its turn without asking again, in milliseconds. */
const TURN = 15_000;
/** A turn with less left is renewed. Not each time, so that a listener that asks changes the company seldom. */
const RENEW_BELOW = 10_000;

const TYPES: readonly PostbackType[] = ["payment", "withdrawal"];

/** The listener whose turn it is. By the system's time: the clock of the company may stand still. */
export function currentListener({ company, systemTime }: Context): Listener | undefined {
  const { listener } = company;
  return listener && listener.until > systemTime ? listener : undefined;
}

/** Begins or renews the turn of a listener. Returns undefined if it is the turn of another. */
export function takeTurn(context: Context, id: string, requested = TYPES): Listener | undefined {
  const current = currentListener(context);
  if (current && current.id !== id) return undefined;
  const { company, systemTime } = context;
  // Outside an advance, nothing waits for the receiver.
  const types = TYPES.filter((type) => requested.includes(type));
  const isSlow = current?.isSlow === true && company.advance !== undefined;
  const isSame = current?.types.join() === types.join() && isSlow === (current?.isSlow === true);
  if (current && isSame && current.until - systemTime > RENEW_BELOW) return current;
  company.listener = { id, types, until: systemTime + TURN, isSlow };
  return company.listener;
}

/** Ends the turn of a listener, if it is its turn. */
export function endTurn({ company }: Context, id: string): void {
  if (company.listener?.id === id) company.listener = undefined;
}

/** The types of postbacks that the sandbox delivers itself. */
export function typesWithoutListener(context: Context): readonly PostbackType[] {
  const { types } = currentListener(context) ?? {};
  return types ? TYPES.filter((type) => !types.includes(type)) : TYPES;
}
