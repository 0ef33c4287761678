import { ConcurrencyLimits } from "../../../src/sandbox/store/concurrency-limits.ts";
import { openMemoryStore } from "../../../src/sandbox/store/memory/memory-store.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { openSqliteStore } from "../../../src/sandbox-node/store/sqlite/sqlite-store.ts";

/**
 * Replaces the sandbox's `openStore` for the engine `strict`. The store takes its callers at their word: it
 * runs each transaction twice, and undoes the first run; it freezes all that it gets and returns.
 */
export async function openStore(address: string | undefined): Promise<Store> {
  const store =
    address === undefined ? openMemoryStore(nodeTimers.nextTurn) : openSqliteStore(address);
  const turns = new ConcurrencyLimits(1);
  return {
    transaction: (companyId, work) =>
      turns.run(companyId, () =>
        twice((run) => store.transaction(companyId, (data) => run(() => work(freezing(data))))),
      ),
    read: (companyId, work) =>
      turns.run(companyId, () => store.read(companyId, (data) => work(freezing(data)))),
    sharedTransaction: (work) =>
      turns.run("", () =>
        twice((run) => store.sharedTransaction((data) => run(() => work(freezing(data))))),
      ),
    copyCompany: (companyId) => store.copyCompany(companyId),
    stageData: (companyId) => store.stageData(companyId),
    sharedRead: (work) => turns.run("", () => store.sharedRead((data) => work(freezing(data)))),
    close: () => store.close(),
  };
}

class Undo extends Error {}

/** Runs a transaction twice. The first run is undone, whether it succeeds or fails. */
async function twice<Result>(
  transaction: (run: (work: () => Promise<Result>) => Promise<Result>) => Promise<Result>,
): Promise<Result> {
  await transaction(async (work) => {
    await work();
    throw new Undo();
  }).catch(() => {});
  return transaction((work) => work());
}

/** The same object, whose methods freeze their arguments and results, at any depth. */
function freezing<Value extends object>(value: Value): Value {
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member === "function") {
        return (...args: unknown[]) => {
          const result = member.apply(target, args.map(deepFreeze));
          return result instanceof Promise ? result.then(deepFreeze) : result;
        };
      }
      return typeof member === "object" && member !== null ? freezing(member) : member;
    },
  });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
}
