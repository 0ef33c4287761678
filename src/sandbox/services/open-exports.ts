import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { Timers } from "../runtime/timers.ts";
import { ConcurrencyLimits } from "../store/concurrency-limits.ts";
import type { CompanyCopy, Store } from "../store/store.ts";

/** How long somebody may read a company, in milliseconds: twice as long as an upload may take. */
const LONGEST = 10 * 60_000;

/** Whoever reads an export. */
export interface ExportReader {
  isOperator: boolean;
  /** Its abort breaks off the file, which closes the copy that is being read. */
  breaking: AbortController;
}

interface OpenExport {
  /** Undefined when it has read the company: the rest of its file needs no copy, and nothing breaks it off. */
  reader: ExportReader | undefined;
  /** Resolves when there is no copy any more. */
  closed: Promise<void>;
}

const OF_OPERATOR = "The operator is exporting this company at the moment. Try again later.";
const REPLACED = "Another export of this company has begun, and breaks this one off.";
const TOO_LONG = "The export took longer than the ten minutes that each company has.";

/**
 * The copies that the exports of this process read: one of each company, so that together they take no more space than what
 * they copy. A new export of a company breaks off the one before, so that nobody waits for a reader. None of a company
 * breaks off one of the operator.
 */
export class OpenExports {
  readonly #store: Pick<Store, "copyCompany">;
  readonly #timers: Pick<Timers, "after">;
  readonly #latest = new Map<string, OpenExport>();
  /** A process copies with two connections at most: one for the operator, and one for everybody else. */
  readonly #copying = new ConcurrencyLimits(1);

  constructor({ store, timers }: Pick<PublicContext, "store" | "timers">) {
    this.#store = store;
    this.#timers = timers;
  }

  /**
   * Copies a company for a reader. Undefined if there is none.
   * @throws {HttpError} 409 if the operator is reading the company, or the next reader has come.
   */
  async copy(companyId: string, reader: ExportReader): Promise<CompanyCopy | undefined> {
    const before = this.#latest.get(companyId);
    if (before?.reader?.isOperator && !reader.isOperator) throw new HttpError(409, OF_OPERATOR);
    let end = () => {};
    const closed = new Promise<void>((resolve) => {
      end = resolve;
    });
    const opened: OpenExport = { reader, closed };
    this.#latest.set(companyId, opened);
    const close = () => {
      end();
      if (this.#latest.get(companyId) === opened) this.#latest.delete(companyId);
    };
    try {
      before?.reader?.breaking.abort(new HttpError(409, REPLACED));
      await before?.closed;
      const copy = await this.#copying.run(`${reader.isOperator}`, async () => {
        reader.breaking.signal.throwIfAborted();
        return this.#store.copyCompany(companyId);
      });
      if (copy) return this.#withDeadline(copy, opened, close);
    } catch (error) {
      close();
      throw error;
    }
    close();
    return undefined;
  }

  #withDeadline(copy: CompanyCopy, opened: OpenExport, closed: () => void): CompanyCopy {
    const cancel = this.#timers.after(LONGEST, () =>
      opened.reader?.breaking.abort(new Error(TOO_LONG)),
    );
    return {
      ...copy,
      // The next reader waits.
      async close() {
        cancel();
        opened.reader = undefined;
        void copy.close().finally(closed);
      },
    };
  }
}
