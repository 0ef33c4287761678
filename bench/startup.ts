import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TokenCreated } from "../generated/types.ts";
import { number, type Section } from "./report.ts";
import { example, firstToken } from "./requests.ts";
import { bare, PRISM, SANDBOX, startServer } from "./server-process.ts";
import { median, race } from "./stats.ts";

/** Measures how long each program takes from its start to its first response. */
export async function startup({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 15;
  const folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  const newFile = () => join(folder, `${crypto.randomUUID()}.db`);
  const token = example<TokenCreated>("auth.createToken.keys");
  const programs: Record<string, () => string[]> = {
    "bare node:http": () => bare(token),
    sandbox: () => SANDBOX,
    "sandbox with --db, a new file": () => [...SANDBOX, "--db", newFile()],
    "Prism without log": () => PRISM,
  };
  const times = await race(Object.values(programs), rounds, (args) => timeToFirstResponse(args()));
  rmSync(folder, { recursive: true });
  const names = Object.keys(programs);
  return {
    title: "Start",
    method: `Milliseconds from the start of a process to its response to the first request for a token, the median of ${rounds} rounds. All run on the same Node, without a compile cache. A minimal program starts Prism; its CLI loads more code.`,
    head: ["", "milliseconds"],
    rows: names.map((name, index) => [name, number(median(times[index] ?? []))]),
    charts: [
      {
        title: "start: milliseconds to the first response",
        bars: names.map((name, index) => [name.replace(/, .*/, ""), median(times[index] ?? [])]),
      },
    ],
  };
}

/** The milliseconds from the start of a server to its first response. */
export async function timeToFirstResponse(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  await using server = await startServer(args);
  await firstToken(server);
  return performance.now() - startedAt;
}
