import { DocumentedError, limitHeader } from "../errors.ts";
import type { NewEvents } from "../runtime/new-events.ts";
import type { Timers } from "../runtime/timers.ts";
import { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import type { Store } from "../store/store.ts";
import { EventFeed } from "./feed.ts";

/** How many streams of a company may be open in a process. Each has a connection of its own. */
const MAX_STREAMS = 1_000;

interface OpenStreamsOfCompany {
  feed: EventFeed;
  count: number;
}

interface OpenStreamsOptions {
  store: Store;
  newEvents: NewEvents;
  timers: Timers;
  maxStreams?: number | undefined;
}

/** The open streams of events in this process. Those of a company share a feed. */
export class OpenStreams {
  readonly #byCompany = new Map<string, OpenStreamsOfCompany>();
  readonly #store: Store;
  readonly #newEvents: NewEvents;
  readonly #timers: Timers;
  readonly #max: number;
  readonly #turns = new ConcurrencyLimits(1);

  constructor({ store, newEvents, timers, maxStreams = MAX_STREAMS }: OpenStreamsOptions) {
    this.#timers = timers;
    this.#store = store;
    this.#newEvents = newEvents;
    this.#max = maxStreams;
  }

  /** How many are open. */
  get count(): number {
    return [...this.#byCompany.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Opens a stream on the feed of a company. It counts as open until it ends.
   * @throws {DocumentedError} if the company has too many.
   */
  open(
    companyId: string,
    openStream: (feed: EventFeed) => AsyncIterableIterator<string>,
  ): AsyncIterableIterator<string> {
    const streams = this.#byCompany.get(companyId) ?? {
      feed: new EventFeed(companyId, {
        store: this.#store,
        newEvents: this.#newEvents,
        timers: this.#timers,
        turns: this.#turns,
      }),
      count: 0,
    };
    if (streams.count >= this.#max)
      throw new DocumentedError("TooManyStreams", "", limitHeader("streams"));
    this.#byCompany.set(companyId, streams);
    streams.count += 1;
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      streams.count -= 1;
      if (streams.count === 0) this.#byCompany.delete(companyId);
    };
    const stream = openStream(streams.feed);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      async next() {
        try {
          const result = await stream.next();
          if (result.done) end();
          return result;
        } catch (error) {
          end();
          throw error;
        }
      },
      async return() {
        end();
        return (await stream.return?.()) ?? { value: undefined, done: true };
      },
    };
  }
}
