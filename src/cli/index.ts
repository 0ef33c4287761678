#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { escapeControls } from "../client/escape-controls.ts";
import { createRedact } from "../client/redact.ts";
import { readVersion } from "../contract/read-bundled-contract.ts";
import { PrismMissingError } from "../mock/prism.ts";
import { describeError } from "../text/describe-error.ts";
import { commands } from "./all-commands.ts";
import {
  type Command,
  CommandError,
  type Output,
  UnreachableError,
  UsageError,
} from "./define-command.ts";
import { unknownVariables } from "./environment-variables.ts";
import { describeCommand, describeCommands, describeGroup } from "./help.ts";
import { didYouMean } from "./read-flags.ts";
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
    await runOrHelp(args, io);
    return 0;
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

async function runOrHelp([name, ...args]: string[], io: Output): Promise<void> {
  if (name === "--version") return io.stdout(readVersion());
  if (name === undefined)
    throw new UsageError("missing command; run centavo --help to see all commands");
  if (HELP.has(name)) return io.stdout(help(args));
  await runCommand(commandNamed(name), args, io);
}

const HELP = new Set(["help", "--help", "-h"]);

/** The help of a command, of a group of operations, of both, or of all. */
function help([name]: string[]): string {
  if (name === undefined || HELP.has(name)) return describeCommands(commands);
  const group = describeGroup(commands, name);
  const isVerb = commands.some((each) => each.name === name);
  if (group !== "" && !isVerb) return group;
  return [describeCommand(commandNamed(name)), group].filter(Boolean).join("\n\n");
}

function commandNamed(name: string): Command {
  const command = commands.find((each) => each.name === name || each.operation === name);
  if (command) return command;
  if (describeGroup(commands, name) !== "")
    throw new UsageError(`${name} is a group of commands; run centavo help ${name} to see them`);
  const names = commands.map((each) => each.name);
  const suggestion = didYouMean(name, [...names, "help"]);
  throw new UsageError(
    `unknown command ${name}${suggestion || "; run centavo --help to see all commands"}`,
  );
}

// Runs only if this file is the program, not if a test imports it. npm starts it by a symbolic link.
if (
  process.argv[1] &&
  realpathSync.native(process.argv[1]) === realpathSync.native(import.meta.filename)
) {
  process.exitCode = await main(process.argv.slice(2));
}
