import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { TokenCreate } from "../generated/types.ts";
import {
  BARE,
  type BenchEnvironment,
  CLI,
  IN_PROCESS,
  PRISM,
  SANDBOX,
} from "./bench-environment.ts";
import { createToken, printedKeys } from "./company-fixture.ts";
import { fraction, type Goal, number, ratioGoal, type Section, times } from "./report-section.ts";
import { example, send } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 15;
const WARM_STARTS = 100;

/** The program that the others are compared with. */
const PRISM_NAME = "Prism without log";
/** The time to the first response of the sandbox, as a share of Prism's. */
const PRISM_GOAL = { is: "at most", goal: 1 / 6 } as const;
/** In a program's own process: the milliseconds of a start and a close, and the bytes that the first one adds. */
const WARM_GOAL = { is: "at most", goal: 3 } as const;
const MEMORY_GOAL = { is: "at most", goal: 50e6 } as const;

/** What starts a program, and whether the chart shows it. */
interface Program {
  name: string;
  args(): string[];
  isDrawn?: boolean;
}

/** Measures how long each program takes from its start to its first response. */
export async function start(bench: BenchEnvironment): Promise<Section> {
  const programs = programsOf(bench);
  const rounds = bench.rounds(ROUNDS);
  const figures = await race(programs, rounds, ({ args }) => timeToFirstResponse(args()));
  const timesOf = (name: string) => figures.get(name) ?? [];
  const shareOfPrism = (name: string) => medianRatio(timesOf(name), timesOf(PRISM_NAME));
  const drawn = programs.filter(({ isDrawn }) => isDrawn);
  const barOf = ({ name }: Program) => {
    const value = median(timesOf(name));
    return { name, value, label: number(value), isOwn: name === "sandbox" };
  };
  return {
    title: "Startup time",
    text: [
      `The time from the start of the process to a 200 response to a token request; the median of ${ROUNDS} rounds, in which each program starts once. All run on the same Node, without a compile cache. A minimal program starts Prism; Prism's CLI loads more code.`,
      `A program, such as tests, can also start sandboxes in its own process, with \`startSandbox\`. The time to start and close one is the median of ${WARM_STARTS} in a row, after ${WARM_STARTS} that do not count. The memory that the first one adds to the process is that after its start, less that before its import. Both are medians of ${ROUNDS} programs.`,
    ],
    tables: [
      {
        head: ["", "milliseconds", `relative to ${PRISM_NAME}`],
        rows: programs.map(({ name }) => [
          name,
          number(median(timesOf(name))),
          times(shareOfPrism(name)),
        ]),
      },
    ],
    goals: [
      ratioGoal("The sandbox's first response", shareOfPrism("sandbox"), PRISM_GOAL, {
        of: ` the time of ${PRISM_NAME}`,
        format: fraction,
      }),
      ...goalsInProgram(rounds),
    ],
    bars: [{ title: "startup time: milliseconds, shorter is better", bars: drawn.map(barOf) }],
  };
}

function programsOf(bench: BenchEnvironment): Program[] {
  const recording = bench.file("json");
  writeFileSync(recording, JSON.stringify({ headers: {}, body: "{}" }));
  const sandbox = [CLI, "sandbox", "--port", "0", "--quiet"];
  const withFile = () => [...sandbox, "--db", bench.file("db")];
  return [
    { name: "bare node:http", args: () => [BARE, recording], isDrawn: true },
    { name: "sandbox", args: () => sandbox, isDrawn: true },
    { name: "sandbox with --db, a new file", args: withFile },
    { name: "this package's mock", args: () => [CLI, "mock", "--port", "0"] },
    { name: PRISM_NAME, args: () => [PRISM, "without-log"], isDrawn: true },
    { name: "Prism as set up by its CLI", args: () => [PRISM, "as-its-command"], isDrawn: true },
  ];
}

/** Starts and closes sandboxes in programs, one after the other. */
function goalsInProgram(programs: number): Goal[] {
  const args = [IN_PROCESS, resolve(SANDBOX), `${WARM_STARTS}`];
  const printed: { memory: number; durations: number[] }[] = Array.from({ length: programs }, () =>
    JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })),
  );
  const warm = median(printed.map(({ durations }) => median(durations)));
  const memory = median(printed.map((each) => each.memory));
  return [
    ratioGoal("Start and close of a sandbox in a program", warm, WARM_GOAL, {
      format: (milliseconds) => `${number(milliseconds, 1)} ms`,
    }),
    ratioGoal("Memory that the first sandbox adds to a program", memory, MEMORY_GOAL, {
      format: (bytes) => `${number(bytes / 1e6)} MB`,
    }),
  ];
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
