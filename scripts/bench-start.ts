import { spawn } from "node:child_process";
import { once } from "node:events";

/** How often each is started. */
const ROUNDS = 20;

const BARE = `
const server = require("node:http").createServer((_, response) => response.end("{}"));
server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + " "));`;

/** What is started, each after the other in every round, so that a busy moment is no one's alone. */
const started: Record<string, string[]> = {
  "bare node:http": ["-e", BARE],
  "sandbox, packaged": ["dist/package/src/cli.js", "sandbox", "--port", "0", "--quiet"],
  "sandbox, from source": ["src/cli.ts", "sandbox", "--port", "0", "--quiet"],
  "mock (Prism)": ["dist/package/src/cli.js", "mock", "--port", "0"],
};

/** Milliseconds from the start of a process to its first answer; it prints where it listens. */
export async function timeToAnswer(args: string[], path: string): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const text of child.stdout) {
    printed += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+(?=\D)/.exec(printed) ?? [];
    if (url === undefined) continue;
    await (await fetch(url + path)).arrayBuffer();
    break;
  }
  const time = performance.now() - before;
  child.kill("SIGKILL");
  await once(child, "close");
  return time;
}

/** The middle one, so that one slow start counts for nothing. */
export function median(times: number[]): number {
  return [...times].sort((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
}

if (import.meta.main) {
  const times = new Map(Object.keys(started).map((name) => [name, [] as number[]]));
  // The first round pays for what the system reads from disk once, and for this process's fetch.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(started)) {
      const time = await timeToAnswer(args, "/_sandbox/health");
      if (round > 0) times.get(name)?.push(time);
    }
  }
  const bare = median(times.get("bare node:http") ?? []);
  for (const [name, all] of times) {
    const time = median(all);
    console.log(
      `${name.padEnd(22)} ${time.toFixed(0).padStart(5)} ms  ${(time / bare).toFixed(1)}`,
    );
  }
}
