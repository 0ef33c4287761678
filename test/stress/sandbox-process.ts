import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { START } from "../sandbox/company-fixture.ts";
import type { Measured } from "./memory-probe.ts";

const PROBE = join(import.meta.dirname, "memory-probe.ts");

/** How long it may take to end, in milliseconds: some seconds for what was accepted, on a busy machine. */
const MAX_END = 30_000;

interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
}

/** The process of a sandbox, which may not be ready yet. */
export interface Started {
  /** Where it listens, and what gives access to it. */
  ready: Promise<{
    url: string;
    keys: { publicKey: string; privateKey: string };
    /** It opens a session of the inspector. */
    code: string;
  }>;
  /** What it says of defects. */
  complaints: string[];
  /** What the process holds, once its garbage is collected. */
  measure(): Promise<Measured>;
  kill(signal?: NodeJS.Signals): void;
  /** Stops it with SIGTERM. If it does not stop, it is killed, which its exit then shows. */
  end(): Promise<Ended>;
  ended: Promise<Ended>;
}

interface Clocks {
  /** Whether the clocks of new companies do not move, so that responses are predictable. */
  areFrozen?: boolean;
  /** How far the clock of the process is ahead of that of this machine, in milliseconds. */
  ahead?: number | undefined;
}

/** Starts a sandbox. By default its clocks do not move. */
export function startProcess(
  cli: string,
  options: string[],
  onLine: (line: string) => void,
  { areFrozen = true, ahead = 0 }: Clocks = {},
): Started {
  const setClock = `data:text/javascript,const { now } = Date; Date.now = () => now() + ${ahead}`;
  const flags = ["--expose-gc", "--import", PROBE, ...(ahead === 0 ? [] : ["--import", setClock])];
  const clock = areFrozen ? ["--clock", START] : [];
  const command = [cli, "sandbox", "--port", "0", ...clock, ...options];
  const child = spawn(process.execPath, [...flags, ...command], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const complaints: string[] = [];
  child.stderr?.on("data", (text) => complaints.push(`${text}`));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stderr: complaints.join("") }));
  });
  const ready = readyOf(child, onLine, ended);
  // A test that kills it before it is ready does not wait for that.
  ready.catch(() => {});
  return {
    ...{ ready, complaints, ended },
    measure: () => measured(child),
    kill: (signal = "SIGKILL") => void child.kill(signal),
    async end() {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), MAX_END);
      return ended.finally(() => clearTimeout(late));
    },
  };
}

/** What it prints until it is ready says where it is; after that, each line is one of an event or a request. */
function readyOf(
  child: ChildProcess,
  onLine: (line: string) => void,
  ended: Promise<Ended>,
): Started["ready"] {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const beginning: string[] = [];
  const found = (pattern: RegExp) => pattern.exec(beginning.join("\n"))?.[1] ?? "";
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      if (beginning.at(-1)?.includes("Ctrl-C")) onLine(line);
      else if (beginning.push(line) && line.includes("Ctrl-C")) {
        const keys = { publicKey: found(/public +(\S+)/), privateKey: found(/private +(\S+)/) };
        resolve({
          url: found(/(?:running|machine) at (\S+)\. /),
          keys,
          code: found(/#code=(\S+)/),
        });
      }
    });
    ended.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)), reject);
  });
}

function measured(child: ChildProcess): Promise<Measured> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as Measured));
    child.send("measure", (error) => error && reject(error));
  });
}

/** A sandbox that is ready. */
export interface Running extends Omit<Started, "ready"> {
  url: string;
  keys: { publicKey: string; privateKey: string };
}

/** Starts one, which ends with the test. */
export async function launch(
  options: string[],
  onLine: (line: string) => void = () => {},
  clocks: Clocks = {},
): Promise<Running> {
  const { ready, ...started } = startProcess("src/cli/index.ts", options, onLine, clocks);
  onTestFinished(() => started.kill());
  return { ...started, ...(await ready) };
}
