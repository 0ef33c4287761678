/** How the sandbox waits, and reads the time. Nothing else in it does either. */
export interface Timers {
  /** Milliseconds since 1970. */
  systemTime(): number;
  /** Milliseconds since any point, to measure durations: this time never jumps. */
  monotonicTime(): number;
  /** Calls back after some milliseconds, unless the function that it returns is called before. On Node, it keeps no process alive. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Resolves after some milliseconds, or when the signal aborts. Whoever waits keeps the process alive. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in a later turn of the event loop, so that other work gets its turn. */
  nextTurn(): Promise<void>;
}

// Taken when the module loads: a test may replace the global functions by fake ones that stand still.
const { setTimeout, clearTimeout, MessageChannel } = globalThis;
const monotonicTime = performance.now.bind(performance);

/** The timers of every platform. */
export const webTimers: Timers = {
  // Not taken: whoever sets the system time of a test wants clocks to follow.
  systemTime: () => Date.now(),
  monotonicTime,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener("abort", end);
    }),
  // Browsers delay a nested timer by four milliseconds, but no message.
  nextTurn: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    }),
};
