import type { Event } from "../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../text/redact-by-search.ts";
import type { NewEvents } from "../runtime/new-events.ts";
import type { Timers } from "../runtime/timers.ts";
import type { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import type { Company } from "../store/records.ts";
import type { EventFilters, Store } from "../store/store.ts";

/** The events that a feed keeps for streams that are a little behind. */
const KEPT = 500;
/** The most older events that are read for one stream at once. */
const BATCH = 50;
/** How long an announcement waits for others, in milliseconds. */
const COALESCED = 10;
/** With many streams it waits longer, for each: to wake a thousand takes tens of milliseconds. */
const COALESCED_PER_STREAM = 0.2;
/** How often a feed looks for the events of other processes, in milliseconds. */
const POLL_INTERVAL = 1_000;
/** The streams that go on in one turn of the event loop. With all of a thousand, others would wait. */
const WOKEN_AT_ONCE = 20;

export type StreamFilters = Pick<EventFilters, "type" | "resourceId" | "requestId">;

interface FeedOptions {
  store: Store;
  newEvents: NewEvents;
  timers: Timers;
  /** The feeds of a process share it. */
  turns: ConcurrencyLimits;
}

/** An event, and its text in a stream. */
interface Frame {
  event: Event;
  text: string;
}

/**
 * The new events of a company, for all its streams in this process. However many there are, each event is read, redacted
 * and serialized once. While a stream waits, the feed reads soon after an announcement, and every second: other
 * processes announce nothing.
 */
export class EventFeed {
  readonly #companyId: string;
  readonly #store: Store;
  readonly #newEvents: NewEvents;
  readonly timers: Timers;
  /** In each turn of the event loop one stream reads older events, or else long histories would keep others waiting. */
  readonly #turns: ConcurrencyLimits;
  /** The company as it was at the last read. Undefined if it was deleted. */
  company: Company | undefined;
  readonly #waiting = new Set<() => void>();
  /** The latest events, as far as they are kept: all that came after the event with the id `#from`. */
  #frames: Frame[] = [];
  #from = 0;
  #lastId: number | undefined;
  /** Whether there may be events that the feed has not read. */
  #isStale = true;
  #reading: Promise<void> | undefined;
  #cancelLook = () => {};
  #looksSoon = false;

  constructor(companyId: string, { store, newEvents, timers, turns }: FeedOptions) {
    this.#companyId = companyId;
    this.#store = store;
    this.#newEvents = newEvents;
    this.timers = timers;
    this.#turns = turns;
  }

  get hasRead(): boolean {
    return this.#lastId !== undefined;
  }

  /** Calls `wake` whenever there are new events, until the function that it returns is called. */
  listen(wake: () => void): () => void {
    if (this.#waiting.size === 0) this.#start();
    this.#waiting.add(wake);
    return () => {
      this.#waiting.delete(wake);
      if (this.#waiting.size === 0) this.#stop();
    };
  }

  /** The text of the matching events after a position, and the position after them. */
  async read(
    position: number,
    filters: StreamFilters,
  ): Promise<{ text: string; position: number }> {
    if (this.#isStale || this.#reading) await this.#update();
    const lastId = this.#lastId ?? 0;
    // A client may have its id from a sandbox in memory that has ended, and whose timeline was longer.
    const after = position > lastId ? 0 : position;
    if (after < this.#from) return this.#readOlder(after, filters);
    const shown = this.#frames.filter(({ event }) => event.id > after && matches(event, filters));
    return { text: shown.map(({ text }) => text).join(""), position: lastId };
  }

  #start(): void {
    this.#isStale = true;
    this.#newEvents.on(this.#companyId, this.#announce);
    this.#lookIn(POLL_INTERVAL);
  }

  #stop(): void {
    this.#newEvents.off(this.#companyId, this.#announce);
    this.#cancelLook();
    this.#looksSoon = false;
  }

  readonly #announce = (): void => {
    this.#isStale = true;
    if (this.#looksSoon) return;
    this.#looksSoon = true;
    this.#lookIn(Math.max(COALESCED, this.#waiting.size * COALESCED_PER_STREAM));
  };

  #lookIn(delay: number): void {
    this.#cancelLook();
    this.#cancelLook = this.timers.after(delay, () => void this.#look());
  }

  async #look(): Promise<void> {
    this.#looksSoon = false;
    this.#isStale = true;
    // The streams read again, and end if the store still fails.
    await this.#update().catch(() => this.#wakeAll());
    if (this.#waiting.size > 0 && !this.#looksSoon) this.#lookIn(POLL_INTERVAL);
  }

  /** Resolves when the feed has read all events that were committed before. */
  #update(): Promise<void> {
    this.#reading ??= this.#readNew().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNew(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#readOnce();
      }
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  async #readOnce(): Promise<void> {
    const known = this.#lastId;
    const { company, events, lastId } = await this.#store.read(this.#companyId, async (data) => {
      const { timeline } = data;
      const [company, lastId] = [await data.company.get(), await timeline.lastId()];
      if (known === undefined || lastId === known) return { company, events: [], lastId };
      const events = await timeline.after(Math.max(known, lastId - KEPT), {}, KEPT);
      return { company, events, lastId };
    });
    const mayEnd = company?.keyRotations !== this.company?.keyRotations || !company;
    this.company = company;
    if (mayEnd) void this.#wakeAll();
    this.#lastId = lastId;
    if (known === undefined) this.#from = lastId;
    if (known === undefined || lastId === known) return;
    const frames = redactShown(events).map((event) => ({ event, text: frame(event) }));
    this.#frames = [...this.#frames, ...frames].slice(-KEPT);
    this.#from = Math.max(this.#from, lastId - KEPT);
    void this.#wakeAll();
  }

  async #wakeAll(): Promise<void> {
    for (const [index, wake] of [...this.#waiting].entries()) {
      if (index % WOKEN_AT_ONCE === WOKEN_AT_ONCE - 1) await this.timers.nextTurn();
      wake();
    }
  }

  /** What the feed no longer keeps, or never had: the history of a stream that begins in the past. */
  async #readOlder(
    after: number,
    filters: StreamFilters,
  ): Promise<{ text: string; position: number }> {
    await this.#turns.run("", this.timers.nextTurn);
    return this.#store.read(this.#companyId, async ({ timeline }) => {
      const lastId = await timeline.lastId();
      const events = await timeline.after(after, filters, BATCH);
      const last = events.length === BATCH ? events.at(-1) : undefined;
      return { text: redactShown(events).map(frame).join(""), position: last?.id ?? lastId };
    });
  }
}

function matches(event: Event, { type, resourceId, requestId }: StreamFilters): boolean {
  return (
    (type === undefined || event.type === type) &&
    (resourceId === undefined || event.resource?.id === resourceId) &&
    (requestId === undefined || event.cause.requestId === requestId)
  );
}

function frame(event: Event): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
