import type { Timers } from "../../src/sandbox/runtime/timers.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { currentOwner, type Simulation } from "./simulation.ts";

/** The timers of Node, for the driver of the tests. */
const real = { ...nodeTimers };

/** Gives the code of simulated processes timers of their simulation. Everything else gets the real ones. */
export function simulateTimers(): void {
  const simulated: Pick<Timers, "after" | "sleep" | "nextTurn"> = {
    after(milliseconds, callback) {
      const simulation = currentOwner()?.simulation;
      if (!simulation) return real.after(milliseconds, callback);
      const timer = simulation.startTimer(callback, milliseconds);
      return () => simulation.stopTimer(timer);
    },
    async sleep(milliseconds, signal) {
      const simulation = currentOwner()?.simulation;
      if (!simulation) return real.sleep(milliseconds, signal);
      if (signal?.aborted) return;
      if (milliseconds === 0) return void (await simulation.turn("immediate"));
      await new Promise<void>((resolve) => {
        const timer = simulation.startTimer(resolve, milliseconds);
        signal?.addEventListener("abort", () => {
          simulation.stopTimer(timer);
          resolve();
        });
      });
    },
    async nextTurn() {
      const simulation = currentOwner()?.simulation;
      if (simulation) await simulation.turn("immediate");
      else await real.nextTurn();
    },
  };
  Object.assign(nodeTimers, simulated);
}

/** The timers of a simulated process, with the time of its simulation. */
export function simulatedTimers(simulation: Simulation): Timers {
  return { ...nodeTimers, systemTime: () => simulation.now };
}
