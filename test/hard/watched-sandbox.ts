import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { START } from "../sandbox/shop.ts";
import { seed } from "./chance.ts";
import type { Measured } from "./probe.ts";

const PROBE = join(import.meta.dirname, "probe.ts");

/** A sandbox in a process of its own, of which everything that it prints is read. */
export interface Watched {
  url: string;
  keys: { publicKey: string; privateKey: string };
  /** The lines that it prints for requests, and what is wrong with some of them. */
  printed: { lines: number; odd: string[] };
  /** What it says of defects. */
  complaints: string[];
  /** What the process holds, once its garbage is collected. */
  measure(): Promise<Measured>;
  /** Ends it, as Ctrl-C would, and gives its status. */
  end(): Promise<number | null>;
  kill(): void;
}

/** Starts one whose ids follow from the seed of the run, and whose clocks stand still. */
export async function watchSandbox(isOdd: (line: string) => boolean): Promise<Watched> {
  const flags = ["--port", "0", "--clock", START, "--seed", seed];
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", PROBE, "src/cli.ts", "sandbox", ...flags],
    { stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  const complaints: string[] = [];
  child.stderr?.on("data", (text) => complaints.push(`${text}`));
  const printed: Watched["printed"] = { lines: 0, odd: [] };
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const beginning: string[] = [];
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      if (beginning.at(-1)?.includes("Ctrl-C")) {
        printed.lines += 1;
        if (isOdd(line)) printed.odd.push(line);
      } else if (beginning.push(line) && line.includes("Ctrl-C")) resolve();
    });
    child.on("close", () => reject(new Error(`It did not start: ${complaints.join("")}`)));
  });
  const text = beginning.join("\n");
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  return {
    url: found(/is at (\S+)\. /),
    keys: { publicKey: found(/public +(\S+)/), privateKey: found(/private +(\S+)/) },
    printed,
    complaints,
    async measure() {
      child.send("measure");
      const [measured] = await once(child, "message");
      return measured as Measured;
    },
    async end() {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      const [status] = await closed;
      return status;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}
