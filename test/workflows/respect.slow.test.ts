import { expect, onTestFinished, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { run } from "../run-command-line.ts";

test("redocly respect runs every workflow against the sandbox", async () => {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  const files = readWorkflows();
  const paths = files.map(({ name }) => `openapi/workflows/${name}.arazzo.yaml`);
  const servers = ["service", "sandbox"].flatMap((name) => ["-S", `${name}=${sandbox.url}`]);

  const { status, stdout, stderr } = await run(["npx", "redocly", "respect", ...paths, ...servers]);

  const printed = stdout + stderr;
  expect(status, printed).toBe(0);
  const ids = files.flatMap(({ workflows }) => workflows.map(({ workflowId }) => workflowId));
  expect(ids.filter((id) => !printed.includes(id))).toEqual([]);
});
