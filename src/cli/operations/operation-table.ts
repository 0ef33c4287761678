import { Cursor, textAt } from "../../contract/cursor.ts";
import { firstSentence } from "../../contract/first-sentence.ts";
import { type RequestFacts, requestFacts } from "../../contract/operation-facts.ts";
import { type Operation, operations, successSchema } from "../../contract/operations.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";
import { groupOf, isResourceType } from "../../contract/resource-types.ts";
import { fieldsIn, formsOf } from "../../contract/schema-fields.ts";
import {
  fieldsOf,
  type Kind,
  type ValueField,
  type ValueSchema,
} from "../../contract/value-schema.ts";

type Api = "service" | "control";
/** The operations of each contract. */
export type Contracts = Readonly<Record<Api, readonly Operation[]>>;

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
  type: FlagType;
  isArray?: true;
  /** Amounts may be in reais, and links of examples lead nowhere. */
  kind?: "money" | "link" | "secret";
  help: string;
  values?: string[];
  /** The operation that lists what the id is of, and the field with the id. */
  listed?: { by: string; as: string };
}

type FlagType = "string" | "integer" | "number" | "boolean" | "object";

const APIS: readonly Api[] = ["service", "control"];

const read: { [Name in Api]?: readonly Operation[] } = {};

/** The operations of the package. A contract is read when a command first needs it: most need one, or none. */
export const bundled: Contracts = {
  get service() {
    read.service ??= operations(Cursor.root(readContract()));
    return read.service;
  },
  get control() {
    read.control ??= operations(Cursor.root(readControlContract()));
    return read.control;
  },
};

export function operationRow(id: string, contracts = bundled): OperationRow {
  const { api, operation } = findOperation(id, contracts);
  const facts = requestFacts(operation);
  return { ...facts, api, operation, flags: flagsOf(facts, contracts) };
}

function findOperation(id: string, contracts: Contracts): { api: Api; operation: Operation } {
  for (const api of APIS) {
    const operation = contracts[api].find((each) => each.id === id);
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

type Field = Pick<OperationFlag, "in"> & Pick<ValueField, "path" | "schemas">;

function flagsOf({ id, parameters, body }: RequestFacts, contracts: Contracts): OperationFlag[] {
  const inBody = body ? fieldsOf(body).filter(isLeaf) : [];
  const fields = [
    ...parameters.map(({ in: place, name, schema }): Field => {
      return { in: place, path: [name], schemas: [schema] };
    }),
    ...inBody.map(({ path, schemas }): Field => ({ in: "body", path, schemas })),
  ];
  return fields.map((field) => flagOf(field, id, contracts));
}

/** An object has options for its fields. An item of an array is JSON. */
function isLeaf({ schemas: [schema], isInArray }: ValueField): boolean {
  return !isInArray && !schema.properties && !schema.variants;
}

function flagOf(
  { in: place, path, schemas }: Field,
  id: string,
  contracts: Contracts,
): OperationFlag {
  const [schema] = schemas;
  const { type, items, kind, description = "" } = schema;
  const values = new Set(schemas.flatMap(valuesOf));
  // Each variant describes only its own value.
  const decides = schemas.length > 1 && schemas.every((each) => each.const !== undefined);
  const listed = listOf(path.at(-1) ?? "", kind, id, contracts);
  return {
    name: path.map(kebab).join(".").replace(/^x-/, ""),
    in: place,
    path,
    type: typeOf(type === "array" ? items?.type : type),
    ...(type === "array" && { isArray: true }),
    ...((kind === "money" || kind === "link" || kind === "secret") && { kind }),
    help: firstSentence(decides ? "" : description).replaceAll(/\s+/g, " "),
    ...(values.size > 0 && { values: [...values] }),
    ...(listed && { listed }),
  };
}

function typeOf(type = "object"): FlagType {
  return type as FlagType;
}

function valuesOf(schema: ValueSchema): string[] {
  const { const: only, enum: all = [], "x-extensible-enum": known = [], items } = schema;
  const own = [only, ...all, ...known].filter((each) => typeof each === "string");
  return [...own, ...(items ? valuesOf(items) : [])];
}

/** The list in which an id can be found: that of the type to which it refers, or `snapshots` for a `snapshotId`. */
function listOf(
  name: string,
  kind: Kind | undefined,
  id: string,
  contracts: Contracts,
): OperationFlag["listed"] {
  const [own = ""] = id.split(".");
  const groups = [
    ...(kind && isResourceType(kind) ? [groupOf(kind)] : []),
    ...(name.replace(/Id$/, "s") === own ? [own] : []),
  ];
  if (groups.length === 0) return undefined;
  for (const api of APIS)
    for (const operation of contracts[api]) {
      if (!groups.some((group) => operation.id.startsWith(`${group}.`))) continue;
      const as = ["id", name].find((each) => itemFields(operation)?.has(each));
      if (as) return { by: operation.id, as };
    }
  return undefined;
}

/** The fields of the items that an operation lists. */
function itemFields(operation: Operation): Map<string, Cursor[]> | undefined {
  const items = successSchema(operation).at("properties", "data").target.at("items");
  return items.exists ? fieldsIn(formsOf(items)) : undefined;
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
