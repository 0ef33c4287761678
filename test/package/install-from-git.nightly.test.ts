import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "./consumer-project.ts";
import { run } from "./run-and-capture.ts";

/** npm installs every tool of the repository to build the package. */
const TIME_LIMIT = 10 * 60_000;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "centavo-git-"));
  const listed = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], ".");
  for (const file of listed.trim().split("\n")) cpSync(file, join(folder, file));
  await run("git", ["init", "--quiet"], folder);
  await run("git", ["add", "."], folder);
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  await run("git", [...author, "commit", "--quiet", "--message", "Everything"], folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

test("npm builds the package that it installs from a Git address", {
  timeout: TIME_LIMIT,
}, async () => {
  using project = await Project.create();
  const address = `git+${pathToFileURL(folder)}`;
  await project.run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", address);
  const { version } = JSON.parse(project.read("node_modules/centavo/package.json"));
  const command = project.path("node_modules/centavo/dist/package/src/cli/index.js");
  expect(await project.run(process.execPath, command, "--version")).toBe(`${version}\n`);
  project.write(
    "program.mjs",
    'import { createCentavo } from "centavo";\nconsole.log(typeof createCentavo);\n',
  );
  expect(await project.run(process.execPath, "program.mjs")).toBe("function\n");
});
