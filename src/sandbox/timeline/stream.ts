import type { EventFeed, StreamFilters } from "./feed.ts";

/** After this time without an event, in milliseconds, a comment shows whether the client still exists. */
const KEEP_ALIVE = 15_000;
const COMMENT: IteratorResult<string> = { value: ": no new events\n\n", done: false };
const END: IteratorResult<string> = { value: undefined, done: true };

interface EventStreamOptions {
  /** The stream begins after the event with this id. */
  after: number;
  filters: StreamFilters;
  /** Whether the client may still read. The stream ends when it may not. By default it always may. */
  mayRead?: (() => boolean) | undefined;
}

/**
 * The events of a company as Server-Sent Events: first the kept ones, then each new one. It asks the feed only when the
 * reader asks for more, and listens only while the reader waits.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #feed: EventFeed;
  readonly #options: EventStreamOptions;
  /** The id of the last event that the stream has read, whether or not the filters match it. */
  #position: number;
  #hasEnded = false;
  #wake = () => {};

  constructor(feed: EventFeed, options: EventStreamOptions) {
    this.#feed = feed;
    this.#options = options;
    this.#position = options.after;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Resolves to the next events, or to a comment if there are none for a while. */
  async next(): Promise<IteratorResult<string>> {
    let isStale = true;
    let isSilent = false;
    const cancelKeepAlive = this.#feed.timers.after(KEEP_ALIVE, () => {
      isSilent = true;
      this.#wake();
    });
    // Listens before it reads, so that it misses no event in between.
    const stopListening = this.#feed.listen(() => {
      isStale = true;
      this.#wake();
    });
    try {
      while (this.#isOpen()) {
        isStale = false;
        const text = await this.#read();
        if (!this.#isOpen()) break;
        if (text !== "") return { value: text, done: false };
        if (isSilent) return COMMENT;
        if (!isStale) await this.#wait();
      }
      return END;
    } finally {
      stopListening();
      cancelKeepAlive();
    }
  }

  /** Ends the stream, and a pending `next`, at once. */
  async return(): Promise<IteratorResult<string>> {
    this.#hasEnded = true;
    this.#wake();
    return END;
  }

  #isOpen(): boolean {
    this.#hasEnded ||= this.#options.mayRead?.() === false;
    return !this.#hasEnded;
  }

  /** Resolves when it is time to read again. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** The next events that match. The text is empty if nothing new happened. */
  async #read(): Promise<string> {
    const { text, position } = await this.#feed.read(this.#position, this.#options.filters);
    this.#position = position;
    return text;
  }
}
