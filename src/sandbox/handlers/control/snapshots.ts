import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../../requests/handler-types.ts";
import { createSnapshot, restoreSnapshot } from "../../services/snapshots.ts";

type SnapshotOperations = Pick<
  operations,
  "snapshots.list" | "snapshots.create" | "snapshots.restore"
>;

export const snapshots: Handlers<SnapshotOperations> = {
  async "snapshots.list"({ data }) {
    return { data: await data.snapshots.list() };
  },

  async "snapshots.create"(context) {
    return { data: await createSnapshot(context) };
  },

  async "snapshots.restore"(context, { path: { snapshotId } }) {
    await restoreSnapshot(context, snapshotId);
    return { data: { snapshotId } };
  },
};
