import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { type PlantedBug, plantBug, plantedBugs } from "../interleavings/planted-bugs.ts";

const COMMIT_AGAIN = "a commit is tried again although it may have been made";

/** Engines that the checker has to see through, and how it tells of them. */
export const plantedAnomalies: Record<string, PlantedBug> = {
  "a change is based on what an earlier transaction has read": {
    breaks: /^lost update: .*changes of/s,
    file: "sandbox/handlers/control/set-resource-status.ts",
    right: "const record = await getPaymentOrThrow(context, path.paymentId);",
    wrong: `const kept = ((globalThis as any).kept ??= new Map());
    const record = kept.get(path.paymentId) ?? (await getPaymentOrThrow(context, path.paymentId));
    kept.set(path.paymentId, record);`,
  },
  "a read shows what another has read a moment ago": {
    breaks: /^stale read: .*was answered before/s,
    file: "sandbox-node/store/postgres/point-read.ts",
    right: "return (await this.#connection.query(query)).rows;",
    wrong: `const kept = ((globalThis as any).kept ??= new Map());
      const key = JSON.stringify([companyId, hint]);
      if (!kept.has(key)) {
        kept.set(key, (await this.#connection.query(query)).rows);
        setTimeout(() => kept.delete(key), 500);
      }
      return kept.get(key);`,
  },
  [COMMIT_AGAIN]: {
    ...(plantedBugs[COMMIT_AGAIN] as PlantedBug),
    breaks: /^doubled write: ledger has "withdrawal of/,
  },
};

// In a process of the sandbox that imports this file first.
const { PLANTED_ANOMALY } = process.env;
if (PLANTED_ANOMALY !== undefined) {
  const { load } = plantBug(PLANTED_ANOMALY, plantedAnomalies);
  registerHooks({
    load(url, context, next) {
      const source = url.startsWith("file:") ? load(fileURLToPath(url)) : undefined;
      if (source === undefined) return next(url, context);
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
}
