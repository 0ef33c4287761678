import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../handler-types.ts";

export const snapshots: Handlers<Pick<operations, "snapshots.create" | "snapshots.restore">> = {
  async "snapshots.create"() {
    throw new Error("not yet");
  },
  async "snapshots.restore"() {
    throw new Error("not yet");
  },
};
