import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { TokenCreate } from "../generated/types.ts";
import { BARE, type BenchEnvironment, CLI, PRISM } from "./bench-environment.ts";
import { createToken, printedKeys } from "./company-fixture.ts";
import { number, type Section, times } from "./report-section.ts";
import { example, make } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const ROUNDS = 15;
const MAX_OF_PRISM = 1 / 6;

const contenders = {
  bare: "bare node:http",
  sandbox: "sandbox",
  file: "sandbox with --db, a new file",
  mock: "this package's mock",
  prism: "Prism without log",
  command: "Prism as its command",
};
type Name = keyof typeof contenders;

/** What the chart shows. */
const DRAWN: Name[] = ["bare", "sandbox", "prism", "command"];

/** How long each takes until it has answered the first call, which asks for a token. */
export async function start(bench: BenchEnvironment): Promise<Section> {
  const anything = bench.file("json");
  writeFileSync(anything, JSON.stringify({ headers: {}, body: "{}" }));
  const sandbox = [CLI, "sandbox", "--port", "0", "--quiet"];
  const programs: Record<Name, () => string[]> = {
    bare: () => [BARE, anything],
    sandbox: () => sandbox,
    file: () => [...sandbox, "--db", bench.file("db")],
    mock: () => [CLI, "mock", "--port", "0"],
    prism: () => [PRISM, "without-log"],
    command: () => [PRISM, "as-its-command"],
  };
  const names = Object.keys(contenders) as Name[];
  const figures = await race(
    names.map((name) => ({ name })),
    bench.rounds(ROUNDS),
    ({ name }) => timeToAnswer(programs[name]()),
  );
  const timesOf = (name: Name) => figures.get(name) ?? [];
  const ofPrism = (name: Name) => medianRatio(timesOf(name), timesOf("prism"));
  return {
    title: "Start to first answer",
    text: [
      `From the start of the process until it has answered a call for a token with a 200; the median of ${ROUNDS} rounds, in which each is started once. All run with the same Node, without a compile cache. Prism is started by a program that does no more than that; its command loads more first.`,
    ],
    tables: [
      {
        head: ["", "milliseconds", "of what Prism without log takes"],
        rows: names.map((name) => [
          contenders[name],
          number(median(timesOf(name))),
          times(ofPrism(name)),
        ]),
      },
    ],
    goals: [
      {
        goal: "The sandbox gives its first answer in at most a sixth of Prism's time",
        measured: times(ofPrism("sandbox")),
        isMet: ofPrism("sandbox") <= MAX_OF_PRISM,
      },
    ],
    bars: [
      {
        title: "start to first answer: milliseconds, shorter is better",
        bars: DRAWN.map((name) => {
          const value = median(timesOf(name));
          const isOwn = name === "sandbox";
          return { name: contenders[name], value, label: number(value), isOwn };
        }),
      },
    ],
  };
}

/** Milliseconds from the start of a process to its first answer; it prints where it listens. */
export async function timeToAnswer(args: string[]): Promise<number> {
  const before = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await answerOf(child.stdout);
    return performance.now() - before;
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null) await once(child, "close");
  }
}

/** Asks for a token as soon as the address is printed. */
async function answerOf(output: AsyncIterable<Buffer>): Promise<void> {
  let printed = "";
  for await (const text of output) {
    printed += text;
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)(?=\D)/.exec(printed) ?? [];
    if (port === undefined) continue;
    // A sandbox has keys of its own, and all others take any.
    const keys = printedKeys(printed) ?? example<TokenCreate>("auth.createToken.keys.request");
    await (await make(Number(port), createToken(keys))).arrayBuffer();
    return;
  }
  throw new Error(`It ended before it told where it listens: ${printed}`);
}
