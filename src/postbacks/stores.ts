/** Remembers events. A `Set` is one; in a shop it is a table. */
export interface EventStore {
  has(eventId: string): boolean | Promise<boolean>;
  /** Called after the event was handled. */
  add(eventId: string): unknown;
}

const REMEMBERED_EVENTS = 10_000;

/** Remembers the latest events in memory. */
export function recentEvents(): EventStore {
  const events = new Set<string>();
  return {
    has: (eventId) => events.has(eventId),
    add(eventId) {
      events.add(eventId);
      // A Set keeps the order in which its members came.
      const [oldest = ""] = events;
      if (events.size > REMEMBERED_EVENTS) events.delete(oldest);
    },
  };
}
