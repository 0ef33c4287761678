import type { operations } from "../../../../generated/sandbox-control-types.ts";
import { readVersion } from "../../../contract/read-bundled-contract.ts";
import type { PublicHandlers } from "../handler-types.ts";

export const health: PublicHandlers<Pick<operations, "health.get">> = {
  async "health.get"() {
    return { data: { status: "ok", version: readVersion() } };
  },
};
