import { setTimeout } from "node:timers/promises";
import { Shop } from "../sandbox/company-fixture.ts";
import { type Started, startProcess } from "../stress/sandbox-process.ts";

interface Member extends Started {
  shop: Shop;
  /** It opens a session of the inspector. */
  code: string;
}

/** Processes of the sandbox that share one database. */
export class SandboxFleet {
  readonly #flags: string[];
  readonly #members: (Member | undefined)[];
  keys: Shop["keys"] | undefined;
  /** How far the clock of each process is ahead from its next start on, in milliseconds. */
  readonly ahead: number[] = [];

  private constructor(flags: string[], size: number) {
    this.#flags = flags;
    this.#members = Array.from({ length: size }, () => undefined);
  }

  static async start(address: string, flags: string[] = [], size = 3): Promise<SandboxFleet> {
    const fleet = new SandboxFleet(["--quiet", "--db", address, ...flags], size);
    await Promise.all(fleet.#members.map((_, index) => fleet.launch(index)));
    return fleet;
  }

  async launch(index: number): Promise<void> {
    const clocks = { ahead: this.ahead[index] };
    const started = startProcess("src/cli/index.ts", this.#flags, () => {}, clocks);
    const { url, keys, code } = await started.ready;
    this.keys ??= keys;
    this.#members[index] = { ...started, code, shop: new Shop(url, this.keys) };
  }

  /** Ends a process without any warning to it, or some milliseconds after one. */
  async kill(index: number, warning?: number): Promise<void> {
    const member = this.#members[index];
    this.#members[index] = undefined;
    if (warning !== undefined) {
      member?.kill("SIGTERM");
      await setTimeout(warning);
    }
    member?.kill();
    await member?.ended;
  }

  /** Ends a process as a rolling restart does, and returns what it printed of defects. */
  async end(index: number): Promise<string> {
    const member = this.#members[index];
    const ended = await member?.end();
    this.#members[index] = undefined;
    return ended?.stderr ?? "";
  }

  async close(): Promise<void> {
    await Promise.all(this.#members.map((_, index) => this.end(index)));
  }

  /** The addresses of the processes that run or are about to stop. */
  members(): string[] {
    return this.#members.flatMap((member) => member?.shop.url ?? []);
  }

  codes(): string[] {
    return this.#members.flatMap((member) => member?.code ?? []);
  }

  /** The processes that run, each as a company sees it. */
  shops(keys = this.keys): Shop[] {
    const running = this.#members.filter((member) => member !== undefined);
    return running.map(({ shop }) =>
      keys === this.keys ? shop : new Shop(shop.url, keys ?? shop.keys),
    );
  }

  complaints(): string {
    return this.#members.map((member) => member?.complaints.join("") ?? "").join("");
  }
}

/** Asks again until it is so. */
export async function until(isSo: () => Promise<boolean>, limit = 60_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`It is not so after ${limit / 1000} seconds: ${isSo}`);
    await setTimeout(100);
  }
}
