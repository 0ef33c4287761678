import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseDocument } from "yaml";
import { EXIT_STATUS, runScript, ScriptError } from "./exit-status.ts";
import * as redocly from "./redocly-cli.ts";

const CONTRACT = "generated/openapi.yaml";

/** @throws {ScriptError} if a change breaks existing callers. */
async function compareWith(base: string, name: string): Promise<void> {
  const { breaking, report } = await redocly.diff(base, CONTRACT);
  console.log(`${CONTRACT} against ${name}\n\n${report}`);
  if (breaking) {
    throw new ScriptError(
      EXIT_STATUS.failure,
      "\nThe contract has breaking changes: revert them, or release a new major version.",
    );
  }
}

async function compareWithFile(file: string): Promise<void> {
  if (!existsSync(file)) throw new ScriptError(EXIT_STATUS.usage, `${file} does not exist.`);
  if (!isContract(file))
    throw new ScriptError(EXIT_STATUS.usage, `${file} is not an OpenAPI document.`);
  await compareWith(file, file);
}

function isContract(file: string): boolean {
  const document = parseDocument(readFileSync(file, "utf8"), { logLevel: "silent" });
  return document.errors.length === 0 && document.has("openapi");
}

async function compareWithLatestVersion(): Promise<void> {
  const [tag] = git("tag", "--list", "v*", "--sort=-version:refname").split("\n");
  if (!tag) {
    console.log("No version is tagged yet, so there is nothing to compare with.");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "centavo-diff-"));
  try {
    const base = join(folder, "openapi.yaml");
    writeFileSync(base, git("show", `${tag}:${CONTRACT}`));
    await compareWith(base, tag);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function git(...args: string[]): string {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    throw new ScriptError(
      EXIT_STATUS.usage,
      `${(error as Error).message}\nPass a contract to compare with: npm run contract:diff -- FILE`,
    );
  }
}

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...more] = positionals;
  if (more.length > 0) {
    throw new ScriptError(EXIT_STATUS.usage, "Usage: npm run contract:diff [-- FILE]");
  }
  await (file ? compareWithFile(file) : compareWithLatestVersion());
});
