import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { version } from "../../contract-facts/index.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../../requests/handler-types.ts";

export const health: PublicHandlers<Pick<operations, "health.get" | "health.ready">> = {
  async "health.get"() {
    return { data: { status: "ok", version } };
  },

  async "health.ready"({ store, lifecycle }) {
    if (lifecycle.isStopping) throw new DocumentedError("NotReady");
    await store.sharedRead(({ settings }) => settings.get());
    return { data: { status: "ready" } };
  },
};
