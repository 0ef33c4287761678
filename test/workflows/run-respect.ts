import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COMMAND = resolve("node_modules/@redocly/cli/bin/cli.js");

/** The `name` of a check of a criterion. */
export const CRITERION = "success criteria check";

/** A check that failed. */
interface Failure {
  stepId: string | undefined;
  /** The kind of check, e.g. of the schema, or of a criterion of the step. */
  name: string;
  condition?: string;
  /** What was checked. It has the whole criterion. */
  message: string;
}

/** Of the runner's report, a workflow, a step, or a workflow that a step runs. */
interface Run {
  workflowId: string;
  stepId?: string;
  status: string;
  executedSteps?: Run[];
  checks?: (Omit<Failure, "stepId"> & { status: string })[];
}

/** Runs `redocly respect` on workflow files, and returns what became of each workflow. */
export async function runRespect(
  files: readonly { name: string }[],
  servers: Record<"service" | "sandbox", string>,
  ...flags: readonly string[]
) {
  const folder = mkdtempSync(join(tmpdir(), "centavo-respect-"));
  const report = join(folder, "report.json");
  const paths = files.map(({ name }) => `openapi/workflows/${name}.arazzo.yaml`);
  const urls = Object.entries(servers).flatMap(([name, url]) => ["-S", `${name}=${url}`]);
  const args = [COMMAND, "respect", ...paths, ...urls, "-J", report, ...flags];
  try {
    // The command fails if a workflow does, which the report says in more detail.
    const printed = await new Promise<string>((resolved) => {
      execFile(process.execPath, args, { maxBuffer: 2 ** 27 }, (_, stdout, stderr) =>
        resolved(stdout + stderr),
      );
    });
    return resultsIn(report, printed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function resultsIn(file: string, printed: string) {
  try {
    const { files } = JSON.parse(readFileSync(file, "utf8"));
    return Object.values<{ executedWorkflows: Run[] }>(files)
      .flatMap(({ executedWorkflows }) => executedWorkflows)
      .map((run) => ({
        workflowId: run.workflowId,
        passed: run.status === "success",
        failures: failuresOf(run),
      }));
  } catch (cause) {
    throw new Error(`The runner wrote no report:\n${printed}`, { cause });
  }
}

function failuresOf({ stepId, checks = [], executedSteps = [] }: Run): Failure[] {
  const own = checks
    .filter(({ status }) => status !== "success")
    .map(({ status: _, ...check }) => ({ stepId, ...check }));
  return [...own, ...executedSteps.flatMap(failuresOf)];
}
