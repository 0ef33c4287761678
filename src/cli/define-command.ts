/** A command of the CLI: what its help says, what it reads, and a function. */
export interface Command {
  name: string;
  summary: string;
  /** The command line before the flags. By default, `centavo`, the name and the positional flags. */
  usage?: string;
  flags: Flags;
  /** The operation that it calls, if the command has another name. */
  operation?: string;
  /** The operation is in no service, only in a sandbox. */
  isSandboxOnly?: boolean;
  /** The flags whose values may also stand without their names, in this order. */
  positional?: readonly string[];
  /** That flag is a list: the first word that is no option, and all words after it. */
  takesCommand?: true;
  /** Other names of flags. */
  shorthands?: Readonly<Record<string, string>>;
  /** Starts a server, or runs to the end. Then it may have an exit status. */
  run(values: FlagValues, io: Output): Promise<RunningServer | number | undefined>;
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
  isRequired?: true;
  /** May be repeated. Its value is a list. */
  isList?: true;
  /** An empty variable is an error. For any other flag, it counts as not set. */
  refusesEmpty?: true;
}

/** A flag without a value. */
interface BooleanFlag {
  help: string;
  variable?: string | null;
}

/** The flags that are set, and their values. */
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

/** Flags that always have a value. */
type Certain = { fallback: string } | { isRequired: true };

/** The flag values of a command by name. A flag that is neither required nor has a fallback may be missing. */
export type FlagValuesOf<Own extends Flags> = {
  [Name in keyof Own as Own[Name] extends Certain ? Name : never]: Own[Name] extends {
    isList: true;
  }
    ? string[]
    : string;
} & {
  [Name in keyof Own as Own[Name] extends Certain ? never : Name]?: Own[Name] extends {
    value: string;
  }
    ? string
    : boolean;
};

interface CommandOf<Own extends Flags> extends Omit<Command, "run"> {
  flags: Own;
  run(values: FlagValuesOf<Own>, io: Output): ReturnType<Command["run"]>;
}

/** Defines a command whose `run` gets its flags with their types. */
export function command<Own extends Flags>(definition: CommandOf<Own>): Command {
  return definition as unknown as Command;
}

export function isSecret(flag: TextFlag | BooleanFlag): boolean {
  return "isSecret" in flag;
}

export function isBoolean(flag: TextFlag | BooleanFlag): flag is BooleanFlag {
  return !("value" in flag);
}

/** The environment variable of a flag: `CENTAVO_MOCK_PORT` for `--port` of `mock`. */
export function variableOf({ name, flags, positional = [] }: Command, flag: string): string | null {
  const usual = `CENTAVO_${name}_${flag}`.toUpperCase().replaceAll("-", "_");
  const { variable = positional.includes(flag) ? null : usual } = flags[flag] ?? {};
  return variable;
}

/** What a person types for a flag, in the help and in errors. */
export function labelOf({ positional = [] }: Command, flag: string): string {
  return positional.includes(flag) ? flag.toUpperCase() : `--${flag}`;
}

/**
 * The command as it can be pasted, by the file that runs: one that a project has installed is on no path, and that of this
 * repository is a script.
 *
 * @example
 * asPasted("/shop/node_modules/.bin/centavo"); // "npx --no-install centavo"
 */
export function asPasted(program: string): string {
  if (program.endsWith(".ts")) return "npm run --silent centavo --";
  return /node_modules[\\/](\.bin[\\/])?centavo\b/.test(program)
    ? "npx --no-install centavo"
    : "centavo";
}

/** How people type the name of a command: `payments list`. */
export function typedName({ name }: Pick<Command, "name">): string {
  return name.replace(".", " ");
}

export const CENTAVO = asPasted(`${process.argv[1]}`);

/** The user has called the command with invalid arguments. */
export class UsageError extends Error {}

/** A command could not do what it should. The message says why in one line. */
export class CommandError extends Error {}

/** There is no server to call, or it does not answer. */
export class UnreachableError extends CommandError {}
