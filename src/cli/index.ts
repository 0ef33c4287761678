#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { readVersion } from "../contract/read-bundled-contract.ts";
import { closeOnSignal, ignoreClosedOutput } from "../http-server/http-server.ts";
import { PrismMissingError } from "../mock/prism.ts";
import type { Sandbox } from "../sandbox/index.ts";
import { SqliteMissingError } from "../sandbox/startup-errors.ts";
import {
  type Command,
  command,
  describeCommand,
  describeCommands,
  type Environment,
  readFlags,
  UsageError,
  withFlagAdvice,
} from "./command-line.ts";
import { mockFlags, sandboxFlags, sandboxOptions } from "./flags.ts";

const commands: Record<string, Command> = {
  mock: command({
    help: "Answers every call with the examples of the contract.",
    flags: mockFlags,
    async start({ port, host }) {
      const [{ startMock }, { curlExample }] = await Promise.all([
        import("../mock/index.ts"),
        import("./mock-curl-example.ts"),
      ]);
      const mock = await startMock({ port: Number(port), host, log: console.log });
      return { text: describeMock(mock.url, curlExample(mock.url)), close: mock.close };
    },
  }),
  sandbox: command({
    help: "Is the whole service on your own machine: it keeps what it is told, and has a clock to move.",
    flags: sandboxFlags,
    async start({ quiet, ...values }) {
      const [{ startSandbox }, { curlExample }] = await Promise.all([
        import("../sandbox/index.ts"),
        import("./sandbox-curl-example.ts"),
      ]);
      const sandbox = await startSandbox({
        ...sandboxOptions(values),
        ...(!quiet && { log: console.log }),
      });
      return { text: describeSandbox(sandbox, curlExample(sandbox)), close: sandbox.close };
    },
  }),
};

function describeMock(url: string, firstCall: string): string {
  return `
The mock is at ${url}. Any bearer token will do:

  ${firstCall}

For an error, add -H "Prefer: code=404". To end the mock, press Ctrl-C.
`;
}

function describeSandbox({ url, publicKey, privateKey }: Sandbox, firstCall: string[]): string {
  return `
The sandbox is at ${url}. Its first company has the keys

  public   ${publicKey}
  private  ${privateKey}

The first calls, to paste into another terminal:

  ${firstCall.join("\n  ")}

To end the sandbox, press Ctrl-C.
`;
}

const statuses = [
  { kind: PrismMissingError, status: 1 },
  { kind: SqliteMissingError, status: 1 },
  { kind: UsageError, status: 2 },
];

/** What the command reads besides its arguments, and where it prints. */
export interface Terminal {
  env: Environment;
  stdout(text: string): void;
  stderr(text: string): void;
}

const terminal: Terminal = { env: process.env, stdout: console.log, stderr: console.error };

/** Runs `centavo` with these arguments, and gives its exit status. */
export async function main(args: string[], on: Terminal = terminal): Promise<number> {
  try {
    await runCommand(args, on);
    return 0;
  } catch (error) {
    const status = statuses.find(({ kind }) => error instanceof kind)?.status;
    if (status === undefined) throw error;
    on.stderr(`centavo: ${(error as Error).message}`);
    return status;
  }
}

async function runCommand([name, ...args]: string[], on: Terminal): Promise<void> {
  if (name === "--help") return on.stdout(describeCommands(commands));
  if (name === "--version") return on.stdout(readVersion());
  const found = Object.entries(commands).find(([known]) => known === name);
  if (!found) {
    const problem = name === undefined ? "no command is given" : `there is no command ${name}`;
    throw new UsageError(`${problem}, see centavo --help`);
  }
  await run(...found, args, on);
}

async function run(name: string, command: Command, args: string[], on: Terminal): Promise<void> {
  const values = readFlags(name, command, args, on.env);
  if (values === "help") return on.stdout(describeCommand(name, command));
  ignoreClosedOutput();
  const { text, close } = await withFlagAdvice(values, () => command.start(values));
  closeOnSignal(close);
  on.stdout(text);
}

// Tests import this file. Only as a program, which npm starts by a symbolic link, does it run by itself.
if (
  process.argv[1] &&
  realpathSync.native(process.argv[1]) === realpathSync.native(import.meta.filename)
) {
  process.exitCode = await main(process.argv.slice(2));
}
