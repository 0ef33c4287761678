import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const POLL_INTERVAL = 20;

/** A server in a separate process. Its output goes to a file, which is the fastest way. */
export class ServerProcess {
  readonly #process: ChildProcess;
  /** The output until the server was ready. */
  readonly output: string;
  readonly port: number;

  /** Starts a program that prints its URL. */
  static async start(folder: string, ...args: string[]): Promise<ServerProcess> {
    const file = join(folder, `${crypto.randomUUID()}.log`);
    const descriptor = openSync(file, "w");
    const child = spawn(process.execPath, args, { stdio: ["ignore", descriptor, "inherit"] });
    closeSync(descriptor);
    for (;;) {
      const output = readFileSync(file, "utf8");
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\D/.exec(output) ?? [];
      if (port !== undefined) return new ServerProcess(child, output, Number(port));
      if (child.exitCode !== null) throw new Error(`${args.join(" ")} exited before it was ready.`);
      await setTimeout(POLL_INTERVAL);
    }
  }

  private constructor(process: ChildProcess, output: string, port: number) {
    this.#process = process;
    this.output = output;
    this.port = port;
  }

  /** The resident memory in bytes. NaN if the system does not report it. */
  memory(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(this.#readProc("status") ?? "") ?? [];
    return Number(kilobytes) * 1024;
  }

  /** The processor time used so far, in microseconds. NaN if the system does not report it. */
  processorTime(): number {
    const folder = `/proc/${this.#process.pid}/task`;
    const threads = existsSync(folder) ? readdirSync(folder) : [""];
    // The first field has nanoseconds. Those of the process itself are counted in hundredths of a second.
    const times = threads.map((id) =>
      Number.parseInt(this.#readProc(`task/${id}/schedstat`) ?? "", 10),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1000;
  }

  /** Reads a file of the process from /proc, which only Linux has. */
  #readProc(name: string): string | undefined {
    try {
      return readFileSync(`/proc/${this.#process.pid}/${name}`, "utf8");
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, "exit");
    this.#process.kill();
    await exited;
  }
}
