import { similarName } from "../text/similar-name.ts";
import { CENTAVO, type Command, UsageError } from "./define-command.ts";

export const HELP = new Set(["help", "--help", "-h"]);

/** The names by which commands are called. */
export function namesOf({ name, operation }: Command): string[] {
  return operation === undefined ? [name] : [name, operation];
}

/** The operations whose names begin with that of a group, as `payments.list` does. */
function groupOf(commands: readonly Command[], group: string): Command[] {
  return commands.filter((each) => namesOf(each).some((name) => name.startsWith(`${group}.`)));
}

/** A command, or a group of operations, and the words after it. */
interface Found {
  command?: Command;
  group: readonly Command[];
  rest: string[];
}

/**
 * What words lead to. `payments list` is `payments.list`.
 * @throws {UsageError} that says what was probably meant.
 */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  const [name = "", verb = "", ...rest] = words;
  const named = (text: string) => commands.find((each) => namesOf(each).includes(text));
  const spaced = named(`${name}.${verb}`);
  if (spaced) return { command: spaced, group: [], rest };
  const command = named(name);
  const group = groupOf(commands, name);
  if (command) return { command, group, rest: words.slice(1) };
  if (group.length > 0 && (verb === "" || HELP.has(verb))) return { group, rest: [] };
  const typed = words.slice(0, /^\w/.test(verb) ? 2 : 1);
  throw new UsageError(`unknown command ${typed.join(" ")}${advice(commands, typed)}`);
}

/** Somebody may have misspelt a name, or typed `refund` for `payments refund`. */
function advice(commands: readonly Command[], typed: readonly string[]): string {
  const [first = ""] = typed;
  const names = commands.flatMap(namesOf);
  const verbOf = (name: string) => name.split(".")[1] ?? name;
  const ofVerb = (verb: string | undefined) => names.filter((name) => verbOf(name) === verb);
  const groups = names.map((name) => name.replace(/\..*/, ""));
  const guesses = [
    /^-*all$/.test(first) ? ["help --all"] : [],
    [similarName(first, ["--version"]) ?? []].flat(),
    [similarName(typed.join("."), names) ?? []].flat(),
    ofVerb(first),
    [similarName(first, [...groups, "help"]) ?? []].flat(),
    ofVerb(similarName(first, names.map(verbOf))),
  ];
  const meant = guesses.find((guess) => guess.length > 0) ?? [first];
  if (meant.includes(first))
    return `; run ${CENTAVO} help${groups.includes(first) ? ` ${first}` : ""}`;
  const asTyped = first.includes(".") ? meant : meant.map((name) => name.replace(".", " "));
  return `; did you mean ${asTyped.slice(0, 3).join(" or ")}?`;
}
