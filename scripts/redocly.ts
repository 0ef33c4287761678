import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { JsonObject } from "../src/contract/place.ts";
import { ContractError, type Problem, problemOf } from "./problem.ts";

const LINT_CONFIG = join(import.meta.dirname, "../lint/redocly.yaml");
const DIFF_CONFIG = join(import.meta.dirname, "../lint/redocly-diff.yaml");
const CLI = join(
  dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
  "bin/cli.js",
);
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const LARGEST_OUTPUT = 64 * 1024 * 1024;

type Run = { status: number; stdout: string; stderr: string };

/** Redocly's packages are bundled into its command line, so that is how it is called. */
function redocly(...args: string[]): Promise<Run> {
  const options = { env: { ...process.env, ...QUIET }, maxBuffer: LARGEST_OUTPUT };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/**
 * The contracts that begin in these files, each in one document.
 * @throws {ContractError} naming what keeps them from being bundled.
 */
export async function bundle(...entries: string[]): Promise<JsonObject[]> {
  const run = await redocly("bundle", ...entries, "--ext=json", `--config=${LINT_CONFIG}`);
  if (run.status === 0) return documents(run.stdout);
  const problems = await lint(...entries);
  throw new ContractError(
    problems.length > 0 ? problems : entries.map((entry) => unreadable(entry, run.stderr)),
  );
}

export async function lint(...files: string[]): Promise<Problem[]> {
  const run = await redocly(
    "lint",
    ...files,
    "--format=json",
    "--max-problems=1000",
    `--config=${LINT_CONFIG}`,
  );
  if (!run.stdout) return files.map((file) => unreadable(file, run.stderr));
  const reports = documents<{ problems: RedoclyProblem[] }>(run.stdout);
  return reports.flatMap(({ problems }) => withoutConsequences(problems)).map(toProblem);
}

/** It writes a document for each file that it is given, one right after the other. */
function documents<Document = JsonObject>(output: string): Document[] {
  return output.split(/(?<=^\})\s*(?=\{$)/m).map((document) => JSON.parse(document));
}

export type Comparison = { breaking: boolean; report: string };

/** @throws {Error} when one of the two files is no contract. */
export async function diff(base: string, revision: string): Promise<Comparison> {
  const run = await redocly("diff", base, revision, `--config=${DIFF_CONFIG}`);
  if (!run.stdout) throw new Error(plain(run.stderr));
  return { breaking: run.status !== 0, report: run.stdout.trimEnd() };
}

export type Page = {
  file: string;
  title: string;
  template: string;
  config: string;
  /** What the template finds as `templateOptions`. */
  options: Record<string, string>;
};

/** Writes the reference as one page with everything in it. */
export async function buildDocs(contract: string, page: Page): Promise<void> {
  const run = await redocly(
    "build-docs",
    contract,
    "--inlineBundle",
    `--output=${page.file}`,
    `--title=${page.title}`,
    `--template=${page.template}`,
    `--config=${page.config}`,
    ...Object.entries(page.options).map(([name, value]) => `--templateOptions.${name}=${value}`),
  );
  if (run.status !== 0) throw new Error(plain(run.stderr));
}

type RedoclyProblem = {
  ruleId: string;
  message: string;
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
};

function toProblem({ ruleId, message, location: [at] }: RedoclyProblem): Problem {
  return {
    file: at?.source.ref ?? "",
    line: at?.start?.line ?? 1,
    column: at?.start?.col ?? 1,
    rule: ruleId,
    message: plain(message),
  };
}

/** One file that cannot be read makes many examples fail, which says nothing about them. */
function withoutConsequences(problems: RedoclyProblem[]): RedoclyProblem[] {
  const causes = problems.filter(({ ruleId }) => ruleId === "no-unresolved-refs");
  return causes.length > 0 ? causes : problems;
}

function unreadable(file: string, report: string): Problem {
  return problemOf(file, "struct", plain(report));
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
