import { performance } from "node:perf_hooks";
import type { Reading } from "../sandbox/metrics/metrics.ts";

/** What any process has, by the names that Prometheus' own clients use where they have one. */
export const processMetrics: Reading[] = [
  {
    name: "process_resident_memory_bytes",
    help: "The memory of the process.",
    read: () => process.memoryUsage.rss(),
  },
  {
    name: "process_cpu_seconds_total",
    help: "The processor time of the process.",
    type: "counter",
    read() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  },
  {
    // A timer that measures the delay would wake an idle process. If this grows by a second each second, requests wait.
    name: "process_event_loop_busy_seconds_total",
    help: "How long the event loop was busy.",
    type: "counter",
    read: () => performance.eventLoopUtilization().active / 1000,
  },
];
