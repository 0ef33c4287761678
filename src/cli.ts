#!/usr/bin/env node
import { AddressError } from "./address.ts";
import {
  type Command,
  command,
  describeCommand,
  describeCommands,
  Misuse,
  type Running,
  readValues,
  type Values,
} from "./command.ts";
import { PrismMissingError } from "./mock/prism.ts";
import { readVersion } from "./package.ts";
import { OptionError, SqliteMissingError } from "./sandbox/errors.ts";
import type { Sandbox } from "./sandbox/index.ts";
import { isTime } from "./sandbox/options.ts";
import { endOnSignal, isPort, outliveReaders } from "./server.ts";

const address = {
  port: {
    value: "PORT",
    help: "the port to listen on, from 0 (any that is free) to 65535",
    accepts: isPort,
  },
  host: {
    value: "HOST",
    fallback: "127.0.0.1",
    help: "the address to listen on",
    accepts: isGiven,
  },
};

const commands: Record<string, Command> = {
  mock: command({
    help: "Answers every call with the examples of the contract.",
    flags: { ...address, port: { ...address.port, fallback: "4010" } },
    async start({ port, host }) {
      const [{ startMock }, { firstCall }] = await Promise.all([
        import("./mock/index.ts"),
        import("./mock/first-call.ts"),
      ]);
      const mock = await startMock({ port: Number(port), host, log: console.log });
      return { text: describeMock(mock.url, firstCall(mock.url)), close: mock.close };
    },
  }),
  sandbox: command({
    help: "Is the whole service on your own machine: it keeps what it is told, and has a clock to move.",
    flags: {
      ...address,
      port: { ...address.port, fallback: "4020" },
      db: {
        value: "FILE",
        help: "the file that keeps everything",
        accepts: isGiven,
      },
      seed: {
        value: "SEED",
        help: "what ids, keys and tokens follow from",
        accepts: isGiven,
      },
      clock: {
        value: "TIME",
        help: "the time at which the clocks stand still, such as 2026-03-02T12:00:00Z",
        accepts: isTime,
      },
      "control-token": {
        value: "TOKEN",
        help: "what has to be sent to make a company",
        accepts: isGiven,
      },
      postbacks: {
        value: "loopback|any",
        fallback: "loopback",
        help: "where postbacks may go, to this machine only or anywhere",
        accepts: (text) => text === "loopback" || text === "any",
      },
      quiet: { help: "tells of no requests" },
    },
    async start({ port, quiet, "control-token": controlToken, postbacks, ...given }) {
      const [{ startSandbox }, { firstCall }] = await Promise.all([
        import("./sandbox/index.ts"),
        import("./sandbox/first-call.ts"),
      ]);
      const sandbox = await startSandbox({
        ...given,
        port: Number(port),
        postbacks: postbacks === "any" ? "any" : "loopback",
        ...(controlToken !== undefined && { controlToken }),
        ...(!quiet && { log: console.log }),
      });
      return { text: describeSandbox(sandbox, firstCall(sandbox)), close: sandbox.close };
    },
  }),
};

function isGiven(text: string): boolean {
  return text !== "";
}

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
  { kind: Misuse, status: 2 },
];

async function main([name, ...args]: string[]): Promise<void> {
  if (name === "--help") return console.log(describeCommands(commands));
  if (name === "--version") return console.log(readVersion());
  const found = Object.entries(commands).find(([known]) => known === name);
  if (!found) {
    const problem = name === undefined ? "no command is given" : `there is no command ${name}`;
    throw new Misuse(`${problem}, see centavo --help`);
  }
  await run(...found, args);
}

async function run(name: string, command: Command, args: string[]): Promise<void> {
  const values = readValues(name, command, args);
  if (values === "help") return console.log(describeCommand(name, command));
  outliveReaders();
  const { text, close } = await start(command, values);
  endOnSignal(close);
  console.log(text);
}

/** What cannot be started with is what somebody chose, or did not, by the option of its name. */
async function start(command: Command, values: Values): Promise<Running> {
  try {
    return await command.start(values);
  } catch (error) {
    if (!(error instanceof AddressError || error instanceof OptionError)) throw error;
    const flag = error.option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const advice = flag in values ? "choose another" : "set one";
    throw new Misuse(`${error.message}, ${advice} with --${flag}`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const status = statuses.find(({ kind }) => error instanceof kind)?.status;
  if (status === undefined) throw error;
  console.error(`centavo: ${(error as Error).message}`);
  process.exitCode = status;
}
