import { setImmediate } from "node:timers/promises";
import { type Timers, webTimers } from "../sandbox/runtime/timers.ts";

// Taken when the module loads, as those of all platforms are.
const { setTimeout, clearTimeout } = globalThis;

/** Timers that keep no process alive, and Node's own way to give others their turn. */
export const nodeTimers: Timers = {
  ...webTimers,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  async nextTurn() {
    await setImmediate();
  },
};
