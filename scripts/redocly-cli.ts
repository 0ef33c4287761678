import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { JsonObject } from "../src/contract/cursor.ts";
import { EXIT_STATUS, ScriptError } from "./exit-status.ts";

const CONFIG = "redocly.yaml";
const DIFF_CONFIG = join(import.meta.dirname, "../lint/redocly/contract-diff.yaml");
const CLI = join(
  dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")),
  "bin/cli.js",
);
/** Generation only needs valid OpenAPI. `npm run lint` checks more. */
const VALID_OPENAPI = [
  "--extends=spec",
  "--skip-rule=centavo/file-is-used",
  "--skip-rule=centavo/assumption-has-check",
  "--format=stylish",
];
/** Without this option, a misspelt section of the configuration is only a warning. */
const STRICT = [`--config=${CONFIG}`, "--lint-config=error"];
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const MAX_OUTPUT = 64 * 1024 * 1024;

type Run = { status: number; stdout: string; stderr: string };

/** Redocly publishes its packages bundled into its CLI, so this runs the CLI. */
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
 * Bundles each contract into one document.
 * @throws {ScriptError} with Redocly's report, if a contract cannot be bundled or is not valid OpenAPI.
 */
export async function bundle(...entries: string[]): Promise<JsonObject[]> {
  const [bundled, linted] = await Promise.all([
    redocly("bundle", ...entries, "--ext=json", ...STRICT),
    redocly("lint", ...entries, ...VALID_OPENAPI, ...STRICT),
  ]);
  const failed = [linted, bundled].find(hasFailed);
  if (failed) throw new ScriptError(EXIT_STATUS.failure, describeFailure(failed));
  return parseDocuments(bundled.stdout);
}

/** For an unknown rule or decorator, Redocly only warns and continues without it. */
function hasFailed({ status, stderr }: Run): boolean {
  return status !== 0 || stderr.includes("[WARNING] Unused");
}

/** Redocly reports these in several lines, or after saying that the contract is valid. */
const CONFIG_PROBLEMS = [
  /Failed to load the configuration file:\s+- ([\s\S]*)/,
  /\[WARNING\] (Unused [\s\S]*)/,
];

/** Redocly's report on the contract, or a one-line message about the configuration. */
function describeFailure({ stdout, stderr }: Run): string {
  const [problem] = CONFIG_PROBLEMS.flatMap((pattern) => stderr.match(pattern)?.[1] ?? []);
  // If a plugin fails to load, Redocly prints a stack that contains nothing but Node's own files.
  if (problem === undefined) return `${stdout}${stderr}`.replaceAll(/^ {4}at .*\n/gm, "").trim();
  const sentence = singleLine(problem).replace(/\.?$/, ".");
  return `${CONFIG} is invalid: ${sentence} Fix it and run this again.`;
}

/** Redocly writes one document for each file, without a separator. */
function parseDocuments(output: string): JsonObject[] {
  return output.split(/(?<=^\})\s*(?=\{$)/m).map((document) => JSON.parse(document));
}

type Comparison = { breaking: boolean; report: string };

/** @throws {Error} if one of the two files is not a contract. */
export async function diff(base: string, revision: string): Promise<Comparison> {
  const run = await redocly("diff", base, revision, `--config=${DIFF_CONFIG}`);
  if (!run.stdout) throw new Error(singleLine(run.stderr));
  return { breaking: run.status !== 0, report: run.stdout.trimEnd() };
}

export type Page = {
  file: string;
  title: string;
  template: string;
  config: string;
  /** The `templateOptions` of the template. */
  options: Record<string, string>;
};

/** Writes the reference as a single self-contained page. */
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
  if (run.status !== 0) throw new Error(singleLine(run.stderr));
}

function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
