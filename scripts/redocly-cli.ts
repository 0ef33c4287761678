import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { JsonObject } from "../src/contract/cursor.ts";
import { EXIT_STATUS, ScriptError } from "./exit-status.ts";

const CONFIG = "redocly.yaml";
const DIFF_CONFIG = join(import.meta.dirname, "../redocly/contract-diff.yaml");
const CLI = join(
  dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
  "bin/cli.js",
);
/** Outputs can be made of any contract that is OpenAPI; `npm run lint` asks for more. */
const SOUND = ["--extends=spec", "--skip-rule=centavo/file-is-used", "--format=stylish"];
/** Without the option, a misspelt section of the configuration is only a warning, and has no effect. */
const STRICT = [`--config=${CONFIG}`, "--lint-config=error"];
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const MAX_OUTPUT = 64 * 1024 * 1024;

type Run = { status: number; stdout: string; stderr: string };

/** Redocly's packages are bundled into its command line, so that is how it is called. */
function redocly(...args: string[]): Promise<Run> {
  const options = { env: { ...process.env, ...QUIET }, maxBuffer: MAX_OUTPUT };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") reject(error);
      else resolve({ status: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/**
 * The contracts that begin in these files, each in one document.
 * @throws {ScriptError} with Redocly's report, when a contract cannot be bundled or is not valid OpenAPI.
 */
export async function bundle(...entries: string[]): Promise<JsonObject[]> {
  if (!existsSync(CONFIG)) {
    throw new ScriptError(
      EXIT_STATUS.refused,
      `There is no ${CONFIG}: run this in the repository's root.`,
    );
  }
  const [bundled, checked] = await Promise.all([
    redocly("bundle", ...entries, "--ext=json", ...STRICT),
    redocly("lint", ...entries, ...SOUND, ...STRICT),
  ]);
  const report = [checked, bundled].find(isFailed);
  if (report) throw new ScriptError(EXIT_STATUS.refused, explain(report));
  return documents(bundled.stdout);
}

/** A rule or decorator that does not exist is no more than a warning to Redocly, and what it does is left out. */
function isFailed({ status, stderr }: Run): boolean {
  return status !== 0 || stderr.includes("[WARNING] Unused");
}

/** What Redocly says of its configuration, in several lines or after praise for the contract. */
const CONFIG_PROBLEMS = [
  /Failed to load the configuration file:\s+- ([\s\S]*)/,
  /\[WARNING\] (Unused [\s\S]*)/,
];

/** Its report on the contract as it is, or what is wrong with the configuration in one line. */
function explain({ stdout, stderr }: Run): string {
  const [problem] = CONFIG_PROBLEMS.flatMap((pattern) => stderr.match(pattern)?.[1] ?? []);
  // A plugin that does not load comes with its stack, which holds Node's own files alone.
  if (problem === undefined) return `${stdout}${stderr}`.replaceAll(/^ {4}at .*\n/gm, "").trim();
  const sentence = plain(problem).replace(/\.?$/, ".");
  return `${CONFIG} is not sound: ${sentence} Mend it and run this again.`;
}

/** It writes a document for each file that it is given, one right after the other. */
function documents(output: string): JsonObject[] {
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

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
