import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COMMAND = resolve("node_modules/@redocly/cli/bin/cli.js");

/** As much of the runner's report as the tests read. */
interface Report {
  files: Record<string, { executedWorkflows: Run[] }>;
}

/** A workflow, a step, or a workflow that a step runs. */
interface Run {
  workflowId: string;
  stepId?: string;
  status: string;
  executedSteps?: Run[];
  checks?: (Omit<Failure, "stepId"> & { status: string })[];
}

/** A check that failed. */
export interface Failure {
  stepId: string | undefined;
  /** The kind of check, e.g. of the schema, or of a criterion of the step. */
  name: string;
  condition?: string;
  /** What was checked. It has the whole criterion. */
  message: string;
}

/** The `name` of a check of a criterion. */
export const CRITERION = "success criteria check";

export interface Result {
  workflowId: string;
  passed: boolean;
  failures: Failure[];
}

/** Runs `redocly respect` on workflow files, and returns what became of each workflow. */
export async function runRespect(
  files: readonly string[],
  servers: Record<"service" | "sandbox", string>,
  flags: readonly string[] = [],
): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-respect-"));
  const report = join(folder, "report.json");
  const paths = files.map((file) => `openapi/workflows/${file}.arazzo.yaml`);
  const urls = Object.entries(servers).flatMap(([name, url]) => ["-S", `${name}=${url}`]);
  try {
    const printed = await run(["respect", ...paths, ...urls, "-J", report, ...flags]);
    return resultsOf(readReport(report, printed));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command fails if a workflow does, which the report says in more detail. */
function run(parameters: readonly string[]): Promise<string> {
  const options = { maxBuffer: 2 ** 27 };
  return new Promise((resolved) => {
    execFile(process.execPath, [COMMAND, ...parameters], options, (_, stdout, stderr) =>
      resolved(stdout + stderr),
    );
  });
}

function readReport(file: string, printed: string): Report {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Error(`The runner wrote no report:\n${printed}`, { cause });
  }
}

function resultsOf({ files }: Report): Result[] {
  return Object.values(files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.map((executed) => ({
      workflowId: executed.workflowId,
      passed: executed.status === "success",
      failures: failuresOf(executed),
    })),
  );
}

function failuresOf({ stepId, checks = [], executedSteps = [] }: Run): Failure[] {
  const own = checks
    .filter(({ status }) => status !== "success")
    .map(({ status: _, ...check }) => ({ stepId, ...check }));
  return [...own, ...executedSteps.flatMap(failuresOf)];
}
