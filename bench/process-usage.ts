import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const WAIT = 20;
/** In what Linux counts processor time, in microseconds. */
const TICK = 10_000;

/** A server that runs in a process of its own. What it prints goes to a file, which takes the least time. */
export class ServerProcess {
  readonly #process: ChildProcess;
  /** What it printed until it was ready. */
  readonly printed: string;
  readonly port: number;

  /** Starts a program that prints the address where it listens. */
  static async start(folder: string, ...args: string[]): Promise<ServerProcess> {
    const file = join(folder, `${crypto.randomUUID()}.log`);
    const output = openSync(file, "w");
    const child = spawn(process.execPath, args, { stdio: ["ignore", output, "inherit"] });
    closeSync(output);
    for (;;) {
      const printed = readFileSync(file, "utf8");
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\D/.exec(printed) ?? [];
      if (port !== undefined) return new ServerProcess(child, printed, Number(port));
      if (child.exitCode !== null) throw new Error(`${args.join(" ")} has ended.`);
      await setTimeout(WAIT);
    }
  }

  private constructor(process: ChildProcess, printed: string, port: number) {
    this.#process = process;
    this.printed = printed;
    this.port = port;
  }

  /** The memory that it takes, in bytes, where the system tells it. */
  memory(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(this.#told("status") ?? "") ?? [];
    return Number(kilobytes) * 1024;
  }

  /** The processor time that it has taken, in microseconds, where the system tells it. */
  processorTime(): number {
    // Of the fields after the name, which may hold anything: for itself, and in the system for it.
    const fields = this.#told("stat")?.split(") ")[1];
    const [own, system] = fields?.split(" ").slice(11) ?? [];
    return (Number(own) + Number(system)) * TICK;
  }

  /** What a Linux tells of a process. */
  #told(name: string): string | undefined {
    try {
      return readFileSync(`/proc/${this.#process.pid}/${name}`, "utf8");
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}
