import { DocumentedError } from "../errors.ts";

/**
 * How many streams of a company may be open in a process. Each reads, masks and serializes every event for itself: with
 * 1,000 of them on one busy company, a read of another company took a hundred times as long.
 */
export const MAX_STREAMS = 100;

/** Counts the open streams of events in this process, by company. */
export class OpenStreams {
  readonly #counts = new Map<string, number>();

  /**
   * The same stream, which counts as open until it ends.
   * @throws {DocumentedError} if the company has too many.
   */
  add(companyId: string, stream: AsyncIterableIterator<string>): AsyncIterableIterator<string> {
    if (this.#countOf(companyId) >= MAX_STREAMS) throw new DocumentedError("TooManyStreams");
    this.#change(companyId, 1);
    let isOpen = true;
    const end = () => {
      if (isOpen) this.#change(companyId, -1);
      isOpen = false;
    };
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

  #countOf(companyId: string): number {
    return this.#counts.get(companyId) ?? 0;
  }

  #change(companyId: string, by: 1 | -1): void {
    const count = this.#countOf(companyId) + by;
    if (count === 0) this.#counts.delete(companyId);
    else this.#counts.set(companyId, count);
  }
}
