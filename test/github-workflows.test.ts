import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Step {
  uses?: string;
  run?: string;
}

interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  concurrency?: { group: string; "cancel-in-progress"?: boolean };
  jobs: Record<string, Job>;
}

interface Job {
  permissions?: Record<string, string>;
  steps: Step[];
  strategy?: { matrix: Record<string, string[]> };
}

const { engines, scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const workflows = globSync(".github/workflows/*").map((file) => ({
  file,
  workflow: parse(readFileSync(file, "utf8")) as Workflow,
}));

const ci = workflows.find(({ file }) => file.endsWith("ci.yml"))?.workflow;

/** The allowed commands of a workflow, and whether the script or file in one exists. */
const KNOWN: [RegExp, (name: string) => boolean][] = [
  [/^npm (ci|pack|publish .+ --provenance --ignore-scripts)$/, () => true],
  [/^npm (test|start)$/, (name) => name in scripts],
  [/^npm run (\S+)/, (name) => name in scripts],
  [/^node ([^-\s]\S*)/, existsSync],
  [/^(\.\S*\/\S+)( \$\{\{ matrix\.part \}\})?$/, existsSync],
  // The shell's own.
  [/^(test) /, () => true],
];

function isThere(command: string): boolean {
  return KNOWN.some(([form, holds]) => {
    const [, name] = form.exec(command) ?? [];
    return name !== undefined && holds(name);
  });
}

function unknownCommands({ run = "" }: Step): string[] {
  const commands = run.split(/\n|&&/).map((command) => command.trim());
  return commands.filter((command) => command !== "" && !isThere(command));
}

describe.each(workflows)("$file", ({ file, workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("runs existing npm scripts and files", () => {
    expect(
      steps.flatMap(unknownCommands),
      "a step runs a script or a file that does not exist",
    ).toEqual([]);
  });

  test("lets no script of the repository or of a dependency have a token to publish with", () => {
    const jobs = Object.values(workflow.jobs).filter(
      ({ permissions }) => permissions?.["id-token"],
    );
    const commands = jobs.flatMap((job) => job.steps).flatMap(({ run }) => run ?? []);
    expect(workflow.permissions).not.toHaveProperty("id-token");
    expect(commands.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
  });

  test("pins each action to the commit of a version that it names, and declares its permissions", () => {
    const uses = readFileSync(file, "utf8").match(/(?<=uses: ).*/g) ?? [];
    const unpinned = uses.filter((each) => !/^actions\/[\w-]+@[\da-f]{40} # v[\d.]+$/.test(each));
    expect(unpinned, "a tag can be moved, a commit cannot").toEqual([]);
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
    expect(workflow.permissions).toBeDefined();
  });
});

describe("the checks of a change", () => {
  test("run on push and pull request, may only read, and cancel superseded runs", () => {
    expect(Object.keys(ci?.on ?? {})).toEqual(["push", "pull_request"]);
    expect(ci?.permissions).toEqual({ contents: "read" });
    expect(ci?.concurrency?.["cancel-in-progress"]).toBe(true);
  });

  test("test the package on three systems, from the oldest supported Node on", () => {
    const { os, node = [] } = ci?.jobs.package?.strategy?.matrix ?? {};
    expect(os).toEqual(["ubuntu-latest", "macos-latest", "windows-latest"]);
    expect(ci?.jobs.test?.strategy?.matrix.os).toEqual(os);
    expect(`>=${node[0]}`).toBe(engines.node);
  });
});

/** What cmd.exe lacks or reads differently outside double quotes. */
const POSIX_ONLY = /(^|[\s;&|])(exec|export|rm|cp|mv|cat|sh|bash|test|\w+=\S*)\s|['$;]/;

test.each(Object.entries<string>(scripts))("npm run %s works in every shell", (_, script) => {
  expect(withoutQuoted(script)).not.toMatch(POSIX_ONLY);
});

function withoutQuoted(script: string): string {
  return script.replaceAll(/"[^"]*"/g, '""');
}
