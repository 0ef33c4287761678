import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EXIT_STATUS, runScript, ScriptError } from "./exit-status.ts";

const CHANGELOG = "CHANGELOG.md";
const UNRELEASED = /^## Unreleased\n/m;
const MIGRATIONS = "src/sandbox-node/store/sql/migration-*.ts";

const USAGE = `Usage: npm run release -- VERSION [--tested]

Checks, builds and tags a release, e.g. npm run release -- 0.1.0, and tries to publish it without publishing it.
Nothing leaves this machine. From the first tag on, it refuses a change of a published migration.
--tested skips npm test, for a commit whose tests have just passed.`;

/**
 * The changelog in which the changes so far belong to a release.
 * @throws {ScriptError} if there are none.
 *
 * @example
 * releaseChangelog("## Unreleased\n\n- A change.\n", "0.2.0", "2026-11-23");
 * // "## Unreleased\n\n## 0.2.0 - 2026-11-23\n\n- A change.\n"
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const [, after = ""] = changelog.split(UNRELEASED);
  const [changes = ""] = after.split(/^## /m);
  if (!/^- /m.test(changes))
    throw new ScriptError(EXIT_STATUS.failure, `${CHANGELOG} has no changes under "Unreleased".`);
  return changelog.replace(UNRELEASED, `$&\n## ${version} - ${date}\n`);
}

/**
 * Whether a version comes after another. Only whole versions count: `1.2.3`.
 *
 * @example
 * isNewer("0.10.0", "0.9.1"); // true
 */
export function isNewer(version: string, current: string): boolean {
  const [parts, others] = [version, current].map((each) => each.split(".").map(Number));
  if (!/^\d+\.\d+\.\d+$/.test(version) || !parts || !others) return false;
  const different = parts.findIndex((part, index) => part !== others[index]);
  return different >= 0 && (parts[different] ?? 0) > (others[different] ?? 0);
}

/**
 * A text that names the package's version, with another one. Other packages may have the same version.
 *
 * @example
 * withVersion("npm install ./centavo-0.1.0.tgz", "0.1.0", "0.2.0"); // "npm install ./centavo-0.2.0.tgz"
 */
export function withVersion(text: string, current: string, version: string): string {
  return formsOf(current).reduce(
    (changed, form, index) => changed.replaceAll(form, formsOf(version)[index] ?? form),
    text,
  );
}

/** How the package's version appears in code and guides. */
function formsOf(version: string): string[] {
  return [`centavo-${version}.tgz`, `#v${version}"`, `const version = "${version}"`];
}

function release(version: string, isTested: boolean): void {
  const { version: current, repository } = JSON.parse(readFileSync("package.json", "utf8"));
  // The package has the version of its first release before there is one.
  if (version !== current && !isNewer(version, current))
    fail(`${version} does not come after ${current}. Use three numbers, such as 0.2.0.`);
  if (output("git", "status", "--porcelain") !== "")
    fail("The working tree has changes. Commit them first, so that the release has them.");
  if (output("git", "tag", "--list", `v${version}`) !== "")
    fail(`The tag v${version} exists already.`);
  const [latest] = output("git", "tag", "--list", "v*", "--sort=-v:refname").split("\n");
  if (latest) assertMigrationsKept(latest);
  const date = new Date().toISOString().slice(0, 10);
  const changelog = releaseChangelog(readFileSync(CHANGELOG, "utf8"), version, date);
  if (!isTested) run("npm", "test");
  const before = output("git", "rev-parse", "HEAD");
  try {
    writeFileSync(CHANGELOG, changelog);
    run("npm", "version", version, "--no-git-tag-version", "--allow-same-version");
    for (const file of filesThatName(current)) {
      writeFileSync(file, withVersion(readFileSync(file, "utf8"), current, version));
    }
    run("npm", "publish", "--dry-run", "--provenance");
    run("git", "commit", "--quiet", "--all", "--message", `Release ${version}`);
    run("git", "tag", "--annotate", `v${version}`, "--message", `Centavo ${version}`);
  } catch (error) {
    // Only the lines above have changed anything: the working tree was clean.
    run("git", "reset", "--quiet", "--hard", before);
    throw error;
  }
  console.log(`\nTagged v${version}. Nothing was published or pushed.`);
  console.log(repository ? NEXT : NO_REPOSITORY);
}

const NEXT = `Run .ci/run, then push the tag. .github/workflows/release.yml publishes it with provenance, which a dry run does not
make:

  git push --follow-tags`;

const NO_REPOSITORY = `
package.json names no repository, so this tag cannot be published: the registry takes a package with provenance only from
the repository that the package names, which a dry run does not check. Delete the tag and its commit, set "repository",
commit, and release again.`;

/** Databases have what a published migration made, so it never changes: a later one follows it. */
function assertMigrationsKept(since: string): void {
  const changed = output(
    "git",
    "diff",
    "--name-only",
    "--diff-filter=MDR",
    since,
    "--",
    MIGRATIONS,
  );
  if (changed !== "") fail(`${changed} was published with ${since}, and has changed.`);
}

/** Tracked files, apart from the changelog, whose earlier entries keep their versions. */
function filesThatName(version: string): string[] {
  const patterns = formsOf(version).flatMap((form) => ["-e", form]);
  const files = output("git", "grep", "--files-with-matches", "--fixed-strings", ...patterns);
  return files.split("\n").filter((file) => file !== CHANGELOG && file !== "");
}

function fail(problem: string): never {
  throw new ScriptError(EXIT_STATUS.failure, problem);
}

function output(command: string, ...parameters: string[]): string {
  return execFileSync(command, parameters, { encoding: "utf8" }).trim();
}

function run(command: string, ...parameters: string[]): void {
  try {
    execFileSync(command, parameters, { stdio: "inherit" });
  } catch {
    fail(`${[command, ...parameters].join(" ")} failed. Nothing was committed or tagged.`);
  }
}

if (import.meta.main) {
  await runScript(async () => {
    const { values, positionals } = parseArgs({
      options: { tested: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [version, ...others] = positionals;
    if (!version || others.length > 0) throw new ScriptError(EXIT_STATUS.usage, USAGE);
    release(version, values.tested);
  });
}
