import { parseArgs } from "node:util";
import { AddressError } from "../http-server/listen-address.ts";
import { similarName } from "../sandbox/domain/similar-name.ts";
import { OptionError } from "../sandbox/startup-errors.ts";

/** A command of the CLI, with its flags: it starts a server, or runs to its end. */
export type Command = ServerCommand | ClientCommand;

interface CommandBase {
  help: string;
  flags: Flags;
}

export interface ServerCommand extends CommandBase {
  argument?: undefined;
  start(values: FlagValues): Promise<RunningServer>;
}

export interface ClientCommand extends CommandBase {
  argument?: Argument;
  run(values: FlagValues, io: Output): Promise<void>;
}

/** The required value after the name of a command, without a flag. */
interface Argument<Value = unknown> {
  name: string;
  help: string;
  /** What `run` gets. Undefined if the text is invalid. */
  parse(text: string): Value | undefined;
  /** All valid texts, if there are few. */
  values?: readonly string[];
}

/** The environment that a command reads, and its output streams. */
export interface Output {
  env: Environment;
  stdout(text: string): void;
  stderr(text: string): void;
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
  /** Whether a value is valid. By default, any is. */
  accepts?(text: string): boolean;
  /** All valid values. */
  values?: readonly string[];
}

/** A flag without a value. */
interface BooleanFlag {
  help: string;
  variable?: string;
}

/** The flags that are set, and their values, and the parsed argument. */
type FlagValues = Record<string, unknown>;

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
export function command<Own extends Flags>(definition: CommandOf<Own>): ServerCommand {
  return definition as unknown as ServerCommand;
}

interface ClientCommandOf<Own extends Flags, Value> {
  help: string;
  flags: Own;
  argument?: Argument<Value>;
  run(values: FlagValuesOf<Own> & { argument: Value }, io: Output): Promise<void>;
}

/** Defines a command whose `run` gets its flags and its parsed argument with their types. */
export function clientCommand<Own extends Flags, Value>(
  definition: ClientCommandOf<Own, Value>,
): ClientCommand {
  return definition as unknown as ClientCommand;
}

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** The user has called the command with invalid arguments. */
export class UsageError extends Error {}

/** A command could not do what it should. The message says why in one line. */
export class CommandError extends Error {}

/** Reads the flags of a command from its arguments and the environment. @throws {UsageError} */
export function readFlags(
  name: string,
  { flags, argument }: Command,
  args: string[],
  env: Environment = process.env,
): FlagValues | "help" {
  const { values: parsed, positionals } = parse(flags, args, argument !== undefined);
  if (parsed.help) return "help";
  const [given, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  const values = Object.entries(flags).map(([flagName, flag]): [string, unknown] => {
    const variable = flag.variable ?? variableFor(name, flagName);
    const sources: Source[] = [
      [`--${flagName}`, parsed[flagName]],
      // An empty variable counts as not set.
      [variable, env[variable] || undefined],
    ];
    return [flagName, isBoolean(flag) ? readBoolean(sources) : readText(flag, sources)];
  });
  if (argument) values.push(["argument", readArgument(name, argument, given)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FlagValues;
}

function readArgument(command: string, argument: Argument, given: string | undefined): unknown {
  const { name, help, values } = argument;
  if (given === undefined)
    throw new UsageError(`missing ${name}: expected ${help}, as in centavo ${command} ${name}`);
  const value = argument.parse(given);
  if (value === undefined) throw invalid(name, help, given, values);
  return value;
}

function parse(
  flags: Flags,
  args: string[],
  allowPositionals: boolean,
): { values: Record<string, unknown>; positionals: string[] } {
  const own = Object.entries(flags).map(
    ([name, flag]) => [name, { type: isBoolean(flag) ? "boolean" : "string" }] as const,
  );
  try {
    const help = { type: "boolean", short: "h" } as const;
    return parseArgs({ args, options: { ...Object.fromEntries(own), help }, allowPositionals });
  } catch (error) {
    // The rest of the message explains how Node parses arguments.
    const [problem = ""] = (error as Error).message.split(/\.\s/);
    const [, unknown = ""] = /^Unknown option '--([\w-]+)/.exec(problem) ?? [];
    throw new UsageError(`${problem}${didYouMean(unknown, [...Object.keys(flags), "help"], "--")}`);
  }
}

/** `; did you mean --port?`, or nothing if no known word is similar. */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const similar = word === "" ? undefined : similarName(word, known);
  return similar === undefined ? "" : `; did you mean ${prefix}${similar}?`;
}

type Source = [name: string, value: unknown];

/** The first source with a value wins. An error never shows the value, which may be a secret. */
function readText(
  { fallback, help, values, accepts = isIn(values) }: Omit<TextFlag, "value">,
  sources: Source[],
): string | undefined {
  const [source, value] = sources.find(([, value]) => value !== undefined) ?? ["", fallback];
  if (value === undefined) return undefined;
  if (accepts(`${value}`)) return `${value}`;
  throw invalid(source, help, `${value}`, values);
}

function invalid(
  source: string,
  help: string,
  given: string,
  values: readonly string[] = [],
): UsageError {
  return new UsageError(`invalid ${source}: expected ${help}${didYouMean(given, values)}`);
}

function isIn(values: readonly string[] | undefined): (text: string) => boolean {
  return (text) => values === undefined || values.includes(text);
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

/** The environment variables that a command reads. */
export function variablesOf(command: string, { flags }: Pick<Command, "flags">): string[] {
  return Object.entries(flags).map(([name, flag]) => flag.variable ?? variableFor(command, name));
}

/** The environment variable of a flag: `CENTAVO_MOCK_PORT` for `--port` of `mock`. */
function variableFor(command: string, flag: string): string {
  return `CENTAVO_${command}_${flag}`.toUpperCase().replaceAll("-", "_");
}

export function describeCommands(commands: Record<string, Command>): string {
  const rows = Object.entries(commands).map(([name, { help }]) => [name, help] as const);
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(rows)}

For the options of a command, run centavo help COMMAND.
For the version, run centavo --version.`;
}

/** The help of a command. `usage` is the command line that starts it. */
export function describeCommand(
  name: string,
  { help, flags, argument }: Pick<Command, "help" | "flags" | "argument">,
  usage = ["centavo", name, argument?.name].filter(Boolean).join(" "),
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
  const explained = argument ? `${argument.name} is ${argument.help}.\n\n` : "";
  return `Usage: ${usage} [OPTIONS]\n\n${help}\n\n${explained}${list(rows)}`;
}

function list(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
