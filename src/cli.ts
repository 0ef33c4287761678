#!/usr/bin/env node
import { parseArgs } from "node:util";
import { AddressError } from "./address.ts";
import { firstCall } from "./mock/first-call.ts";
import { PrismMissingError } from "./mock/prism.ts";
import { readVersion } from "./package.ts";
import { endOnSignal, isPort } from "./server.ts";

interface Flag {
  /** What the help calls its value. */
  value: string;
  fallback: string;
  help: string;
  accepts(text: string): boolean;
}

interface Command<Name extends string = string> {
  help: string;
  flags: Record<Name, Flag>;
  start(values: Record<Name, string>): Promise<Running>;
}

/** What a command has started, and a signal ends. */
interface Running {
  /** Where it is, and what can be done with it. */
  text: string;
  close(): Promise<void>;
}

const commands: Record<string, Command> = {
  mock: command({
    help: "Answers every call with the examples of the contract.",
    flags: {
      port: {
        value: "PORT",
        fallback: "4010",
        help: "the port to listen on, from 0 (any that is free) to 65535",
        accepts: isPort,
      },
      host: {
        value: "HOST",
        fallback: "127.0.0.1",
        help: "the address to listen on",
        accepts: (text) => text !== "",
      },
    },
    async start({ port, host }) {
      const { startMock } = await import("./mock/index.ts");
      const mock = await startMock({ port: Number(port), host, log: console.log });
      return { text: describeMock(mock.url), close: mock.close };
    },
  }),
};

/** Lets `start` know its own flags by name. */
function command<Name extends string>(given: Command<Name>): Command {
  return given;
}

function describeMock(url: string): string {
  return `
The mock is at ${url}. Any bearer token will do:

  ${firstCall(url)}

For an error, add -H "Prefer: code=404". To end the mock, press Ctrl-C.
`;
}

/** A mistake of the person who typed the command. */
class Misuse extends Error {}

const statuses = [
  { kind: PrismMissingError, status: 1 },
  { kind: Misuse, status: 2 },
];

async function main([name, ...args]: string[]): Promise<void> {
  if (name === "--help") return console.log(describeCommands());
  if (name === "--version") return console.log(readVersion());
  const found = Object.entries(commands).find(([known]) => known === name);
  if (!found) {
    const problem = name === undefined ? "no command is given" : `there is no command ${name}`;
    throw new Misuse(`${problem}, see centavo --help`);
  }
  await run(...found, args);
}

async function run(name: string, command: Command, args: string[]): Promise<void> {
  const given = readFlags(command, args);
  if (given.help) return console.log(describeCommand(name, command));
  const values = Object.entries(command.flags).map(([flagName, flag]) => [
    flagName,
    readValue(flag, [
      [`--${flagName}`, given[flagName]],
      // A variable that is set to nothing is as good as none.
      [variable(name, flagName), process.env[variable(name, flagName)] || undefined],
    ]),
  ]);
  const { text, close } = await start(command, Object.fromEntries(values));
  endOnSignal(close);
  console.log(text);
}

/** An address that cannot be listened on is one that somebody chose, by the option of its name. */
async function start(command: Command, values: Record<string, string>): Promise<Running> {
  try {
    return await command.start(values);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new Misuse(`${error.message}, choose another with --${error.option}`);
  }
}

function readFlags({ flags }: Command, args: string[]): Record<string, unknown> {
  const strings = Object.keys(flags).map((flag) => [flag, { type: "string" }] as const);
  try {
    const options = { ...Object.fromEntries(strings), help: { type: "boolean" } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    // After the first sentence it explains how Node reads arguments.
    throw new Misuse((error as Error).message.split(/\.\s/)[0]);
  }
}

/** The first value that is given counts; one that is of no use is told with where it was given. */
function readValue({ fallback, help, accepts }: Flag, sources: [string, unknown][]): string {
  const [source, text] = sources.find(([, given]) => given !== undefined) ?? ["", fallback];
  if (accepts(String(text))) return String(text);
  throw new Misuse(`${source}=${text} cannot be ${help}`);
}

/** `--port` of `mock` is `CENTAVO_MOCK_PORT` in the environment. */
function variable(command: string, flag: string): string {
  return `CENTAVO_${command}_${flag}`.toUpperCase().replaceAll("-", "_");
}

function describeCommands(): string {
  const rows = Object.entries(commands).map(([name, { help }]) => [name, help] as const);
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(rows)}

Each command tells of its options with --help. centavo --version tells the version.`;
}

function describeCommand(name: string, { help, flags }: Command): string {
  const rows = Object.entries(flags).map(([flag, { value, fallback, help }]) => {
    const where = `${variable(name, flag)} in the environment; ${fallback} without either`;
    return [`--${flag} ${value}`, `${help} (${where})`] as const;
  });
  return `Usage: centavo ${name} [OPTIONS]\n\n${help}\n\n${list(rows)}`;
}

function list(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const status = statuses.find(({ kind }) => error instanceof kind)?.status;
  if (status === undefined) throw error;
  console.error(`centavo: ${(error as Error).message}`);
  process.exitCode = status;
}
