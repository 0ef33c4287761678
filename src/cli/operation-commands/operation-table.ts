import { Cursor, type JsonObject, textAt } from "../../contract/cursor.ts";
import { firstSentence } from "../../contract/first-sentence.ts";
import { examplesOf, type RequestFacts, requestFacts } from "../../contract/operation-facts.ts";
import { type Operation, operations } from "../../contract/operations.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";
import {
  fieldsOf,
  type Kind,
  type ValueField,
  type ValueSchema,
} from "../../contract/value-schema.ts";

type Api = "service" | "control";
/** A contract, and its operations. */
export interface Contract {
  root: Cursor;
  operations: readonly Operation[];
}
export type Contracts = Readonly<Record<Api, Contract>>;

/** What the command of an operation needs to know. */
export interface OperationRow extends RequestFacts {
  api: Api;
  operation: Operation;
  flags: OperationFlag[];
}

/** A parameter, or a field of the body. */
export interface OperationFlag {
  name: string;
  in: "path" | "query" | "header" | "body";
  /** The name of the parameter, or the path of the field. */
  path: string[];
  type: ValueType;
  isArray?: true;
  kind?: Kind;
  help: string;
  values?: string[];
  /** Whether it takes no other values. */
  isClosed?: boolean;
}

export type ValueType = "string" | "integer" | "number" | "money" | "boolean" | "object";

const APIS: readonly Api[] = ["service", "control"];

export function contractOf(document: JsonObject): Contract {
  const root = Cursor.root(document);
  return { root, operations: operations(root) };
}

const read: Partial<Record<Api, Contract>> = {};

/** The contracts of the package. Each is read when a command first needs it: most need one, or none. */
export const bundled: Contracts = {
  get service() {
    read.service ??= contractOf(readContract());
    return read.service;
  },
  get control() {
    read.control ??= contractOf(readControlContract());
    return read.control;
  },
};

export function operationRow(id: string, contracts = bundled): OperationRow {
  const { api, operation } = findOperation(id, contracts);
  const facts = requestFacts(operation);
  return { ...facts, api, operation, flags: flagsOf(facts) };
}

export function findOperation(id: string, contracts = bundled): { api: Api; operation: Operation } {
  for (const api of APIS) {
    const operation = contracts[api].operations.find((each) => each.id === id);
    if (operation) return { api, operation };
  }
  throw new Error(`No contract has ${id}.`);
}

/** What an operation does, in a line. */
export function summaryOf(id: string, contracts: Contracts): string {
  const { cursor } = findOperation(id, contracts).operation;
  return `${textAt(cursor, "summary")}. ${firstSentence(textAt(cursor, "description"))}`.replaceAll(
    /\s+/g,
    " ",
  );
}

/** The values that the contract has for a parameter. */
export function choicesOf(id: string, parameter: string): readonly string[] {
  return operationRow(id).flags.find(({ name }) => name === parameter)?.values ?? [];
}

/** The body of an example without its links, which lead to servers that do not exist. */
export function exampleBody(
  { operation }: Pick<OperationRow, "operation">,
  name: string,
): JsonObject {
  const { id, cursor } = operation;
  const example = examplesOf(cursor.at("requestBody")).find((each) => each.name === name);
  if (!example) throw new Error(`${id} has no example ${name}.`);
  const json = JSON.stringify(example.value);
  return JSON.parse(json, (_, value) => (/^https?:/.test(value) ? undefined : value));
}

type Field = Pick<OperationFlag, "in"> & Pick<ValueField, "path" | "schemas">;

function flagsOf({ parameters, body }: RequestFacts): OperationFlag[] {
  const inBody = body ? fieldsOf(body).filter(isLeaf) : [];
  const fields = [
    ...parameters.map(({ in: place, name, schema }): Field => {
      return { in: place, path: [name], schemas: [schema] };
    }),
    ...inBody.map(({ path, schemas }): Field => ({ in: "body", path, schemas })),
  ];
  return fields.map(flagOf);
}

/** An object has options for its fields. An item of an array is JSON. */
function isLeaf({ schemas: [schema], isInArray }: ValueField): boolean {
  return !isInArray && !schema.properties && !schema.variants;
}

function flagOf({ in: place, path, schemas }: Field): OperationFlag {
  const [schema] = schemas;
  const { type, items, kind, description = "" } = schema;
  const values = new Set(schemas.flatMap(valuesOf));
  // Each variant describes only its own value.
  const decides = schemas.length > 1 && schemas.every((each) => each.const !== undefined);
  return {
    name: path.map(kebab).join(".").replace(/^x-/, ""),
    in: place,
    path,
    type:
      kind === "money"
        ? kind
        : (((type === "array" ? items?.type : type) ?? "object") as ValueType),
    ...(type === "array" && { isArray: true }),
    ...(kind && { kind }),
    help: firstSentence(decides ? "" : description).replaceAll(/\s+/g, " "),
    ...(values.size > 0 && { values: [...values], isClosed: schemas.every(isClosed) }),
  };
}

function valuesOf(schema: ValueSchema): string[] {
  const { const: only, enum: all = [], "x-extensible-enum": known = [], items } = schema;
  const own = [only, ...all, ...known].filter((each) => typeof each === "string");
  return [...own, ...(items ? valuesOf(items) : [])];
}

function isClosed({ const: only, enum: all, items }: ValueSchema): boolean {
  return (only ?? all) !== undefined || (items !== undefined && isClosed(items));
}

/**
 * A name as a flag has it.
 *
 * @example
 * kebab("billingData.postbackUrl"); // "billing-data.postback-url"
 */
function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
