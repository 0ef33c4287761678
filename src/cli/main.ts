import { escapeControls } from "../client/escape-controls.ts";
import { createRedact } from "../client/redact.ts";
import { readVersion } from "../contract/read-bundled-contract.ts";
import { PrismMissingError } from "../mock/prism.ts";
import { describeError } from "../text/describe-error.ts";
import { commands, written } from "./all-commands.ts";
import { CommandError, type Output, UnreachableError, UsageError } from "./define-command.ts";
import { unknownVariables } from "./environment-variables.ts";
import { findCommand, HELP } from "./find-command.ts";
import { describeCommand, describeCommands, describeGroup } from "./help.ts";
import { runCommand, terminal } from "./run-command.ts";

/** The exit statuses of expected errors. */
const exitStatuses = [
  { type: PrismMissingError, status: 1 },
  { type: UnreachableError, status: 3 },
  { type: CommandError, status: 1 },
  { type: UsageError, status: 2 },
];

/** Runs `centavo` with these arguments, and returns its exit status. */
export async function main(args: string[], io: Output = terminal): Promise<number> {
  for (const problem of unknownVariables(commands, io.env)) io.stderr(`centavo: ${problem}`);
  try {
    return (await runOrHelp(args, io)) ?? 0;
  } catch (error) {
    const status = exitStatuses.find(({ type }) => error instanceof type)?.status;
    if (status === undefined) {
      io.stderr(`centavo: this is a defect of Centavo\n${describeError(error, createRedact([]))}`);
      return 1;
    }
    // It may quote what a server sent.
    io.stderr(`centavo: ${escapeControls((error as Error).message)}`);
    return status;
  }
}

async function runOrHelp(words: string[], io: Output): Promise<number | undefined> {
  const [first = "help"] = words;
  if (first === "--version") return void io.stdout(readVersion());
  if (HELP.has(first)) return void io.stdout(help(words.slice(1)));
  if (first === ALL) return void io.stdout(help(words));
  const { command, group, rest } = findCommand(commands, words);
  if (!command) return void io.stdout(describeGroup(first, group));
  return await runCommand(command, rest, io);
}

const ALL = "--all";

/** The help of a command, of a group of operations, of both, or of all. */
function help(words: string[]): string {
  const named = words.filter((word) => !HELP.has(word) && word !== ALL);
  if (named.length === 0) return describeCommands(written, commands, words.includes(ALL));
  const { command, group } = findCommand(commands, named);
  const parts = [
    command && describeCommand(command),
    group.length > 0 && describeGroup(`${named[0]}`, group),
  ];
  return parts.filter(Boolean).join("\n\n");
}
