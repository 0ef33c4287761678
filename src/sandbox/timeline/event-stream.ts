import type { EventEmitter } from "node:events";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { redactShown } from "../../http-server/redact-text.ts";
import type { EventFilters, Store } from "../store/store.ts";

/** The most events that are read, and held in memory, at once. */
const BATCH = 50;
/** How often a stream looks for new events that nobody announced, in milliseconds. */
const POLL_INTERVAL = 1_000;
/** After this time without an event, in milliseconds, a comment shows whether the client still exists. */
const KEEP_ALIVE = 15_000;
const COMMENT: IteratorResult<string> = { value: ": no new events\n\n", done: false };
const END: IteratorResult<string> = { value: undefined, done: true };

/** Where a stream gets its events: the store, and the announcements that a company has new ones. */
export interface EventSource {
  /** Whether the client may still read. The stream ends when it may not. By default it always may. */
  mayRead?: () => boolean;
  store: Store;
  /** Emits the id of a company after its new events were committed. */
  newEvents: EventEmitter;
}

export interface EventStreamOptions {
  companyId: string;
  /** The stream begins after the event with this id. */
  after: number;
  filters: Pick<EventFilters, "type" | "resourceId" | "requestId">;
}

/**
 * The events of a company as Server-Sent Events: first the kept ones, then each new one. It reads the
 * store only when the reader asks for more, and listens only while the reader waits.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #source: EventSource;
  readonly #options: EventStreamOptions;
  /** The id of the last event that the stream has read, whether or not the filters match it. */
  #position: number;
  #hasEnded = false;
  #wake = () => {};

  constructor(source: EventSource, options: EventStreamOptions) {
    this.#source = source;
    this.#options = options;
    this.#position = options.after;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Resolves to the next events, or to a comment if there are none for a while. */
  async next(): Promise<IteratorResult<string>> {
    const { newEvents } = this.#source;
    const { companyId } = this.#options;
    let isStale = true;
    let isSilent = false;
    const wake = () => {
      isStale = true;
      this.#wake();
    };
    const keepAlive = setTimeout(() => {
      isSilent = true;
      this.#wake();
    }, KEEP_ALIVE).unref();
    // Listens before it reads, so that it misses no event in between.
    newEvents.on(companyId, wake);
    try {
      while (this.#isOpen()) {
        isStale = false;
        const events = await this.#read();
        if (!this.#isOpen()) break;
        if (events.length > 0) return { value: events.map(frame).join(""), done: false };
        if (isSilent) return COMMENT;
        if (!isStale) await this.#wait();
      }
      return END;
    } finally {
      newEvents.off(companyId, wake);
      clearTimeout(keepAlive);
    }
  }

  /** Ends the stream, and a pending `next`, at once. */
  async return(): Promise<IteratorResult<string>> {
    this.#hasEnded = true;
    this.#wake();
    return END;
  }

  #isOpen(): boolean {
    this.#hasEnded ||= this.#source.mayRead?.() === false;
    return !this.#hasEnded;
  }

  /** Resolves when it is time to read again. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Reads the next events that match. There are none if nothing new happened. */
  async #read(): Promise<Event[]> {
    const { companyId, filters } = this.#options;
    const { events, position } = await this.#source.store.read(companyId, async ({ timeline }) => {
      const lastId = await timeline.lastId();
      // A client may have its id from a sandbox in memory that has ended, and whose timeline was longer.
      const after = this.#position > lastId ? 0 : this.#position;
      const events = await timeline.after(after, filters, BATCH);
      const last = events.length === BATCH ? events.at(-1) : undefined;
      return { events, position: last?.id ?? lastId };
    });
    this.#position = position;
    return redactShown(events);
  }
}

function frame(event: Event): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
