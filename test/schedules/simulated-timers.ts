import * as real from "node:timers/promises";
import { currentOwner, type Timer } from "./simulation.ts";

/** What `setTimeout` returns. */
class Handle {
  readonly timer: Timer;

  constructor(timer: Timer) {
    this.timer = timer;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

/** Timers of the code of a simulated process. Everything else gets the real ones. */
export function simulateTimers(): void {
  Object.assign(globalThis, {
    setTimeout(fire: () => void, delay = 0, ...rest: unknown[]) {
      const owner = currentOwner();
      if (!owner) return realSetTimeout(fire, delay, ...rest);
      return new Handle(owner.simulation.startTimer(fire, delay));
    },
    clearTimeout(handle: unknown) {
      if (!(handle instanceof Handle)) return realClearTimeout(handle as NodeJS.Timeout);
      handle.timer.owner?.simulation.stopTimer(handle.timer);
    },
  });
}

const aborted = () => new DOMException("The operation was aborted", "AbortError");

/** In place of `node:timers/promises`. */
export const timersPromises = {
  async setImmediate() {
    const owner = currentOwner();
    if (owner) await owner.simulation.turn("immediate");
    else await real.setImmediate();
  },
  setTimeout(delay = 0, value?: unknown, options: { signal?: AbortSignal } = {}) {
    const owner = currentOwner();
    if (!owner) return real.setTimeout(delay, value, options);
    const { simulation } = owner;
    if (options.signal?.aborted) return Promise.reject(aborted());
    if (delay === 0) return simulation.turn("immediate").then(() => value);
    return new Promise((resolve, reject) => {
      const timer = simulation.startTimer(() => resolve(value), delay);
      options.signal?.addEventListener("abort", () => {
        simulation.stopTimer(timer);
        reject(aborted());
      });
    });
  },
};
