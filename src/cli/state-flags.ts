import { CommandError, type FlagValuesOf } from "./define-command.ts";
import type { Connection } from "./sandbox-connection.ts";
import { connectionFlags, isNotEmpty } from "./shared-flags.ts";

/** The flags of the commands for state files: of one company, or of the operator. */
export const stateFlags = {
  ...connectionFlags,
  all: { help: "all companies, as the operator of the sandbox" },
  "operator-key": {
    value: "KEY",
    help: "the key of the sandbox's operator, for --all",
    variable: "CENTAVO_SANDBOX_OPERATOR_KEY",
    isSecret: true as const,
    accepts: isNotEmpty,
  },
};

/** The headers with which a request is the operator's, or that of the company of the keys. */
export async function stateHeaders(
  { all, "operator-key": operatorKey }: FlagValuesOf<typeof stateFlags>,
  { token }: Connection,
): Promise<Record<string, string>> {
  if (!all) return { authorization: `Bearer ${await token()}` };
  return operatorKey === undefined ? {} : { "x-operator-key": operatorKey };
}

/** Why a sandbox refuses a file, in one line. */
export async function refusalOf(response: Response): Promise<CommandError> {
  const envelope = await response.json().catch(() => undefined);
  const { message } = envelope?.data ?? {};
  const problem = `${message ?? `status ${response.status}`}`
    .replace("?replace=true", "--replace")
    .replace(/\.$/, "");
  return new CommandError(`the sandbox refuses this: ${problem}`);
}
