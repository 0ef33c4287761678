import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { Person } from "../src/cli/define-command.ts";
import { main } from "../src/cli/main.ts";

export interface Options {
  cwd?: string;
  env?: Record<string, string>;
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A mock or a sandbox in a process of its own. */
export interface Started {
  url: string;
  pid: number;
  /** What it has printed so far. */
  printed: { stdout: string; stderr: string };
  /** What it printed when it was ready. */
  text: string;
  /** Closes the reading end of its output, as `head` does. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** The next process reuses what one has compiled, and starts in half the time. */
export const NODE_COMPILE_CACHE = resolve("node_modules/.cache/compiled");

export const fromSource = [process.execPath, "src/cli/index.ts"];

/** Runs a command to its end in a process of its own. */
export function run(command: string[], options?: Options): Promise<Ended> {
  return begin(command, options).ended;
}

/** Runs `centavo` to its end in this process, which takes a hundredth of the time. */
export async function runHere(
  args: string[],
  env: Record<string, string> = {},
  person?: Person,
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const status = await main(args, {
    env,
    person,
    stdout: (text) => {
      printed.stdout += `${text}\n`;
    },
    stderr: (text) => {
      printed.stderr += `${text}\n`;
    },
  });
  return { status, signal: null, ...printed };
}

/** Runs a command that starts one of them, until it says that it is ready. */
export async function start(command: string[], options?: Options): Promise<Started> {
  const { child, printed, ended } = begin(command, options);
  const ready = new Promise<string>((resolve) => {
    child.stdout.on("data", () => printed.stdout.includes("Ctrl-C") && resolve(printed.stdout));
  });
  const early = ended.then((end) => {
    throw new Error(`It ended before it was ready: ${JSON.stringify(end)}`);
  });
  early.catch(() => {});
  const text = await Promise.race([ready, early]);
  const [, url = ""] = text.match(/(?:running|machine) at (\S+)\. /) ?? [];
  const stopReading = () => child.stdout.destroy();
  const { pid = 0 } = child;
  return { url, pid, printed, text, stopReading, kill: (signal) => child.kill(signal), ended };
}

/** Runs a command in a process of its own, and returns the process too. */
export function begin([file = "", ...args]: string[], { cwd, env = {} }: Options = {}) {
  // The environment of the person who runs the tests must not affect them.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CENTAVO_"));
  const child = spawn(file, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    printed.stdout += data;
  });
  child.stderr.on("data", (data) => {
    printed.stderr += data;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, ...printed }));
  });
  return { child, printed, ended };
}
