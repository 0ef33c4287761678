import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSandbox } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";

const isPossible = spawnSync("promtool", ["--version"]).status === 0;
if (!isPossible)
  console.warn(
    "The alerts and the metrics were not checked: Debian's package prometheus is missing.",
  );

/** What promtool says about a file of deploy/. It fails if the file is wrong. */
function promtool(...args: string[]): string {
  return execFileSync("promtool", args, { cwd: "deploy", encoding: "utf8", stdio: "pipe" });
}

describe.skipIf(!isPossible)("promtool accepts", () => {
  test("the alerts, which fire when they should", () => {
    expect(promtool("check", "rules", "alerts.yaml")).toContain("2 rules found");
    expect(promtool("test", "rules", "alerts.test.yaml")).toContain("SUCCESS");
  });

  test("the configuration of Prometheus", () => {
    const folder = newFolder();
    for (const file of ["prometheus.yml", "alerts.yaml"])
      writeFileSync(join(folder, file), readFileSync(join("deploy", file)));
    writeFileSync(join(folder, "operator-key"), "secret");
    expect(promtool("check", "config", join(folder, "prometheus.yml"))).toContain("SUCCESS");
  });

  test("what a sandbox answers, which has each metric of the alerts", async () => {
    const shop = await openSandbox();
    await shop.pay("pix");
    const text = await (await fetch(`${shop.url}/_sandbox/metrics`)).text();
    const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    expect(checked).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const used = readFileSync("deploy/alerts.yaml", "utf8").match(/\b(centavo|process)_\w+/g) ?? [];
    for (const name of new Set(used)) expect(text).toMatch(new RegExp(`^${name}[ {]`, "m"));
  });
});
