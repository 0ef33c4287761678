import { CommandError, type FlagValuesOf } from "./define-command.ts";
import type { Connection } from "./sandbox-connection.ts";
import { connectionFlags, isNotEmpty } from "./shared-flags.ts";

/** The flags of the commands for state files: of one company, or of the operator. */
export const stateFlags = {
  all: { help: "all companies, as the operator of the sandbox" },
  "operator-key": {
    value: "KEY",
    help: "the key of the sandbox's operator, for --all",
    variable: "CENTAVO_SANDBOX_OPERATOR_KEY",
    isSecret: true as const,
    accepts: isNotEmpty,
  },
  ...connectionFlags,
};

/**
 * Asks for a state file or sends one, as the operator or as the company of the keys. The clients cannot: they read and write
 * JSON. @throws {CommandError} if the sandbox refuses it.
 */
export async function requestState(
  { all, "operator-key": operatorKey = "" }: FlagValuesOf<typeof stateFlags>,
  { url, keys, centavo }: Connection,
  query: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (all) headers.set("x-operator-key", operatorKey);
  else {
    const { data } = await centavo.auth.createToken(keys);
    headers.set("authorization", `Bearer ${data.access_token}`);
  }
  const response = await fetch(`${url}/_sandbox/state${query}`, { ...init, headers });
  if (response.ok) return response;
  const envelope = await response.json().catch(() => undefined);
  const problem = `${envelope?.data?.message ?? `status ${response.status}`}`
    .replace("?replace=true", "--replace")
    .replace(/\.$/, "");
  throw new CommandError(`the sandbox refuses this: ${problem}`);
}
