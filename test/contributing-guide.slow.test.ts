import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Workspace } from "./contract/repository-copy.ts";
import { blocks, call, commandsIn, prepareCurl } from "./docs/guide-examples.ts";
import { run, start } from "./run-command-line.ts";
import { isNightly, sampleOf } from "./sample.ts";
import { newFolder } from "./sandbox/database-file.ts";

const GUIDE = "CONTRIBUTING.md";
/** The address that the guide writes. */
const ADDRESS = "http://127.0.0.1:4010";

/** What a later step needs: the index of paths, and then what is generated from the contract. */
const GENERATE = /^npm run generate\b/;

const guide = readFileSync(GUIDE, "utf8");
const [, steps = ""] = guide.split(/^## How to add an operation.*$/m);

/** Of what a step consists: a file to write, a change to one, or commands to run. */
type Part =
  | { kind: "new" | "diff"; file: string; text: string }
  | { kind: "commands"; text: string };

const all = steps
  .split(/^### /m)
  .slice(1)
  .map((step) => ({
    number: Number.parseInt(step, 10),
    title: step.split("\n", 1)[0],
    parts: partsOf(step),
  }));

function partsOf(step: string): Part[] {
  const blocks = step.matchAll(/(?:^`([^`\n]+)`(, new)?:\n\n)?^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, file, isNew, language, text = ""]): Part[] => {
    // The calls to the mock have their own test.
    if (text.startsWith("curl")) return [];
    if (file === undefined) return [{ kind: "commands", text }];
    expect(language === "diff").toBe(isNew === undefined);
    return [{ kind: isNew ? "new" : "diff", file, text }];
  });
}

let copy: Workspace;

beforeAll(() => {
  copy = copyRepository();
});

afterAll(() => copy[Symbol.dispose]());

/** A copy with a version to compare with. What is installed is linked, and what tools keep there is not. */
function copyRepository(): Workspace {
  const made = new Workspace(
    ...readdirSync(".").filter((name) => !/^(\.git|\.vitest|node_modules|dist)$/.test(name)),
  );
  mkdirSync(join(made.folder, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    if (name.startsWith(".") && name !== ".bin") continue;
    symlinkSync(resolve("node_modules", name), join(made.folder, "node_modules", name));
  }
  const me = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const git = (...args: string[]) => execFileSync("git", args, { cwd: made.folder });
  git("init", "--quiet");
  git("add", "--all");
  git(...me, "commit", "--quiet", "--message", "The latest version");
  git("tag", "v0.1.0");
  return made;
}

async function follow(part: Part, isSampled: boolean): Promise<void> {
  if (part.kind === "commands") {
    for (const line of part.text.trim().split("\n"))
      if (isNightly || (isSampled ? line !== "npm test" : GENERATE.test(line))) await obey(line);
  } else if (part.kind === "diff") {
    copy.write(part.file, changed(copy.read(part.file), part.text));
  } else {
    expect(() => copy.read(part.file)).toThrow("ENOENT");
    copy.write(part.file, part.text);
  }
}

/** A file with a change that is shown without line numbers: its old lines occur in the file once. */
function changed(text: string, diff: string): string {
  const lines = diff.trimEnd().split("\n");
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `\n${line.slice(1)}`)
      .join("");
  const [before, after] = [without("+"), without("-")];
  expect(`\n${text}`.split(`${before}\n`), before).toHaveLength(2);
  return `\n${text}`.replace(`${before}\n`, () => `${after}\n`).slice(1);
}

/** Runs a command, which succeeds, or fails with the text that its comment shows. */
async function obey(line: string): Promise<void> {
  const [command = "", failure] = line.split(/\s+# fails: /);
  const env = { NO_COLOR: "1" };
  const { status, ...printed } = await run(["sh", "-c", command], { cwd: copy.folder, env });
  const output = (printed.stdout + printed.stderr).replaceAll(/\s+/g, " ");
  if (failure === undefined) expect(status, output).toBe(0);
  else {
    expect(status).not.toBe(0);
    expect(output).toContain(failure.replaceAll(/\s+/g, " "));
  }
}

test.each(sampleOf(blocks("AGENTS.md", "sh").flatMap((block) => block.trim().split("\n"))))(
  "an agent can run %s",
  { timeout: 1_800_000 },
  obey,
);

test("the guide has nine steps", () => {
  expect(all.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

describe("followed in a copy of the repository, one after the other", () => {
  let followed = 0;

  /** At night each step runs its commands, else one does, and those before it generate. */
  const [sampled = 1] = sampleOf(all).map(({ number }) => number);

  // At night the last one runs all that npm test does, on a machine that runs other tests at the same time.
  test.each(all)("step $title", { timeout: 1_800_000 }, async ({ number, parts }) => {
    // After a failure, the later ones would only report what it left undone.
    expect(followed).toBe(number - 1);
    for (const part of parts)
      if (isNightly || number <= sampled || part.kind !== "commands")
        await follow(part, number === sampled);
    followed += 1;
  });

  test.runIf(isNightly)("the mock responds to it", async () => {
    const [shown] = commandsIn(GUIDE);
    const home = newFolder();
    prepareCurl(home);
    const mock = await start([process.execPath, "src/cli/index.ts", "mock", "--port", "0"], {
      cwd: copy.folder,
    });
    const { status, body } = await call(`${shown?.command.replace(ADDRESS, mock.url)}`, home);
    expect(status).toBe(shown?.status);
    expect(body).toMatchObject({ meta: { total: 1 } });
  });
});
