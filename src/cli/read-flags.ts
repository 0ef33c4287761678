import { parseArgs } from "node:util";
import { similarName } from "../sandbox/domain/similar-name.ts";
import {
  type Argument,
  type Command,
  type Environment,
  type FlagValues,
  isBoolean,
  isSecret,
  type TextFlag,
  UsageError,
  variableOf,
} from "./command.ts";

/** Reads the flags of a command from its arguments and the environment. @throws {UsageError} */
export function readFlags(command: Command, args: string[], env: Environment): FlagValues | "help" {
  const { name, flags, argument } = command;
  const { values: parsed, positionals } = parse(command, args);
  if (parsed.help) return "help";
  const [given, surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  const values = Object.entries(flags).map(([flagName, flag]): [string, unknown] => {
    const variable = variableOf(command, flagName);
    const sources: Source[] = [
      [`--${flagName}`, parsed[flagName]],
      // An empty variable counts as not set.
      [variable, env[variable] || undefined],
    ];
    return [flagName, isBoolean(flag) ? readBoolean(sources) : readText(flag, sources)];
  });
  if (argument) values.push(["argument", readArgument(name, argument, given)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
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
  command: Command,
  args: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const own = Object.entries(command.flags)
    .filter(([, flag]) => !isSecret(flag))
    .map(([name, flag]) => [name, { type: isBoolean(flag) ? "boolean" : "string" }] as const);
  const options = { ...Object.fromEntries(own), help: { type: "boolean", short: "h" } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: command.argument !== undefined });
  } catch (error) {
    // The rest of the message explains how Node parses arguments.
    const [problem = ""] = (error as Error).message.split(/\.\s/);
    const [, unknown = ""] = /^Unknown option '--([\w-]+)/.exec(problem) ?? [];
    if (unknown in command.flags)
      throw new UsageError(
        `--${unknown} is no option, because others can see those; set ${variableOf(command, unknown)}`,
      );
    throw new UsageError(`${problem}${didYouMean(unknown, Object.keys(options), "--")}`);
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
  { fallback, help, values, accepts = isIn(values) }: TextFlag,
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
