import { type Command, type Environment, variableOf } from "./command.ts";
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
  const known = commands
    .flatMap((command) => Object.keys(command.flags).map((flag) => variableOf(command, flag)))
    .filter((name) => name !== null)
    .concat(OTHERS);
  return Object.keys(env)
    .filter((name) => name.startsWith("CENTAVO_") && !known.includes(name))
    .map((name) => `the environment variable ${name} is unknown${didYouMean(name, known)}`);
}
