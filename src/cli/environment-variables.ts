import { type Command, type Environment, variableOf } from "./define-command.ts";
import { didYouMean } from "./read-flags.ts";

/** What commands, scripts and the examples of the docs read beside the flags of commands. */
const OTHERS = [
  "CENTAVO_URL",
  "CENTAVO_TOKEN",
  "CENTAVO_PUBLIC_KEY",
  "CENTAVO_PRIVATE_KEY",
  "CENTAVO_TEST_CARD",
  "CENTAVO_DECLINED_TEST_CARD",
  "CENTAVO_DOCS_URL",
  "CENTAVO_DOCS_PORT",
  "CENTAVO_DOCS_SOURCE",
];

/**
 * Says of each variable that looks like ours, but is read by nobody, so that a misspelt one is not ignored in silence.
 * Values are left out: they may be secrets.
 */
export function unknownVariables(commands: readonly Command[], env: Environment): string[] {
  const known = [...OTHERS];
  const unknown = () =>
    Object.keys(env).filter((name) => name.startsWith("CENTAVO_") && !known.includes(name));
  for (const command of commands) {
    // The options of operations are read from the contracts, which takes longer than the rest of the start.
    if (unknown().length === 0) return [];
    const names = Object.keys(command.flags).map((flag) => variableOf(command, flag));
    known.push(...names.filter((name) => name !== null));
  }
  return unknown().map(
    (name) => `the environment variable ${name} is unknown${didYouMean(name, known)}`,
  );
}
