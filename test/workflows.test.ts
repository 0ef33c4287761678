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
  jobs: Record<string, { steps: Step[]; strategy?: { matrix: Record<string, string[]> } }>;
}

const { engines, scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const workflows = globSync(".github/workflows/*").map((file) => ({
  file,
  workflow: parse(readFileSync(file, "utf8")) as Workflow,
}));

const ci = workflows.find(({ file }) => file.endsWith("ci.yml"))?.workflow;

/** What a command of a workflow may be, and whether what it names is there. */
const KNOWN: [RegExp, (name: string) => boolean][] = [
  [/^npm (ci)$/, () => true],
  [/^npm (test|start)$/, (name) => name in scripts],
  [/^npm run (\S+)/, (name) => name in scripts],
  [/^node ([^-\s]\S*)/, existsSync],
  [/^(\.\S*\/\S+)$/, existsSync],
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

describe.each(workflows)("$file", ({ workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("runs npm scripts and files that there are", () => {
    expect(steps.flatMap(unknownCommands)).toEqual([]);
  });

  test("pins each action to a major version, and says which rights it needs", () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
    expect(workflow.permissions).toBeDefined();
  });
});

describe("the checks of a change", () => {
  test("run on push and pull request, may only read, and end those that are superseded", () => {
    expect(Object.keys(ci?.on ?? {})).toEqual(["push", "pull_request"]);
    expect(ci?.permissions).toEqual({ contents: "read" });
    expect(ci?.concurrency?.["cancel-in-progress"]).toBe(true);
  });

  test("try the package on three systems, from the oldest Node that it supports on", () => {
    const { os, node = [] } = ci?.jobs.package?.strategy?.matrix ?? {};
    expect(os).toEqual(["ubuntu-latest", "macos-latest", "windows-latest"]);
    expect(ci?.jobs.test?.strategy?.matrix.os).toEqual(os);
    expect(`>=${node[0]}`).toBe(engines.node);
  });
});

/** What cmd.exe has not, or takes for something else: outside double quotes. */
const POSIX_ONLY = /(^|[\s;&|])(exec|export|rm|cp|mv|cat|sh|bash|test|\w+=\S*)\s|['$;]/;

test.each(Object.entries<string>(scripts))("npm run %s works in every shell", (_, script) => {
  expect(withoutQuoted(script)).not.toMatch(POSIX_ONLY);
});

function withoutQuoted(script: string): string {
  return script.replaceAll(/"[^"]*"/g, '""');
}
