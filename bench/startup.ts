import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TokenCreated } from "../generated/types.ts";
import { newFile } from "./engines.ts";
import { number, type Section } from "./report.ts";
import { example } from "./requests.ts";
import { bare, PRISM, SANDBOX, timeToFirstResponse } from "./server-process.ts";
import { median, race } from "./stats.ts";

const run = promisify(execFile);
const TSC = resolve("node_modules/typescript/bin/tsc");
/** In milliseconds. What hangs ends then. */
const LIMIT = { timeout: 5 * 60_000 };

const EMPTY = "export {};";
const CONSUMER = `import { createCentavo } from "centavo";
export const centavo = createCentavo({ baseUrl: "", publicKey: "", privateKey: "" });
export const read = async (id: string) => (await centavo.payments.get(id)).data.status;`;

/** Measures what a user waits for: a program that starts, a clone, and the compiler. */
export async function startup({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const programs: Record<string, () => string[]> = {
    "bare node:http": () => bare(example<TokenCreated>("auth.createToken.keys")),
    sandbox: () => SANDBOX,
    "sandbox with --db, a new file": () => [...SANDBOX, "--db", newFile()],
    "Prism without log": () => PRISM,
  };
  const starts = await race(Object.values(programs), isQuick ? 1 : 15, (args) =>
    timeToFirstResponse(args()),
  );
  const start = median(starts[1] ?? []);
  const [empty = [], consumer = []] = await race(newProjects(), isQuick ? 1 : 5, timeToCompile);
  const above = median(consumer.map((took, round) => took - (empty[round] ?? Number.NaN)));
  const clone = isQuick ? Number.NaN : await timeToServe(newFile());
  return {
    title: "Start",
    method:
      "Milliseconds. From the start of a process to its response to the first request for a token: all run on the same Node, without a compile cache; a minimal program starts Prism, whose CLI loads more code. TypeScript 5.9 compiles an empty program, and one that imports the client of the package, and checks the types of all that they import. The clone is one of the last commit, in which `npm ci` installs from a filled cache.",
    head: ["", "milliseconds"],
    rows: [
      ...Object.keys(programs).map((name, index) => [name, number(median(starts[index] ?? []))]),
      ["tsc of an empty program", number(median(empty))],
      ["tsc of a program with the client", number(median(consumer))],
      ["git clone, npm ci && npm start, until the mock and the sandbox answer", number(clone)],
    ],
    demands: [
      ["centavo sandbox: the first response", start, "ms", { must: 200, goal: 120 }],
      [
        "tsc of a program with the client, above an empty one",
        above / 1000,
        "s",
        { must: 0.5, goal: 0.25 },
      ],
      ["a fresh clone until its servers answer", clone / 1000, "s", { must: 90, goal: 60 }],
    ],
  };
}

/** An empty project, and one that uses the package as built by `npm run build`. */
function newProjects(): string[] {
  const folder = dirname(newFile());
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules", "centavo"));
  const compilerOptions = { strict: true, noEmit: true, module: "nodenext", types: [] };
  return Object.entries({ EMPTY, CONSUMER }).map(([name, text]) => {
    const [program, project] = [`${name}.mts`, join(folder, `${name}.json`)];
    writeFileSync(join(folder, program), text);
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [program] }));
    return project;
  });
}

async function timeToCompile(project: string): Promise<number> {
  const startedAt = performance.now();
  await run(process.execPath, [TSC, "-p", project], LIMIT);
  return performance.now() - startedAt;
}

/** NaN if npm's cache lacks a package. */
async function timeToServe(folder: string): Promise<number> {
  const startedAt = performance.now();
  await run("git", ["clone", "--quiet", ".", folder], LIMIT);
  const installing = run("npm", ["ci", "--offline"], { cwd: folder, ...LIMIT });
  if (!(await installing.then(Boolean, () => false))) return Number.NaN;
  const ports = ["docs", "mock", "sandbox"].map((name) => `--${name}-port=0`);
  const options = { cwd: folder, ...LIMIT, detached: true };
  const npm = spawn("npm", ["start", "--", ...ports], { ...options, stdio: ["ignore", "pipe", 2] });
  const ended = once(npm, "close");
  // With what it has started to build the docs.
  const stop = () => process.kill(-(npm.pid as number), "SIGTERM");
  process.once("exit", stop);
  let output = "";
  for await (const chunk of npm.stdout ?? []) {
    output += chunk;
    if (output.includes("Ctrl-C")) break;
  }
  for (const name of ["mock", "sandbox"]) {
    const [, url] = new RegExp(`^ +${name} +(\\S+)`, "m").exec(output) ?? [];
    await fetch(`${url}/payments`);
  }
  const took = performance.now() - startedAt;
  process.off("exit", stop);
  stop();
  await ended;
  return took;
}
