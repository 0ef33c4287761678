import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { run } from "../run-command-line.ts";
import { pack } from "./pack.ts";

const TRY = "test/package/smoke-test.js";

const tarball = await pack();

/** The repository's own Node, and the machine's where it is another that the package supports. */
function nodes(): { node: string; version: string }[] {
  const others = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .filter(existsSync)
    .slice(0, 1)
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
    expect(lines.filter((line) => line.startsWith("passed")).length).toBeGreaterThanOrEqual(
      Number.parseInt(version.slice(1), 10) < 24 ? 8 : 10,
    );
  });
});
