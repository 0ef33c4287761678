import { findAssumptions } from "../../../contract/assumptions.ts";
import { type JsonObject, textAt } from "../../../contract/cursor.ts";
import { firstSentence } from "../../../contract/first-sentence.ts";
import type { ParameterFacts } from "../../../contract/operation-facts.ts";
import { carriesFile } from "../../../contract/operations.ts";
import { returnCodes } from "../../../contract/return-codes.ts";
import { fieldsOf, type ValueSchema } from "../../../contract/value-schema.ts";
import {
  bundled,
  exampleBody,
  type OperationRow,
  operationRow,
} from "../../operation-commands/operation-table.ts";
import { didYouMean } from "../../read-flags.ts";
import { type Tool, ToolError, text } from "../tool.ts";

const { service, control } = bundled;

/** All operations of both contracts, except those whose bodies are files. */
const callable = [...service.operations, ...control.operations].filter(
  (each) => !carriesFile(each),
);

/** What makes a caller an operator, or leads to another company. */
const OPERATORS = /^x-(operator-key|sandbox-company)$/;
const MAX_ASSUMPTIONS = 10;

export function findOperation(id: unknown): OperationRow {
  const ids = callable.map((each) => each.id);
  if (ids.includes(`${id}`)) return operationRow(`${id}`);
  const advice = didYouMean(`${id}`, ids) || "; describe_operation without arguments lists all";
  throw new ToolError(`no operation is called ${id}${advice}`);
}

/** Whether it ends something for good, or the keys that this server uses. */
export function isDestructive({ method, marks }: OperationRow): boolean {
  return marks.replaces !== undefined || method === "DELETE";
}

export function parametersOf({ parameters }: OperationRow): ParameterFacts[] {
  return parameters.filter(({ name }) => !OPERATORS.test(name));
}

/** A request example, which an agent may have misspelt. */
export function exampleOf(operation: OperationRow, name: unknown): JsonObject {
  const names = operation.examples.map((each) => each.name);
  if (names.includes(`${name}`)) return exampleBody(operation, `${name}`);
  const known = names.join(", ") || "none";
  throw new ToolError(`${operation.id} has no example ${name}; its examples: ${known}`);
}

const FACTS = ["type", "enum", "x-extensible-enum", "format", "minimum", "maximum"] as const;

/** What schemas of one value say of it, or of its items. */
function schemaOf(given: readonly ValueSchema[]): JsonObject {
  const schemas = given.flatMap((each) => [each, ...(each.items ? [each.items] : [])]);
  const values = new Set(schemas.map((each) => each.const));
  values.delete(undefined);
  // Each form of a value describes only its own.
  const isDescribed = new Set(given.map(({ description }) => description)).size === 1;
  const names = isDescribed ? [...FACTS, "description" as const] : FACTS;
  const entries = names.map((name) => [name, schemas.find((each) => name in each)?.[name]]);
  const known = entries.filter(([, value]) => value !== undefined);
  const [{ type, isNullable } = {}] = schemas;
  return {
    ...Object.fromEntries(known),
    ...(isNullable && { type: [type, "null"] }),
    ...(values.size > 0 && { enum: [...values] }),
  };
}

export const describeOperation: Tool = {
  name: "describe_operation",
  description:
    "Says how to call an operation of the service or of the sandbox's controls: parameters, fields of the body, examples, errors, and what the contract assumes. Without arguments, lists all operations.",
  input: {
    operation: text("The name of an operation, e.g. payments.create."),
    example: text("Which example to show. By default, the first."),
  },
  async run({ operation: id, example }) {
    const summaries = callable.map((each) => `${each.id}: ${textAt(each.cursor, "summary")}`);
    if (id === undefined) return { facts: { operations: summaries } };
    return { facts: describe(findOperation(id), example) };
  },
};

function describe(operation: OperationRow, example: unknown): JsonObject {
  const { id, api, method, path, summary, description } = operation;
  const isControl = api === "control";
  const examples = operation.examples.map(({ name }) => name);
  const shown = example ?? examples[0];
  const codes = returnCodes(service.root).filter(
    ({ statedFor, assumedFor }) => !isControl && [statedFor, ...assumedFor].includes(id),
  );
  // Those of few operations say most about this one.
  const assumptions = findAssumptions(isControl ? control.root : service.root)
    .filter(({ operationIds }) => operationIds.includes(id))
    .toSorted((one, other) => one.operationIds.length - other.operationIds.length)
    .map(({ where, text }) => `${where}: ${text}`);
  return {
    call: `${method} ${path}`,
    description: `${summary}. ${description}`,
    isDestructive: isDestructive(operation),
    parameters: parametersOf(operation).map(({ schema, ...parameter }) => ({
      ...schemaOf([schema]),
      ...parameter,
    })),
    ...describeBody(operation.body),
    examples,
    ...(shown !== undefined && { example: exampleOf(operation, shown) }),
    errors: codes.map(({ code, name, meaning }) => ({ code, name, meaning })),
    assumptions: assumptions.slice(0, MAX_ASSUMPTIONS),
    assumptionCount: assumptions.length,
  };
}

function describeBody(body: ValueSchema | undefined): JsonObject {
  if (!body) return {};
  const forms = body.variants ?? [{ value: "body", schema: body }];
  const required = forms.map(({ value, schema }) => [value, schema.required ?? []]);
  const fields = fieldsOf(body).map(({ path, schemas }) => {
    const { description = "", ...rest } = schemaOf(schemas);
    const sentence = firstSentence(`${description}`) || undefined;
    return { field: path.join("."), ...rest, description: sentence };
  });
  return { fields, required: Object.fromEntries(required) };
}
