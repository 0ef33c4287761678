#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { escapeControls } from "../client/escape-controls.ts";
import { createRedact } from "../client/redact.ts";
import { readVersion } from "../contract/read-bundled-contract.ts";
import { describeError } from "../http-server/describe-error.ts";
import { PrismMissingError } from "../mock/prism.ts";
import type { Sandbox } from "../sandbox/index.ts";
import { colorsFor } from "./colors.ts";
import {
  type Command,
  CommandError,
  command,
  describeCommand,
  describeCommands,
  didYouMean,
  type Output,
  readFlags,
  type ServerCommand,
  UsageError,
  withFlagAdvice,
} from "./command.ts";
import { advance, events, pay, payments, trigger } from "./commands/payments.ts";
import { describeStorage } from "./describe-storage.ts";
import { unknownVariables } from "./environment-variables.ts";
import { mockFlags, sandboxFlags, sandboxOptions } from "./flags.ts";
import { closeOnSignal, exitOnClosedOutput, ignoreClosedOutput } from "./process-signals.ts";

const servers: Record<string, ServerCommand> = {
  mock: command({
    help: "Starts a mock that responds to every request with an example of the contract.",
    flags: mockFlags,
    async start({ port, host }) {
      const [{ startMock }, { curlExample }] = await Promise.all([
        import("../mock/index.ts"),
        import("./commands/mock.ts"),
      ]);
      const mock = await startMock({ port: Number(port), host, log: console.log });
      return { text: describeMock(mock.url, curlExample(mock.url)), close: mock.close };
    },
  }),
  sandbox: command({
    help: "Starts the whole service on your machine: it stores what you create and has an adjustable clock.",
    flags: sandboxFlags,
    async start({ quiet, ...values }) {
      const [{ startSandbox }, { curlExample }] = await Promise.all([
        import("../sandbox/index.ts"),
        import("./commands/sandbox.ts"),
      ]);
      const color = colorsFor(process.env);
      const sandbox = await startSandbox({
        ...sandboxOptions(values),
        ...(!quiet && { log: (line: string) => console.log(color(line)) }),
      });
      const text = describeSandbox(sandbox, curlExample(sandbox), values);
      return { text, close: sandbox.close };
    },
  }),
};

/** All commands, by name. */
export const commands: Record<string, Command> = {
  ...servers,
  pay,
  advance,
  events,
  trigger,
  payments,
};

function describeMock(url: string, request: string): string {
  return `
The mock is running at ${url}. It accepts any bearer token:

  ${request}

To get an error, add -H "Prefer: code=404". To stop the mock, press Ctrl-C.
`;
}

function describeSandbox(
  { url, inspectorUrl, publicKey, privateKey }: Sandbox,
  requests: string[],
  { db, examples: hasExamples }: { db?: string; examples?: boolean },
): string {
  const examples = hasExamples
    ? `
It has the resources of the contract's examples, whose ids and keys work too. Its clock stands still.
`
    : "";
  return `
The sandbox is running at ${url}. To see and to do everything in a browser, open:

  ${inspectorUrl}

The keys of its first company:

  public   ${publicKey}
  private  ${privateKey}

${describeStorage(db)}
${examples}
To create a payment, paste this into another terminal:

  ${requests.join("\n  ")}

To stop the sandbox, press Ctrl-C.
`;
}

/** The exit statuses of expected errors. */
const exitStatuses = [
  { type: PrismMissingError, status: 1 },
  { type: CommandError, status: 1 },
  { type: UsageError, status: 2 },
];

const terminal: Output = { env: process.env, stdout: console.log, stderr: console.error };

/** Runs `centavo` with these arguments, and returns its exit status. */
export async function main(args: string[], io: Output = terminal): Promise<number> {
  for (const problem of unknownVariables(commands, io.env)) io.stderr(`centavo: ${problem}`);
  try {
    await runCommand(args, io);
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

async function runCommand([name, ...args]: string[], io: Output): Promise<void> {
  if (name === "--version") return io.stdout(readVersion());
  if (name === undefined)
    throw new UsageError("missing command; run centavo --help to see all commands");
  if (HELP.has(name)) return io.stdout(help(args));
  await runOrStart(name, commandNamed(name), args, io);
}

const HELP = new Set(["help", "--help", "-h"]);

/** The help of a command, or of all. */
function help([name]: string[]): string {
  if (name === undefined || HELP.has(name)) return describeCommands(commands);
  return describeCommand(name, commandNamed(name));
}

function commandNamed(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  const suggestion = didYouMean(name, [...Object.keys(commands), "help"]);
  throw new UsageError(
    `unknown command ${name}${suggestion || "; run centavo --help to see all commands"}`,
  );
}

async function runOrStart(
  name: string,
  command: Command,
  args: string[],
  io: Output,
): Promise<void> {
  const values = readFlags(name, command, args, io.env);
  if (values === "help") return io.stdout(describeCommand(name, command));
  if ("run" in command) {
    if (io === terminal) exitOnClosedOutput();
    return command.run(values, io);
  }
  ignoreClosedOutput();
  const { text, close } = await withFlagAdvice(values, () => command.start(values));
  closeOnSignal(close);
  io.stdout(text);
}

// Runs only if this file is the program, not if a test imports it. npm starts it by a symbolic link.
if (
  process.argv[1] &&
  realpathSync.native(process.argv[1]) === realpathSync.native(import.meta.filename)
) {
  process.exitCode = await main(process.argv.slice(2));
}
