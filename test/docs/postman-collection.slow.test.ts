import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { run } from "../run-command-line.ts";
import { service } from "../sandbox/contract-examples.ts";
import { newFolder } from "../sandbox/database-file.ts";

const COLLECTION = "generated/postman.json";
const NEWMAN = "node_modules/newman/bin/newman.js";

/** A request in newman's report. */
type Execution = {
  item: { id: string };
  response?: { code: number };
  assertions?: { error?: { message: string } }[];
};

test("newman gets 200 and data for every operation, from a sandbox with the examples", async () => {
  const report = join(newFolder(), "report.json");
  const sandbox = await startSandbox({ examples: true });
  onTestFinished(sandbox.close);

  const ended = await run([
    ...[process.execPath, NEWMAN, "run", COLLECTION, "--env-var", `baseUrl=${sandbox.url}`],
    ...["--reporters", "cli,json", "--reporter-json-export", report],
  ]);

  const { executions } = JSON.parse(readFileSync(report, "utf8")).run as {
    executions: Execution[];
  };
  const results = executions.map(({ item, response, assertions = [] }) => [
    ...[item.id, response?.code],
    ...assertions.map(({ error }) => error?.message),
  ]);
  const expected = operations(service).map(({ id }) => [id, 200, undefined]);
  expect(results.sort(), ended.stdout).toEqual(expected.sort());
  expect(ended.status, ended.stderr).toBe(0);
});
