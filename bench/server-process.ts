import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Measured } from "../test/stress/memory-probe.ts";
import { firstToken } from "./requests.ts";

const CLI = "dist/package/src/cli/index.js";

/** The sandbox of the package, as built by `npm run build`. */
export const SANDBOX = [CLI, "sandbox", "--port", "0", "--quiet"];

/** The same, of which the memory can be measured once its garbage is collected. */
export const PROBED_SANDBOX = [
  "--expose-gc",
  "--import",
  "./test/stress/memory-probe.ts",
  ...SANDBOX,
];

/** The other programs. They are JavaScript, since compiling TypeScript would slow down their start. */
export const PRISM = ["bench/servers/prism-http.js"];
export const bare = (body: unknown) => ["bench/servers/bare-node-http.js", JSON.stringify(body)];

/** A server in its own process, which has printed its URL. */
export interface ServerProcess extends AsyncDisposable {
  port: number;
  output: string;
  /** What a probed one holds. */
  measure(): Promise<Measured>;
  /** The processor time of all its threads so far, in microseconds. NaN where the system does not tell. */
  processorTime(): number;
}

export async function startServer(args: readonly string[]): Promise<ServerProcess> {
  const isProbed = args[0] === PROBED_SANDBOX[0];
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit", ...(isProbed ? ["ipc" as const] : [])],
  });
  const ended = once(child, "close");
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)\D/.exec(output) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    ended.then(() => reject(new Error(`${args.join(" ")} exited before it was ready: ${output}`)));
  });
  return {
    ...{ port, output },
    async measure() {
      child.send("measure");
      const [measured] = await once(child, "message");
      return measured;
    },
    processorTime: () => processorTimeOf(child),
    [Symbol.asyncDispose]: stop,
  };
}

/** The milliseconds from the start of a server to its first response. */
export async function timeToFirstResponse(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await using server = await startServer(args);
  await firstToken(server);
  return performance.now() - startedAt;
}

/** The first number of a thread's schedstat is in nanoseconds. The times of the process itself are in hundredths of a second. */
function processorTimeOf({ pid }: ChildProcess): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((id) =>
      Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8"), 10),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  } catch {
    return Number.NaN;
  }
}
