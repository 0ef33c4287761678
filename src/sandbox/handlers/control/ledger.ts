import type { operations } from "../../../../generated/sandbox-control-types.ts";
import type { Handlers } from "../handler-types.ts";

export const ledger: Handlers<
  Pick<
    operations,
    "ledger.listAccounts" | "ledger.listEntries" | "ledger.getStatement" | "payments.getDetails"
  >
> = {
  async "ledger.listAccounts"() {
    throw new Error("not yet");
  },
  async "ledger.listEntries"() {
    throw new Error("not yet");
  },
  async "ledger.getStatement"() {
    throw new Error("not yet");
  },
  async "payments.getDetails"() {
    throw new Error("not yet");
  },
};
