import type { Timers } from "../runtime/timers.ts";
import { RequestQuota } from "./request-quota.ts";

/** So much of a file takes about as much work as a request: bytes of one that arrives, characters of one that is sent. */
const WORTH_A_REQUEST = 16_384;

/**
 * How fast the state files of each company go: at the pace of its requests. It is a quota of its own, so that whoever sends a
 * file can go on with requests meanwhile.
 */
export class FilePace {
  readonly #quota: RequestQuota;
  readonly #timers: Timers;
  readonly #closing: AbortSignal;

  /** `closing` ends all waits. */
  constructor(requestsPerSecond: number, timers: Timers, closing: AbortSignal) {
    this.#timers = timers;
    this.#quota = new RequestQuota(requestsPerSecond);
    this.#closing = closing;
  }

  async *of<Piece extends string | Uint8Array>(
    companyId: string,
    pieces: AsyncIterable<Piece>,
  ): AsyncGenerator<Piece, void> {
    // To begin is work too, also for one who reads no further.
    await this.#take(companyId, WORTH_A_REQUEST);
    for await (const piece of pieces) {
      yield piece;
      await this.#take(companyId, piece.length);
    }
  }

  #take(companyId: string, amount: number): Promise<void> {
    const requests = amount / WORTH_A_REQUEST;
    const wait = this.#quota.reserve(companyId, this.#timers.monotonicTime(), requests);
    return this.#timers.sleep(wait, this.#closing);
  }
}
