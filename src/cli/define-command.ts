/** A command of the CLI: what its help says, what it reads, and a function. */
export interface Command {
  name: string;
  summary: string;
  /** The command line before the flags. By default, `centavo`, the name and the argument. */
  usage?: string;
  flags: Flags;
  argument?: Argument;
  /** The operation that it calls, if the command has another name. */
  operation?: string;
  /** The flags whose values may also stand without their names, in this order. */
  positional?: readonly string[];
  /** Other names of flags. */
  shorthands?: Readonly<Record<string, string>>;
  /** Starts a server, or runs to the end. */
  run(values: FlagValues, io: Output): Promise<RunningServer | undefined>;
}

/** The value after the name of a command, without a flag. */
export interface Argument<Value = unknown> {
  name: string;
  help: string;
  /** What `run` gets. Undefined if the text is invalid. */
  parse(text: string): Value | undefined;
  /** All valid texts, if there are few. */
  values?: readonly string[];
  isOptional?: true;
}

export type Flags = Record<string, TextFlag | BooleanFlag>;

export interface TextFlag {
  /** The placeholder for the value in the help. */
  value: string;
  /** The default value, if there is one. */
  fallback?: string;
  help: string;
  /** The environment variable, if any. By default, its name consists of the command's and the flag's names. */
  variable?: string | null;
  /** Whether a value is valid. By default, any is. */
  accepts?(text: string): boolean;
  /** All valid values. */
  values?: readonly string[];
  /** What a valid value is, if neither the values nor the help say it. */
  expected?: string;
  /** Only in the environment: others on the machine, and the history of the shell, would show an argument. */
  isSecret?: true;
  /** May be repeated. Its value is a list. */
  isList?: true;
}

/** A flag without a value. */
interface BooleanFlag {
  help: string;
  variable?: string | null;
}

/** The flags that are set, and their values, and the parsed argument. */
export type FlagValues = Record<string, unknown>;

/** The server that a command has started. A signal stops it. */
export interface RunningServer {
  /** Printed after the start: the URL, and how to use it. */
  text: string;
  close(): Promise<void>;
}

/** The environment that a command reads, its output streams, and the person at the terminal if there is one. */
export interface Output {
  env: Environment;
  person?: Person | undefined;
  stdout(text: string): void;
  stderr(text: string): void;
}

/** The person at a terminal. The standard output is for results, so what is asked and shown goes to the standard error. */
export interface Person {
  /** A hidden answer is not shown while it is typed. @throws {UsageError} if there is no answer. */
  ask(question: string, kind?: "hidden"): Promise<string>;
  /** Shows a line that the next one replaces. An empty one removes it. */
  showProgress(line: string): void;
}

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

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

interface CommandOf<Own extends Flags, Value> extends Omit<Command, "run"> {
  flags: Own;
  argument?: Argument<Value>;
  run(values: FlagValuesOf<Own> & { argument: Value }, io: Output): ReturnType<Command["run"]>;
}

/** Defines a command whose `run` gets its flags and its parsed argument with their types. */
export function command<Own extends Flags, Value>(definition: CommandOf<Own, Value>): Command {
  return definition as unknown as Command;
}

export function isSecret(flag: TextFlag | BooleanFlag): boolean {
  return "isSecret" in flag;
}

export function isBoolean(flag: TextFlag | BooleanFlag): flag is BooleanFlag {
  return !("value" in flag);
}

/** The environment variable of a flag: `CENTAVO_MOCK_PORT` for `--port` of `mock`. */
export function variableOf({ name, flags }: Command, flag: string): string | null {
  const usual = `CENTAVO_${name}_${flag}`.toUpperCase().replaceAll("-", "_");
  const { variable = usual } = flags[flag] ?? {};
  return variable;
}

/** The user has called the command with invalid arguments. */
export class UsageError extends Error {}

/** A command could not do what it should. The message says why in one line. */
export class CommandError extends Error {}

/** There is no server to call, or it does not answer. */
export class UnreachableError extends CommandError {}
