import { parseArgs } from "node:util";
import { similarName } from "../text/similar-name.ts";
import {
  CENTAVO,
  type Command,
  type Environment,
  type Flags,
  type FlagValues,
  isBoolean,
  isSecret,
  labelOf,
  type TextFlag,
  typedName,
  UsageError,
  variableOf,
} from "./define-command.ts";

/** Reads the flags of a command from its arguments and the environment. @throws {UsageError} */
export function readFlags(command: Command, args: string[], env: Environment): FlagValues | "help" {
  const { flags, positional = [] } = command;
  const { values: parsed, positionals } = parse(command, args);
  if (parsed.help) return "help";
  const isCommand = command.takesCommand && positionals.length > 0;
  for (const flag of positional)
    parsed[flag] ??= isCommand ? positionals.splice(0) : positionals.shift();
  const [surplus] = positionals;
  if (surplus !== undefined)
    throw new UsageError(
      `unexpected argument ${surplus}; run ${CENTAVO} help ${typedName(command)}`,
    );
  const values = Object.entries(flags).map(([flagName, flag]): [string, unknown] => {
    const [label, variable] = [labelOf(command, flagName), variableOf(command, flagName)];
    const given = variable === null ? undefined : env[variable];
    if (given === "" && parsed[flagName] === undefined && "refusesEmpty" in flag)
      throw new UsageError(`${variable} is empty; set ${flag.help}`);
    const sources: Source[] = [
      [label, parsed[flagName]],
      [`${variable}`, given || undefined],
    ];
    const value = isBoolean(flag) ? readBoolean(sources) : readText(flag, sources);
    if (value === undefined && "isRequired" in flag)
      throw new UsageError(
        `missing ${label}: expected ${flag.expected ?? flag.help}, as in ${CENTAVO} ${typedName(command)} ${usageOf(label, flag)}`,
      );
    return [flagName, value];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** How a flag with a value is typed. */
function usageOf(label: string, { value }: TextFlag): string {
  return label.startsWith("--") ? `${label} ${value}` : value;
}

function parse(
  command: Command,
  args: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const { flags, shorthands = {} } = command;
  const own = Object.entries(flags)
    .filter(([, flag]) => !isSecret(flag))
    .map(([name, flag]) => [name, parsing(flag)] as const);
  const options = { ...Object.fromEntries(own), help: { type: "boolean", short: "h" } } as const;
  const words = args.map((arg) => inFull(arg, shorthands));
  const config = { args: words, options, allowPositionals: true } as const;
  if (command.takesCommand) {
    const { tokens } = parseArgs({ ...config, strict: false, tokens: true });
    const first = tokens.find(({ kind }) => kind !== "option");
    if (first?.kind === "positional") words.splice(first.index, 0, "--");
  }
  try {
    return parseArgs(config);
  } catch (error) {
    // The rest of the message explains how Node parses arguments.
    const [problem = ""] = (error as Error).message.split(/\.\s/);
    const [, unknown] = /^Unknown option '(--?[\w.-]+)/.exec(problem) ?? [];
    if (unknown !== undefined) throw unknownOption(command, unknown);
    const [, ambiguous] = /^Option '(--[\w.-]+)'.* is ambiguous$/.exec(problem) ?? [];
    if (ambiguous)
      throw new UsageError(
        `missing value of ${ambiguous}; write one with a dash as ${ambiguous}=-5`,
      );
    throw new UsageError(problem);
  }
}

function unknownOption(command: Command, given: string): UsageError {
  const { flags, shorthands = {} } = command;
  const word = given.replace(/^-+/, "");
  const known = [...Object.keys(flags), "help", ...Object.keys(shorthands)];
  const similar = similarName(word, known) ?? "";
  const meant = shorthands[similar] ?? similar;
  const flag = flags[meant];
  if (flag && isSecret(flag))
    return new UsageError(
      `--${meant} is no option, because others can see those; set ${variableOf(command, meant)}`,
    );
  const advice = didYouMean(word, known, "--") || `; run ${CENTAVO} help ${typedName(command)}`;
  return new UsageError(`unknown option ${given}${advice}`);
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
  const partsOf = (name: string) => name.split(/[-.]/);
  const similar =
    similarName(word, known) ??
    known.find((name) => similarName(word, partsOf(name)) !== undefined);
  return similar === undefined ? "" : `; did you mean ${prefix}${similar}?`;
}

type Source = [name: string, value: unknown];

/** The first source with a value wins. An error never shows the value, which may be a secret. */
function readText(
  {
    fallback,
    help,
    values = [],
    accepts = (text) => values.length === 0 || values.includes(text),
    expected = values.length === 0 ? help : `one of ${values.join(", ")}`,
  }: TextFlag,
  sources: Source[],
): string | string[] | undefined {
  const [source, value] = sources.find(([, value]) => value !== undefined) ?? ["", fallback];
  if (value === undefined) return undefined;
  const texts = [value].flat().map(String);
  const wrong = texts.find((text) => !accepts(text));
  if (wrong !== undefined)
    throw new UsageError(`invalid ${source}: expected ${expected}${didYouMean(wrong, values)}`);
  return Array.isArray(value) ? texts : texts[0];
}

function readBoolean(sources: Source[]): boolean {
  const [source, value = false] = sources.find(([, value]) => value !== undefined) ?? [];
  if (/^(1|true)$/i.test(`${value}`)) return true;
  if (/^(0|false)$/i.test(`${value}`)) return false;
  throw new UsageError(`invalid ${source}: expected true or false`);
}
