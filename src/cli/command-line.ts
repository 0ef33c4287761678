import { parseArgs } from "node:util";
import { AddressError } from "../http-server/listen-address.ts";
import { OptionError } from "../sandbox/startup-errors.ts";

/** A command of the CLI, with its flags. */
export interface Command {
  help: string;
  flags: Flags;
  start(values: FlagValues): Promise<RunningServer>;
}

type Flags = Record<string, TextFlag | BooleanFlag>;

interface TextFlag {
  /** The placeholder for the value in the help. */
  value: string;
  /** The default value, if there is one. */
  fallback?: string;
  help: string;
  /** The environment variable. By default, its name consists of the command's and the flag's names. */
  variable?: string;
  accepts(text: string): boolean;
}

/** A flag without a value. */
interface BooleanFlag {
  help: string;
  variable?: string;
}

/** The flags that are set, and their values. */
type FlagValues = Record<string, string | boolean>;

/** The server that a command has started. A signal stops it. */
export interface RunningServer {
  /** Printed after the start: the URL, and how to use it. */
  text: string;
  close(): Promise<void>;
}

/** The flag values of a command by name. A flag without a fallback may be missing. */
export type FlagValuesOf<Own extends Flags> = {
  [Name in keyof Own as Own[Name] extends { fallback: string } ? Name : never]: string;
} & {
  [Name in keyof Own as Own[Name] extends { fallback: string } ? never : Name]?: Own[Name] extends {
    value: string;
  }
    ? string
    : boolean;
};

interface CommandOf<Own extends Flags> {
  help: string;
  flags: Own;
  start(values: FlagValuesOf<Own>): Promise<RunningServer>;
}

/** Defines a command whose `start` gets its flags with their types. */
export function command<Own extends Flags>(definition: CommandOf<Own>): Command {
  return definition as unknown as Command;
}

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** The user has called the command with invalid arguments. */
export class UsageError extends Error {}

/** Reads the flags of a command from its arguments and the environment. @throws {UsageError} */
export function readFlags(
  name: string,
  { flags }: Command,
  args: string[],
  env: Environment = process.env,
): FlagValues | "help" {
  const parsed = parse(flags, args);
  if (parsed.help) return "help";
  const values = Object.entries(flags).map(([flagName, flag]) => {
    const variable = flag.variable ?? variableFor(name, flagName);
    const sources: Source[] = [
      [`--${flagName}`, parsed[flagName]],
      // An empty variable counts as not set.
      [variable, env[variable] || undefined],
    ];
    return [flagName, isBoolean(flag) ? readBoolean(sources) : readText(flag, sources)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FlagValues;
}

function parse(flags: Flags, args: string[]): Record<string, unknown> {
  const own = Object.entries(flags).map(
    ([name, flag]) => [name, { type: isBoolean(flag) ? "boolean" : "string" }] as const,
  );
  try {
    const options = { ...Object.fromEntries(own), help: { type: "boolean" } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    // The rest of the message explains how Node parses arguments.
    throw new UsageError((error as Error).message.split(/\.\s/)[0]);
  }
}

type Source = [name: string, value: unknown];

/** The first source with a value wins. An error never shows the value, which may be a secret. */
function readText({ fallback, help, accepts }: TextFlag, sources: Source[]): string | undefined {
  const [source, value] = sources.find(([, value]) => value !== undefined) ?? ["", fallback];
  if (value === undefined) return undefined;
  if (accepts(`${value}`)) return `${value}`;
  throw new UsageError(`invalid ${source}: expected ${help}`);
}

function readBoolean(sources: Source[]): boolean {
  const [source, value = false] = sources.find(([, value]) => value !== undefined) ?? [];
  if (/^(1|true)$/i.test(`${value}`)) return true;
  if (/^(0|false)$/i.test(`${value}`)) return false;
  throw new UsageError(`invalid ${source}: expected true or false`);
}

function isBoolean(flag: TextFlag | BooleanFlag): flag is BooleanFlag {
  return !("value" in flag);
}

/**
 * Starts a server. If an option makes that impossible, the error names the flag to change: the flag
 * with the name of the option, or the flag that `flags` has for it.
 * @throws {UsageError} if an option is unusable.
 */
export async function withFlagAdvice<Started>(
  values: FlagValues,
  start: () => Promise<Started>,
  flags: Record<string, string> = {},
): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof AddressError || error instanceof OptionError)) throw error;
    const { option, message } = error;
    const flag = flags[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const usual = `${flag in values ? "choose another" : "set one"} with --${flag}`;
    const { advice = usual } = error instanceof OptionError ? error : {};
    throw new UsageError(`${message}; ${advice}`);
  }
}

/** The environment variable of a flag: `CENTAVO_MOCK_PORT` for `--port` of `mock`. */
function variableFor(command: string, flag: string): string {
  return `CENTAVO_${command}_${flag}`.toUpperCase().replaceAll("-", "_");
}

export function describeCommands(commands: Record<string, Command>): string {
  const rows = Object.entries(commands).map(([name, { help }]) => [name, help] as const);
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(rows)}

For the options of a command, run centavo COMMAND --help.
For the version, run centavo --version.`;
}

/** The help of a command. `usage` is the command line that starts it. */
export function describeCommand(
  name: string,
  { help, flags }: Pick<Command, "help" | "flags">,
  usage = `centavo ${name}`,
): string {
  const rows = Object.entries(flags).map(([flagName, flag]) => {
    const { value = "", fallback = "" } = isBoolean(flag) ? {} : flag;
    const variable = flag.variable ?? variableFor(name, flagName);
    const defaultValue = fallback && `, default ${fallback}`;
    return [
      `--${flagName} ${value}`.trimEnd(),
      `${flag.help} (env ${variable}${defaultValue})`,
    ] as const;
  });
  return `Usage: ${usage} [OPTIONS]\n\n${help}\n\n${list(rows)}`;
}

function list(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
