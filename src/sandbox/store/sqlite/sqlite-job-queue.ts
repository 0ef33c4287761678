import { parseJob } from "../parse-record.ts";
import type { Job } from "../records.ts";
import type { JobQueue } from "../store.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

export function jobQueueOf(database: PreparedStatements, company: string): JobQueue {
  return {
    async add(jobs) {
      for (const job of jobs) {
        database.run(
          "INSERT INTO jobs (company, due, record) VALUES (?, ?, ?)",
          ...[company, job.dueAt, JSON.stringify(job)],
        );
      }
    },
    nextDueAt: async () =>
      database.one<{ due: number }>(
        "SELECT due FROM jobs WHERE company = ? ORDER BY due, sequence LIMIT 1",
        company,
      )?.due,
    takeDue: async (until) => {
      const row = database.one<{ record: string }>(
        `DELETE FROM jobs WHERE sequence = (SELECT sequence FROM jobs WHERE company = ? AND due <= ?
         ORDER BY due, sequence LIMIT 1) RETURNING record`,
        ...[company, until],
      );
      return row && parseJob(row);
    },
    all: async (): Promise<Job[]> =>
      database
        .all<{ record: string }>(
          "SELECT record FROM jobs WHERE company = ? ORDER BY due, sequence",
          company,
        )
        .map(parseJob),
  };
}
