import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { TokenCreate } from "../generated/types.ts";
import { BARE, type BenchEnvironment, CLI, PRISM } from "./bench-environment.ts";
import { createToken, printedKeys } from "./company-fixture.ts";
import { number, type Section, times } from "./report-section.ts";
import { example, send } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 15;
const MAX_SHARE_OF_PRISM = 1 / 6;

const programNames = {
  bare: "bare node:http",
  sandbox: "sandbox",
  file: "sandbox with --db, a new file",
  mock: "this package's mock",
  prism: "Prism without log",
  command: "Prism as set up by its CLI",
};
type Name = keyof typeof programNames;

/** The programs in the chart. */
const DRAWN: Name[] = ["bare", "sandbox", "prism", "command"];

/** Measures how long each program takes from its start to its first response. */
export async function start(bench: BenchEnvironment): Promise<Section> {
  const recording = bench.file("json");
  writeFileSync(recording, JSON.stringify({ headers: {}, body: "{}" }));
  const sandbox = [CLI, "sandbox", "--port", "0", "--quiet"];
  const programs: Record<Name, () => string[]> = {
    bare: () => [BARE, recording],
    sandbox: () => sandbox,
    file: () => [...sandbox, "--db", bench.file("db")],
    mock: () => [CLI, "mock", "--port", "0"],
    prism: () => [PRISM, "without-log"],
    command: () => [PRISM, "as-its-command"],
  };
  const names = Object.keys(programNames) as Name[];
  const figures = await race(
    names.map((name) => ({ name })),
    bench.rounds(ROUNDS),
    ({ name }) => timeToFirstResponse(programs[name]()),
  );
  const timesOf = (name: Name) => figures.get(name) ?? [];
  const shareOfPrism = (name: Name) => medianRatio(timesOf(name), timesOf("prism"));
  return {
    title: "Startup time",
    text: [
      `The time from the start of the process to a 200 response to a token request; the median of ${ROUNDS} rounds, in which each program starts once. All run on the same Node, without a compile cache. A minimal program starts Prism; Prism's CLI loads more code.`,
    ],
    tables: [
      {
        head: ["", "milliseconds", "relative to Prism without log"],
        rows: names.map((name) => [
          programNames[name],
          number(median(timesOf(name))),
          times(shareOfPrism(name)),
        ]),
      },
    ],
    goals: [
      {
        goal: "The sandbox sends its first response in at most a sixth of Prism's time",
        measured: times(shareOfPrism("sandbox")),
        isMet: shareOfPrism("sandbox") <= MAX_SHARE_OF_PRISM,
      },
    ],
    bars: [
      {
        title: "startup time: milliseconds, shorter is better",
        bars: DRAWN.map((name) => {
          const value = median(timesOf(name));
          const isOwn = name === "sandbox";
          return { name: programNames[name], value, label: number(value), isOwn };
        }),
      },
    ],
  };
}

/** The milliseconds from the start of a server to its first response. The server prints its URL. */
export async function timeToFirstResponse(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await requestToken(child.stdout);
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null) await once(child, "close");
  }
}

/** Requests a token as soon as the server has printed its URL. */
async function requestToken(stdout: AsyncIterable<Buffer>): Promise<void> {
  let output = "";
  for await (const chunk of stdout) {
    output += chunk;
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)(?=\D)/.exec(output) ?? [];
    if (port === undefined) continue;
    // A sandbox prints its keys. All other servers accept any.
    const keys = printedKeys(output) ?? example<TokenCreate>("auth.createToken.keys.request");
    await (await send(Number(port), createToken(keys))).arrayBuffer();
    return;
  }
  throw new Error(`The server exited before it printed its URL: ${output}`);
}
