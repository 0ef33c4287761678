import { parseArgs } from "node:util";
import { AddressError } from "../http-server/listen-address.ts";
import { OptionError } from "../sandbox/startup-errors.ts";

/** A command of the command line, with the flags that it takes. */
export interface Command {
  help: string;
  flags: Flags;
  start(values: FlagValues): Promise<RunningServer>;
}

type Flags = Record<string, TextFlag | BooleanFlag>;

export interface TextFlag {
  /** What the help calls its value. */
  value: string;
  /** What counts where it is not given, if anything does. */
  fallback?: string;
  help: string;
  /** Its name in the environment, where that is not made of the command's name and the flag's. */
  variable?: string;
  accepts(text: string): boolean;
}

/** A flag that is there or not. */
export interface BooleanFlag {
  help: string;
  variable?: string;
}

/** The flags that are there, and what they say. */
export type FlagValues = Record<string, string | boolean>;

/** What a command has started, and a signal ends. */
export interface RunningServer {
  /** Where it is, and what can be done with it. */
  text: string;
  close(): Promise<void>;
}

/** The flags of a command, by name; one without a fallback may not be there. */
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

/** Lets `start` know its own flags by name. */
export function command<Own extends Flags>(given: CommandOf<Own>): Command {
  return given as unknown as Command;
}

/** Variables that are set, by their names. */
export type Environment = Record<string, string | undefined>;

/** A mistake of the person who typed the command. */
export class UsageError extends Error {}

/** What was given of each flag of a command, in its arguments or in the environment; or that help is asked for. */
export function readFlags(
  name: string,
  { flags }: Command,
  args: string[],
  env: Environment = process.env,
): FlagValues | "help" {
  const given = parse(flags, args);
  if (given.help) return "help";
  const values = Object.entries(flags).map(([flagName, flag]) => {
    const inEnvironment = flag.variable ?? variable(name, flagName);
    const sources: Source[] = [
      [`--${flagName}`, given[flagName]],
      // A variable that is set to nothing is as good as none.
      [inEnvironment, env[inEnvironment] || undefined],
    ];
    return [flagName, isSwitch(flag) ? readSwitch(sources) : readText(flag, sources)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FlagValues;
}

function parse(flags: Flags, args: string[]): Record<string, unknown> {
  const own = Object.entries(flags).map(
    ([name, flag]) => [name, { type: isSwitch(flag) ? "boolean" : "string" }] as const,
  );
  try {
    const options = { ...Object.fromEntries(own), help: { type: "boolean" } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    // After the first sentence it explains how Node reads arguments.
    throw new UsageError((error as Error).message.split(/\.\s/)[0]);
  }
}

type Source = [name: string, given: unknown];

/** The first value that is given counts. An error names its source and not the value, which may be a secret. */
function readText({ fallback, help, accepts }: TextFlag, sources: Source[]): string | undefined {
  const [source, given] = sources.find(([, given]) => given !== undefined) ?? ["", fallback];
  if (given === undefined) return undefined;
  if (accepts(`${given}`)) return `${given}`;
  throw new UsageError(`${source} is not valid: give ${help}`);
}

function readSwitch(sources: Source[]): boolean {
  return sources.some(([, given]) => given !== undefined && !/^(0|false)$/i.test(`${given}`));
}

function isSwitch(flag: TextFlag | BooleanFlag): flag is BooleanFlag {
  return !("value" in flag);
}

/**
 * Starts something. What cannot be started with is what somebody chose, or did not, by the flag of its
 * name, or by the one that `flags` has for it.
 * @throws {UsageError} that says which flag that is.
 */
export async function withFlagAdvice<Result>(
  values: FlagValues,
  start: () => Promise<Result>,
  flags: Record<string, string> = {},
): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof AddressError || error instanceof OptionError)) throw error;
    const { option, message } = error;
    const flag = flags[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const advice = flag in values ? "choose another" : "set one";
    throw new UsageError(`${message}, ${advice} with --${flag}`);
  }
}

/** `--port` of `mock` is `CENTAVO_MOCK_PORT` in the environment. */
function variable(command: string, flag: string): string {
  return `CENTAVO_${command}_${flag}`.toUpperCase().replaceAll("-", "_");
}

export function describeCommands(commands: Record<string, Command>): string {
  const rows = Object.entries(commands).map(([name, { help }]) => [name, help] as const);
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(rows)}

Each command tells of its options with --help. centavo --version tells the version.`;
}

/** `usage` is how the command is typed. */
export function describeCommand(
  name: string,
  { help, flags }: Pick<Command, "help" | "flags">,
  usage = `centavo ${name}`,
): string {
  const rows = Object.entries(flags).map(([flagName, flag]) => {
    const { value = "", fallback = "" } = isSwitch(flag) ? {} : flag;
    const otherwise = fallback && `; ${fallback} without either`;
    return [
      `--${flagName} ${value}`.trimEnd(),
      `${flag.help} (${flag.variable ?? variable(name, flagName)} in the environment${otherwise})`,
    ] as const;
  });
  return `Usage: ${usage} [OPTIONS]\n\n${help}\n\n${list(rows)}`;
}

function list(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
