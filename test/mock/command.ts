import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";

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
  /** What it printed when it was ready. */
  text: string;
  /** Leaves it with nobody at the other end of its output, as `head` does. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

export const fromSource = [process.execPath, "src/cli.ts"];

/** Runs a command to its end. */
export function run(command: string[], options?: Options): Promise<Ended> {
  return begin(command, options).ended;
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
  const [, url = ""] = text.match(/is at (\S+)\. /) ?? [];
  const stopReading = () => child.stdout.destroy();
  return { url, text, stopReading, kill: (signal) => child.kill(signal), ended };
}

function begin([file = "", ...args]: string[], { cwd, env = {} }: Options = {}) {
  // What the person who runs the tests has set is not to be tested.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CENTAVO_"));
  const child = spawn(file, args, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
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
