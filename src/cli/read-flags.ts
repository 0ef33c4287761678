import { parseArgs } from "node:util";
import { similarName } from "../text/similar-name.ts";
import {
  type Argument,
  type Command,
  type Environment,
  type Flags,
  type FlagValues,
  isBoolean,
  isSecret,
  type TextFlag,
  UsageError,
  variableOf,
} from "./define-command.ts";

/** Reads the flags of a command from its arguments and the environment. @throws {UsageError} */
export function readFlags(command: Command, args: string[], env: Environment): FlagValues | "help" {
  const { name, flags, argument, positional = [] } = command;
  const { values: parsed, positionals } = parse(command, args);
  if (parsed.help) return "help";
  const given = argument && positionals.shift();
  for (const flagName of positional) parsed[flagName] ??= positionals.shift();
  const [surplus] = positionals;
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'`);
  const values = Object.entries(flags).map(([flagName, flag]): [string, unknown] => {
    const variable = variableOf(command, flagName);
    const sources: Source[] = [
      [`--${flagName}`, parsed[flagName]],
      // An empty variable counts as not set.
      [`${variable}`, (variable && env[variable]) || undefined],
    ];
    return [flagName, isBoolean(flag) ? readBoolean(sources) : readText(flag, sources)];
  });
  if (argument) values.push(["argument", readArgument(name, argument, given)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function readArgument(command: string, argument: Argument, given: string | undefined): unknown {
  const { name, help, values, isOptional } = argument;
  if (given === undefined && isOptional) return undefined;
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
  const { flags, shorthands = {}, argument, positional } = command;
  const own = Object.entries(flags)
    .filter(([, flag]) => !isSecret(flag))
    .map(([name, flag]) => [name, parsing(flag)] as const);
  const options = { ...Object.fromEntries(own), help: { type: "boolean", short: "h" } } as const;
  try {
    return parseArgs({
      args: args.map((arg) => inFull(arg, shorthands)),
      options,
      allowPositionals: (argument ?? positional) !== undefined,
    });
  } catch (error) {
    // The rest of the message explains how Node parses arguments.
    const [problem = ""] = (error as Error).message.split(/\.\s/);
    const [, unknown = ""] = /^Unknown option '--([\w.-]+)/.exec(problem) ?? [];
    const known = [...Object.keys(flags), "help", ...Object.keys(shorthands)];
    const meant = unknown === "" ? "" : (similarName(unknown, known) ?? "");
    const name = shorthands[meant] ?? meant;
    const flag = flags[name];
    if (flag && isSecret(flag))
      throw new UsageError(
        `--${name} is no option, because others can see those; set ${variableOf(command, name)}`,
      );
    const [, ambiguous] = /^Option '(--[\w.-]+)'.* is ambiguous$/.exec(problem) ?? [];
    if (ambiguous)
      throw new UsageError(
        `missing value of ${ambiguous}; write one with a dash as ${ambiguous}=-5`,
      );
    throw new UsageError(`${problem}${didYouMean(unknown, known, "--")}`);
  }
}

function parsing(flag: Flags[string]) {
  if (isBoolean(flag)) return { type: "boolean" } as const;
  return { type: "string", multiple: "isList" in flag } as const;
}

/** A flag with its whole name: `--billing-data.amount=4990` for `--amount=4990`. */
function inFull(arg: string, shorthands: Readonly<Record<string, string>>): string {
  const [, name = ""] = /^--([^=]+)/.exec(arg) ?? [];
  return Object.hasOwn(shorthands, name) ? arg.replace(name, `${shorthands[name]}`) : arg;
}

/** `; did you mean --port?`, or nothing if no known word is similar. */
export function didYouMean(word: string, known: readonly string[], prefix = ""): string {
  const similar = word === "" ? undefined : similarName(word, known);
  return similar === undefined ? "" : `; did you mean ${prefix}${similar}?`;
}

type Source = [name: string, value: unknown];

/** The first source with a value wins. An error never shows the value, which may be a secret. */
function readText(
  {
    fallback,
    help,
    values = [],
    accepts = isIn(values),
    expected = oneOf(values) ?? help,
  }: TextFlag,
  sources: Source[],
): string | string[] | undefined {
  const [source, value] = sources.find(([, value]) => value !== undefined) ?? ["", fallback];
  if (value === undefined) return undefined;
  const texts = [value].flat().map(String);
  const wrong = texts.find((text) => !accepts(text));
  if (wrong !== undefined) throw invalid(source, expected, wrong, values);
  return Array.isArray(value) ? texts : texts[0];
}

function invalid(
  source: string,
  expected: string,
  given: string,
  values: readonly string[] = [],
): UsageError {
  return new UsageError(`invalid ${source}: expected ${expected}${didYouMean(given, values)}`);
}

function oneOf(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : `one of ${values.join(", ")}`;
}

function isIn(values: readonly string[]): (text: string) => boolean {
  return (text) => values.length === 0 || values.includes(text);
}

function readBoolean(sources: Source[]): boolean {
  const [source, value = false] = sources.find(([, value]) => value !== undefined) ?? [];
  if (/^(1|true)$/i.test(`${value}`)) return true;
  if (/^(0|false)$/i.test(`${value}`)) return false;
  throw new UsageError(`invalid ${source}: expected true or false`);
}
