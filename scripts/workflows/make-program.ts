import { Cursor } from "../../src/contract/cursor.ts";
import { nameOf, type Operation, parametersIn } from "../../src/contract/operations.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { allSchemas } from "../../src/contract/schema-fields.ts";
import { literal } from "../generate/call-sample.ts";
import { optionName } from "../generate/client.ts";
import { formatted } from "../generate/format-typescript.ts";
import {
  type CallStep,
  type Check,
  callsWithoutTokens,
  checksOf,
  messagePatternOf,
  statusOf,
  type Workflow,
} from "./read-workflows.ts";

const IMPORTS = `import assert from "node:assert/strict";
import { createCentavo } from "centavo";
import { createControl, startSandbox } from "centavo/sandbox";
`;

const START = "const sandbox = await startSandbox();";

/** The first company of a new sandbox creates the one of the program. */
const CLIENTS = `const centavo = createCentavo({ baseUrl: sandbox.url, ...keys.data });
const control = createControl({ baseUrl: sandbox.url, ...keys.data });`;

const END = `await sandbox.close();
console.log("as expected"); // as expected
`;

/** The fields that tell which other fields a resource has. */
const discriminators = new Set(
  allSchemas(Cursor.root(readContract())).map(
    (schema) => schema.at("discriminator", "propertyName").value,
  ),
);

/** The client sets it by itself. */
const TOKEN_HEADER = "authorization";

/**
 * The TypeScript program that makes the calls of a workflow, and checks what the workflow checks.
 * @throws {Error} if the workflow has an expression that no program has been made for.
 */
export async function makeProgram(workflow: Workflow, newCompany: Workflow): Promise<string> {
  const [creation, ...beginning] = callsWithoutTokens(newCompany);
  const ofWorkflow = callsWithoutTokens(workflow);
  const lines = [
    IMPORTS,
    START,
    ...(creation ? [statement("const keys = ", "sandbox.control", creation, [])] : []),
    CLIENTS,
    ...beginning.map((step) => stepCode(step, beginning)),
    ...ofWorkflow.map((step) => stepCode(step, ofWorkflow)),
    END,
  ];
  return formatted(lines.join("\n"));
}

function stepCode(step: CallStep, all: readonly CallStep[]): string {
  const client = step.source === "service" ? "centavo" : "control";
  const status = statusOf(step);
  const comment = `\n// ${step.description}\n`;
  if (status !== 200) {
    return `${comment}await assert.rejects(${callOf(client, step, all)}, ${errorOf(step)});`;
  }
  const checks = checksOf(step).map((each) => check(step, each, all));
  const isUsed = checks.length > 0 || Object.keys(step.outputs).length > 0;
  const result = isUsed ? `const ${step.stepId} = ` : "";
  return [comment + statement(result, client, step, all), ...checks].join("\n");
}

function statement(
  result: string,
  client: string,
  step: CallStep,
  all: readonly CallStep[],
): string {
  return `${result}await ${callOf(client, step, all)};`;
}

function callOf(
  client: string,
  { operation, parameters, payload }: CallStep,
  all: readonly CallStep[],
): string {
  const given = (name: string) => parameters.find((each) => each.name === name)?.value;
  const path = parametersIn(operation, "path").map((each) => code(given(nameOf(each)), all));
  const query = Object.fromEntries(
    parameters.filter((each) => each.in === "query").map(({ name, value }) => [name, value]),
  );
  const hasQuery = Object.keys(query).length > 0;
  const input = payload ?? (hasQuery ? query : undefined);
  const headers = Object.fromEntries(
    parameters
      .filter((each) => each.in === "header" && each.name !== TOKEN_HEADER)
      .map(({ name, value }) => [optionOf(operation, name), value]),
  );
  const takesQuery = parametersIn(operation, "query").length > 0;
  const options = Object.keys(headers).length === 0 ? [] : [code(headers, all)];
  const absentQuery = options.length > 0 && takesQuery ? ["{}"] : [];
  const inputs = input === undefined ? absentQuery : [code(input, all)];
  return `${client}.${operation.id}(${[...path, ...inputs, ...options].join(", ")})`;
}

/** @throws {Error} if the client has no option for the header: the program could not send it. */
function optionOf(operation: Operation, name: string): string {
  const header = parametersIn(operation, "header").find((each) => nameOf(each) === name);
  if (!header) throw new Error(`${operation.id} has no header ${name}.`);
  return optionName(header);
}

/** A value of the workflow, whose expressions are replaced by what the program knows. */
function code(value: unknown, all: readonly CallStep[]): string {
  return literal(value).replaceAll(/"(\$steps\.[^"]+)"/g, (_, expression) =>
    ofOutput(expression, all),
  );
}

/** e.g. `charge.data.id` for `$steps.charge.outputs.paymentId`. */
function ofOutput(expression: string, all: readonly CallStep[]): string {
  const [, stepId, name = ""] = expression.match(/^\$steps\.(\w+)\.outputs\.(\w+)$/) ?? [];
  const source = all.find((step) => step.stepId === stepId)?.outputs[name];
  if (!stepId || !source) throw new Error(`Nothing is known of ${expression}.`);
  return ofBody(stepId, source.replace("$response.body#", ""));
}

/** e.g. `page.data[0]?.status` for `/data/0/status`. */
function ofBody(stepId: string, pointer: string): string {
  const [, envelope = "", field, ...nested] = pointer.split("/");
  const first = field === undefined ? "" : access(field, "");
  return `${stepId}.${envelope}${first}${nested.map((key) => access(key, "?.")).join("")}`;
}

function access(key: string, optional: "" | "?."): string {
  return /^\d+$/.test(key) ? `${optional}[${key}]` : `${optional || "."}${key}`;
}

function check(
  { stepId }: CallStep,
  { pointer, expected }: Check,
  all: readonly CallStep[],
): string {
  const actual = ofBody(stepId, pointer);
  const value = expected.startsWith("$") ? ofOutput(expected, all) : constant(expected);
  // This assertion narrows the type too.
  if (discriminators.has(pointer.split("/").at(-1))) return `assert(${actual} === ${value});`;
  return `assert.equal(${actual}, ${value});`;
}

function constant(text: string): string {
  return text.startsWith("'") ? JSON.stringify(text.slice(1, -1)) : text;
}

/** What an error has to be like, for `assert.rejects`. */
function errorOf(step: CallStep): string {
  const code = checksOf(step).find(({ pointer }) => pointer.endsWith("/returnCode"));
  const message = messagePatternOf(step);
  const fields = [
    `status: ${statusOf(step)}`,
    ...(code ? [`returnCode: ${code.expected}`] : []),
    ...(message ? [`message: /${message}/`] : []),
  ];
  return `{ ${fields.join(", ")} }`;
}
