import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { parseSnapshot } from "../parse-record.ts";
import { MAX_SNAPSHOTS, type Snapshots } from "../store.ts";
import { nextSequence } from "./schema.ts";
import type { Session } from "./session.ts";

const ADD = `WITH last AS (SELECT ${nextSequence("centavo.snapshots")} AS sequence),
added AS (
  INSERT INTO centavo.snapshots (company, sequence, id, created_at, record)
  SELECT $1, sequence + 1, $2, $3, $4 FROM last
)
DELETE FROM centavo.snapshots WHERE company = $1 AND sequence <= (SELECT sequence + 1 - ${MAX_SNAPSHOTS} FROM last)`;

export function snapshotsOf(session: Session, company: string): Snapshots {
  return {
    list: () =>
      session.all<Snapshot>(
        `SELECT id AS "snapshotId", created_at AS "createdAt" FROM centavo.snapshots
         WHERE company = $1 ORDER BY sequence DESC`,
        company,
      ),
    async get(id) {
      const sql = "SELECT record FROM centavo.snapshots WHERE company = $1 AND id = $2";
      return parseSnapshot(await session.one(sql, company, id));
    },
    async add({ snapshotId, createdAt }, copy) {
      await session.run(ADD, company, snapshotId, createdAt, JSON.stringify(copy));
    },
  };
}
