import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations, requestExamples } from "../../src/contract/operations.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { run } from "../run-command-line.ts";
import { body, service } from "../sandbox/contract-examples.ts";
import { newFolder } from "../sandbox/database-file.ts";

const COLLECTION = "generated/postman.json";
const NEWMAN = "node_modules/newman/bin/newman.js";

/** A request in newman's report. */
type Execution = {
  item: { id: string };
  response?: { code: number };
  assertions?: { error?: { message: string } }[];
};

const collection = JSON.parse(readFileSync(COLLECTION, "utf8")) as {
  variable: { key: string; value: string }[];
  item: { item: { id: string; request: { body?: { raw: string } } }[] }[];
};
const requests = collection.item.flatMap(({ item }) => item);
const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
const all = operations(service);

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
  const expected = all.map(({ id }) => [id, 200, undefined]);
  expect(results.sort(), ended.stdout).toEqual(expected.sort());
  expect(ended.status, ended.stderr).toBe(0);
});

test("each request sends an example of the contract", () => {
  for (const operation of all) {
    const { raw } = requests.find(({ id }) => id === operation.id)?.request.body ?? {};
    const [example] = requestExamples(operation).map((each) => each.at("value").value);
    const text = raw?.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => `${variables.get(name)}`);
    const sent = text && JSON.parse(text);
    expect(sent, operation.id).toEqual(example);
  }
});

test("the only keys are those of the contract's example", () => {
  const { baseUrl, token, ...keys } = Object.fromEntries(variables);
  expect(keys).toEqual(body("auth.createToken", "keys"));
  expect(token).toBe("");
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
