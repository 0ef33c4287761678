import { readFileSync } from "node:fs";
import { sep } from "node:path";

/** A bug that the interleavings have to find: what to replace in a file of `src`, and how the failure is told. */
export interface PlantedBug {
  breaks: RegExp;
  file: string;
  right: string;
  wrong: string;
}

export const plantedBugs: Record<string, PlantedBug> = {
  "a commit is tried again although it may have been made": {
    breaks: /was created twice|ran twice|with \d+ twice/,
    file: "sandbox-node/store/postgres/transactions.ts",
    right: "lostCommit && !(await this.#wasCommitted(transaction, commitId))",
    wrong: "lostCommit",
  },
  "a commit counts as made although its connection was lost": {
    breaks: /without a committed claim|is not there|exists 0 times|the clock shows/,
    file: "sandbox-node/store/postgres/transactions.ts",
    right: "lostCommit && !(await this.#wasCommitted(transaction, commitId))",
    wrong: "false",
  },
  "a job stays in the queue after it ran": {
    breaks: /ran twice/,
    file: "sandbox/store/memory/memory-job-queue.ts",
    right: "this.#delete(item);\n    return item.job;",
    wrong: "return item.job;",
  },
  "whoever asks for the events after one misses the next": {
    breaks: /a reader sees event/,
    file: "sandbox/handlers/control/events.ts",
    right: "...filters } = query;\n    const span",
    wrong: "...filters } = { ...query, after: query.after && query.after + 1 };\n    const span",
  },
  "a lease begins before the company is locked": {
    breaks: /has waited/,
    file: "sandbox/scheduler/company-worker.ts",
    right: `return unitOfWork.runDueWork(this.#companyId, (context, jobs) => {
      // Not before: a lease that has waited for the company may end during its attempt.
      const from = systemTime();`,
    wrong: `const from = systemTime();
    return unitOfWork.runDueWork(this.#companyId, (context, jobs) => {`,
  },
  "a transaction begins before it is known what the one before has logged": {
    breaks: /the timeline has .* twice/,
    file: "sandbox/request-log/request-log.ts",
    right: "return this.#turns.run(companyId, () => this.#storeBefore(companyId, work));",
    wrong: "return this.#storeBefore(companyId, work);",
  },
  "an attempt is recorded without its lease": {
    breaks: /without the lease of its postback/,
    file: "sandbox/postbacks/outbox.ts",
    right: "if (!(await releaseClaim(context, claimed))) return false;",
    wrong: "await releaseClaim(context, claimed);",
  },
  "the sandbox delivers in the turn of a listener": {
    breaks: /in the listener's turn/,
    file: "sandbox/postbacks/outbox.ts",
    right: "types = typesWithoutListener(context)",
    wrong: 'types: readonly ("payment" | "withdrawal")[] = ["payment", "withdrawal"]',
  },
  "an advance ends when the report of a listener is lost": {
    breaks: /the clock shows/,
    file: "sandbox/scheduler/order-of-due-work.ts",
    right: "hasMore: hasMore || mayMoveOn",
    wrong: "hasMore",
  },
  "a read does not wait for due jobs": {
    breaks: /pending after its end/,
    file: "sandbox/unit-of-work.ts",
    right: "mustWait && (await hasDueJobs(context))",
    wrong: "mustWait && context === undefined",
  },
};

/** For Vite: plants the bug that `PLANT` names, if it names one. */
export function plantBug(name = process.env.PLANT, bugs = plantedBugs) {
  const bug = name === undefined ? undefined : bugs[name];
  return {
    name: "plant-bug",
    load(id: string) {
      const path = id.replaceAll(sep, "/");
      if (!bug || !path.endsWith(`/src/${bug.file}`)) return undefined;
      const text = readFileSync(path, "utf8");
      if (!text.includes(bug.right)) throw new Error(`${bug.file} no longer has: ${bug.right}`);
      return text.replace(bug.right, () => bug.wrong);
    },
  };
}
