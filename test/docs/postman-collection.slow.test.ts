import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/contract/cursor.ts";
import { operations, requestExamples } from "../../src/contract/operations.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { run } from "../run-command-line.ts";
import { body, service } from "../sandbox/contract-examples.ts";
import { newFolder } from "../sandbox/database-file.ts";

const COLLECTION = "generated/postman.json";
const NEWMAN = "node_modules/newman/bin/newman.js";

type Folder = { item: { id: string; request: Request }[] };
type Request = { method: string; body?: { raw: string } };

/** A request in newman's report. */
type Execution = {
  item: { id: string };
  response?: { code: number };
  assertions?: { assertion: string; error?: { message: string } }[];
};

const collection = JSON.parse(readFileSync(COLLECTION, "utf8")) as {
  variable: { key: string; value: string }[];
  item: Folder[];
};
const requests = collection.item.flatMap(({ item }) => item);
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
  const results = executions.map(({ item, response, assertions = [] }) => ({
    id: item.id,
    code: response?.code,
    errors: assertions.map(({ error }) => error?.message),
  }));
  const expected = all.map(({ id }) => ({ id, code: 200, errors: [undefined] }));
  expect(results.toSorted(byId), ended.stdout).toEqual(expected.toSorted(byId));
  expect(ended.status, ended.stderr).toBe(0);
});

test("each request sends an example of the contract", () => {
  for (const operation of all) {
    const { raw } = requests.find(({ id }) => id === operation.id)?.request.body ?? {};
    const [example] = requestExamples(operation).map((each) => each.at("value").value);
    const sent = raw === undefined ? undefined : JSON.parse(withVariables(raw));
    expect(sent, operation.id).toEqual(example);
  }
});

test("the only keys are those of the contract's example", () => {
  const { baseUrl, token, ...keys } = variables();
  expect(keys).toEqual(body("auth.createToken", "keys"));
  expect(token).toBe("");
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

function variables(): JsonObject {
  return Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
}

function withVariables(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(variables()[name]));
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id.localeCompare(other.id);
}
