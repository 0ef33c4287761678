import type { Store } from "../store/store.ts";
import { StoreError } from "../store/store-error.ts";
import type { Reading } from "./metrics.ts";

/** What a process knows of its store. They are also for the time when the database is away. */
export function storeMetrics(store: Store): Reading[] {
  return [
    {
      name: "centavo_companies",
      help: "The companies of the sandbox.",
      async read() {
        const page = store.sharedRead(({ companies }) => companies.page({ page: 1, limit: 1 }));
        return page.then(({ total }) => total, unlessUnavailable);
      },
    },
    {
      name: "centavo_database_connections",
      help: "The connections of this process to its database.",
      read() {
        const connections = store.connections?.();
        if (!connections) return undefined;
        const { idle, busy } = connections;
        return { label: "state", values: { idle, busy } };
      },
    },
    {
      name: "centavo_database_connections_max",
      help: "The most connections that this process opens to its database.",
      read: () => store.connections?.().max,
    },
    {
      name: "centavo_database_waiting",
      help: "What waits for a connection to the database.",
      read: () => store.connections?.().waiting,
    },
  ];
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreError)) throw error;
}
