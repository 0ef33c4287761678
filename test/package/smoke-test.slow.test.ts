import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isNightly } from "../nightly.ts";
import { run } from "../run-command-line.ts";
import { installForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";

const TRY = "test/package/smoke-test.js";

const tarball = await pack();

/** The oldest Node that keeps data in a file. It has 110 MB, for which a change does not wait. */
const OLDEST_WITH_FILES = `node-${process.platform}-${process.arch}@22.13.0`;
const project = isNightly ? await installForFile(OLDEST_WITH_FILES) : undefined;

/** The repository's own Node, and others that the package supports: the machine's, and the oldest with files. */
function nodes(): { node: string; version: string }[] {
  const others = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .filter(existsSync)
    .slice(0, 1)
    .concat(project ? [project.path("node_modules/.bin/node")] : [])
    .map((node) => ({ node, version: `${execFileSync(node, ["--version"])}`.trim() }))
    .filter(({ version }) => {
      const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
      return version !== process.version && (major > 20 || (major === 20 && minor >= 19));
    });
  return [{ node: process.execPath, version: process.version }, ...others];
}

describe.each(nodes())("on $node, Node $version", ({ node, version }) => {
  test("each part of the package runs, or says which Node it needs", async () => {
    const args = ["--node", version.slice(1), "--tarball", tarball];
    const { status, stdout, stderr } = await run([node, TRY, ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.trim().split("\n");
    expect(lines).toContain(`passed    client, require on Node ${version}`);
    expect(lines.filter((line) => !line.includes(version))).toEqual([]);
    const major = Number.parseInt(version.slice(1), 10);
    expect(lines.filter((line) => line.startsWith("passed"))).toHaveLength(major < 22 ? 8 : 9);
  });
});
