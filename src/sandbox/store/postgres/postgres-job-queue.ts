import { parseJob } from "../parse-record.ts";
import type { JobQueue } from "../store.ts";
import { nextSequence } from "./schema.ts";
import type { Session } from "./session.ts";

type JobRow = { record: string };

const FIRST = "WHERE company = $1 ORDER BY due, sequence LIMIT 1";

export function jobQueueOf(session: Session, company: string): JobQueue {
  return {
    async add(jobs) {
      await session.run(
        `INSERT INTO centavo.jobs (company, sequence, due, record)
         SELECT $1, ${nextSequence("centavo.jobs")} + place, due, record
         FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS job (due, record, place)`,
        ...[company, jobs.map(({ dueAt }) => dueAt), jobs.map((job) => JSON.stringify(job))],
      );
    },
    async nextDueAt() {
      return (await session.one<{ due: number }>(`SELECT due FROM centavo.jobs ${FIRST}`, company))
        ?.due;
    },
    async takeDue(until) {
      const row = await session.one<JobRow>(
        `WITH first AS (SELECT sequence, due FROM centavo.jobs ${FIRST})
         DELETE FROM centavo.jobs USING first
         WHERE jobs.company = $1 AND jobs.sequence = first.sequence AND first.due <= $2 RETURNING record`,
        ...[company, until],
      );
      return row && parseJob(row);
    },
    async all() {
      const sql = "SELECT record FROM centavo.jobs WHERE company = $1 ORDER BY due, sequence";
      return (await session.all<JobRow>(sql, company)).map(parseJob);
    },
  };
}
