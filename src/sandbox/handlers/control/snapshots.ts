import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { createSnapshot, restoreSnapshot } from "../../services/snapshots.ts";
import type { Handlers } from "../handler-types.ts";

export const snapshots: Handlers<Pick<operations, "snapshots.create" | "snapshots.restore">> = {
  async "snapshots.create"(context) {
    return { data: await createSnapshot(context) };
  },

  async "snapshots.restore"(context, { path: { snapshotId } }) {
    await restoreSnapshot(context, snapshotId);
    return { data: { snapshotId } };
  },
};
