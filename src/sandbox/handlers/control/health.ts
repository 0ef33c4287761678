import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { readVersion } from "../../../contract/read-bundled-contract.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../handler-types.ts";

export const health: PublicHandlers<Pick<operations, "health.get" | "health.ready">> = {
  async "health.get"() {
    return { data: { status: "ok", version: readVersion() } };
  },

  async "health.ready"({ store, lifecycle }) {
    if (lifecycle.isStopping) throw new DocumentedError("NotReady");
    await store.sharedRead(({ settings }) => settings.get());
    return { data: { status: "ready" } };
  },
};
