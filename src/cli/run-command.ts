import { AddressError } from "../http-server/server-address.ts";
import { OptionError } from "../sandbox/startup-errors.ts";
import type { StoreError } from "../sandbox/store/store-error.ts";
import {
  CENTAVO,
  type Command,
  type Environment,
  type FlagValues,
  isSecret,
  type Output,
  typedName,
  UnreachableError,
  UsageError,
  variableOf,
} from "./define-command.ts";
import { describeCommand } from "./help.ts";
import { closeOnSignal, onClosedOutput } from "./process-signals.ts";
import { readFlags } from "./read-flags.ts";
import { personAtTerminal } from "./terminal-prompt.ts";

export const terminal: Output = {
  env: process.env,
  stdout: console.log,
  stderr: console.error,
  person: personAtTerminal(),
};

/** Runs a command with these arguments, or prints its help. Returns its exit status, if it has one. A server runs until a signal. */
export async function runCommand(command: Command, args: string[], io: Output) {
  const values = readFlags(command, args, io.env);
  if (values === "help") return void io.stdout(describeCommand(command));
  let isServer = false;
  // Without a reader, a server goes on, and for any other command there is nothing else to do.
  if (io === terminal) onClosedOutput(() => isServer || process.exit(0));
  const server = await withFlagAdvice(command, values, () => command.run(values, io), {}, io.env);
  if (typeof server !== "object") return server;
  isServer = true;
  closeOnSignal(server.close);
  return void io.stdout(server.text);
}

/**
 * Starts a server. If an option makes that impossible, the error names the flag to change, or the variable that its value
 * is from: the flag with the name of the option, or the flag that `flags` has for it.
 * @throws {UsageError} if an option is unusable, or {UnreachableError} if its database does not respond.
 */
export async function withFlagAdvice<Started>(
  command: Command,
  values: FlagValues,
  start: () => Promise<Started>,
  flags: Record<string, string> = {},
  env: Environment = {},
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof AddressError || error instanceof OptionError)) throw error;
    const { option, message } = error;
    const flag = flags[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const own = command.flags[flag];
    const { usage = `${CENTAVO} ${typedName(command)}` } = command;
    const variable = own && variableOf(command, flag);
    const isSet = flag in values;
    const isVariable = own && (isSecret(own) || (isSet && env[`${variable}`] === values[flag]));
    const source = isVariable ? `in ${variable}` : `with ${usage} --${flag}`;
    const usual = `${isSet ? "choose another" : "set one"} ${source}`;
    const { advice = usual } = error instanceof OptionError ? error : {};
    const shown = isVariable ? advice.replace(`--${flag}`, `${variable}`) : advice;
    const isTemporary = (error.cause as StoreError | undefined)?.isTemporary;
    throw new (isTemporary ? UnreachableError : UsageError)(`${message}; ${shown}`);
  }
}
