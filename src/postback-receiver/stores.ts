/** Remembers the events that were handled. A `Set` is one; in a shop it is a table. */
export interface EventStore {
  has(eventId: string): boolean | Promise<boolean>;
  /** Called after the event was handled. */
  add(eventId: string): unknown;
}

/** Remembers a text for each payment and each withdrawal. A `Map` is one; in a shop it is a table. */
export interface StatusStore {
  get(id: string): Remembered | Promise<Remembered>;
  /**
   * Called after the hook has returned. The text begins with the status; what follows is the receiver's own. It has at
   * most 100 characters.
   */
  set(id: string, status: string): unknown;
}

type Remembered = string | null | undefined;

const MAX_REMEMBERED = 10_000;

/** Remembers the latest events in memory. */
export function recentEvents(): EventStore {
  const events = new RecentMap<true>();
  return { has: (eventId) => events.has(eventId), add: (eventId) => events.set(eventId, true) };
}

/** Remembers what changed latest in memory. */
export function recentStatuses(): StatusStore {
  return new RecentMap<string>();
}

/** Forgets what was set the longest ago. */
class RecentMap<Value> extends Map<string, Value> {
  override set(key: string, value: Value): this {
    // A Map keeps the order in which its keys came.
    this.delete(key);
    super.set(key, value);
    const [oldest = ""] = this.keys();
    if (this.size > MAX_REMEMBERED) this.delete(oldest);
    return this;
  }
}
