import type { Timers } from "../../src/sandbox/runtime/timers.ts";
import type { Simulation } from "./simulation.ts";

/** The timers of a simulated process. */
export function simulatedTimers(simulation: Simulation): Timers {
  return {
    systemTime: () => simulation.now,
    monotonicTime: () => simulation.now,
    after(milliseconds, callback) {
      const timer = simulation.startTimer(callback, milliseconds);
      return () => simulation.stopTimer(timer);
    },
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = simulation.startTimer(resolve, milliseconds);
        signal?.addEventListener("abort", () => {
          simulation.stopTimer(timer);
          resolve();
        });
      }),
    async nextTurn() {
      await simulation.turn("immediate");
    },
  };
}
