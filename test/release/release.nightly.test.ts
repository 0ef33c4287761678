import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const parent = mkdtempSync(join(tmpdir(), "centavo-release-"));
const clone = join(parent, "clone");

/** The committed state of this repository, as whoever releases has it. */
beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", resolve("."), clone]);
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"));
  // A clone has a folder in its place, which a rule of .gitignore need not cover.
  writeFileSync(join(clone, ".git/info/exclude"), "node_modules\n");
  git("config", "user.name", "Release");
  git("config", "user.email", "release@example.com");
});

afterAll(() => rmSync(parent, { recursive: true }));

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, { cwd: clone, encoding: "utf8" }).trim();
}

function release(version: string) {
  const command = [resolve("scripts/release.ts"), version, "--tested"];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: clone,
    encoding: "utf8",
    env: { ...process.env, npm_config_update_notifier: "false" },
  });
  return { status, printed: stdout + stderr };
}

const read = (file: string) => readFileSync(join(clone, file), "utf8");

const failure = (message: string) => ({ status: 1, printed: expect.stringContaining(message) });

test("a release is rejected for a version that is not newer or has a tag, and with uncommitted changes", () => {
  expect(release("0.0.1")).toEqual(failure("0.0.1 does not come after 0.1.0."));
  writeFileSync(join(clone, "README.md"), `${read("README.md")}\n`);
  expect(release("99.0.0")).toEqual(failure("The working tree has changes."));
  git("checkout", "--", "README.md");
  git("tag", "v98.0.0");
  expect(release("98.0.0")).toEqual(failure("The tag v98.0.0 exists already."));
});

test("a release is rejected if a published migration has changed", () => {
  const migration = "src/sandbox-node/store/sql/migration-1-tables.ts";
  writeFileSync(join(clone, migration), `${read(migration)}\n`);
  git("commit", "--quiet", "--all", "--message", "Change a migration");
  const problem = `${migration} was published with v98.0.0, and has changed.`;
  expect(release("99.0.0")).toEqual(failure(problem));
  git("reset", "--quiet", "--hard", "HEAD~1");
});

test("a release that fails midway leaves nothing behind", () => {
  const before = git("rev-parse", "HEAD");
  git("config", "tag.gpgSign", "true");
  git("config", "gpg.program", "false");
  expect(release("99.0.0")).toEqual(failure("Nothing was committed or tagged."));
  expect(git("rev-parse", "HEAD")).toBe(before);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("tag", "--list", "v99.0.0")).toBe("");
  git("config", "--unset", "tag.gpgSign");
});

test("a release has its version everywhere, its changes, a commit and a tag, after a dry run of its publication", () => {
  const before = git("rev-parse", "HEAD");
  const { status, printed } = release("99.0.0");
  expect(printed).toContain("+ centavo@99.0.0");
  expect(status).toBe(0);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("rev-parse", "HEAD~1")).toBe(before);
  expect(git("rev-parse", "v99.0.0^{commit}")).toBe(git("rev-parse", "HEAD"));
  expect(git("log", "-1", "--format=%s")).toBe("Release 99.0.0");
  expect(JSON.parse(read("package.json")).version).toBe("99.0.0");
  expect(JSON.parse(read("package-lock.json")).version).toBe("99.0.0");
  expect(read("src/client/options.ts")).toContain('const version = "99.0.0"');
  expect(read("README.md")).toContain("centavo-99.0.0.tgz");
  expect(read("CHANGELOG.md")).toMatch(/## Unreleased\n\n## 99\.0\.0 - \d{4}-\d\d-\d\d\n\n/);
});
