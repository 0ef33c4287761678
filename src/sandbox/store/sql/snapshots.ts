import type { Snapshot } from "../../../../generated/sandbox-control-types.ts";
import { parseSnapshot } from "../parse-record.ts";
import { MAX_SNAPSHOTS, type Snapshots } from "../store.ts";
import type { Session } from "./session.ts";

const ADD = `INSERT INTO centavo.snapshots (company, sequence, id, created_at, record)
SELECT $1, coalesce(max(sequence), 0) + 1, $2, $3, $4 FROM centavo.snapshots WHERE company = $1`;

const DELETE_OLDEST = `DELETE FROM centavo.snapshots WHERE company = $1 AND sequence <= (
  SELECT max(sequence) - ${MAX_SNAPSHOTS} FROM centavo.snapshots WHERE company = $1
)`;

const LIST = `SELECT id AS "snapshotId", created_at AS "createdAt" FROM centavo.snapshots
WHERE company = $1 ORDER BY sequence DESC`;

const GET = "SELECT record FROM centavo.snapshots WHERE company = $1 AND id = $2";

export function snapshotsOf(session: Session, company: string): Snapshots {
  return {
    list: () => session.all<Snapshot>(LIST, company),
    async get(id) {
      const [row] = await session.all<{ record: string }>(GET, company, id);
      return parseSnapshot(row);
    },
    async add({ snapshotId, createdAt }, copy) {
      session.run(ADD, company, snapshotId, createdAt, JSON.stringify(copy));
      session.run(DELETE_OLDEST, company);
    },
  };
}
