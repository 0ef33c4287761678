import { readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

// Runs inside a sandbox that a test has started with --import and an IPC channel, before the sandbox.

/** What a process holds. */
export interface Measured {
  /** Bytes that are in use once the garbage is collected, buffers included. */
  heap: number;
  /** Bytes that the system has given it. */
  resident: number;
  /** Files, sockets and pipes that are open. */
  descriptors: number;
}

const collect = (globalThis as { gc?: () => void }).gc;

process.on("message", async () => {
  // What held a socket or a buffer is collected first, and a while later what it held.
  for (let time = 0; time < 3; time++) {
    collect?.();
    await setTimeout(100);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const measured: Measured = {
    heap: heapUsed + external,
    resident: rss,
    descriptors: readdirSync("/dev/fd").length,
  };
  process.send?.(measured);
});

// Nothing of this may keep the sandbox from ending.
process.channel?.unref();
