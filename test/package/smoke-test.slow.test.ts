import { describe, expect, test } from "vitest";
import { run } from "../run-command-line.ts";
import { packForFile } from "./installed-package.ts";
import { nodes } from "./node-versions.ts";

const TRY = "test/package/smoke-test.js";

const packed = await packForFile();

describe.each(nodes())("on $which, Node $version", ({ node, version }) => {
  test("each part of the package runs, or says which Node it needs", async () => {
    const args = ["--node", version.slice(1), "--tarball", packed.tarball];
    const { status, stdout, stderr } = await run([node, TRY, ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const lines = stdout.trim().split("\n");
    expect(lines).toContain(`passed    client, require on Node ${version}`);
    expect(lines.filter((line) => !line.includes(version))).toEqual([]);
    expect(lines.filter((line) => line.startsWith("passed")).length).toBeGreaterThanOrEqual(
      Number.parseInt(version.slice(1), 10) < 24 ? 8 : 10,
    );
  });

  test("nothing runs where another Node is expected", async () => {
    const { status, stdout, stderr } = await run([node, TRY, "--node", "18.0"]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`This is Node ${version}, and 18.0 is expected.`);
  });
});
