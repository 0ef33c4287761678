import { operationFlags } from "../../src/cli/operations/operation-flags.ts";
import {
  type FlagType,
  kebab,
  type OperationFlag,
  type OperationRow,
  type OperationTable,
} from "../../src/cli/operations/operation-table.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { firstSentence } from "../../src/contract/first-sentence.ts";
import {
  carriesFile,
  type Operation,
  operations,
  successSchema,
} from "../../src/contract/operations.ts";
import { fieldsIn, formsOf } from "../../src/contract/schema-fields.ts";
import type { Form, FormSchema } from "../../src/inspector/contract.ts";
import { typeOfGroup } from "../../src/inspector/resource-types.ts";
import { formOf } from "./inspector-forms.ts";

type Source = { api: OperationRow["api"]; operation: Operation; form: Form };
type Field = Pick<OperationFlag, "in" | "path"> & { schemas: [FormSchema, ...FormSchema[]] };

/** The commands of all operations. Two of the sandbox's carry files, and have commands by hand. */
export function makeCommands(contracts: Record<OperationRow["api"], JsonObject>): OperationTable {
  const sources = (["service", "control"] as const).flatMap((api) =>
    operations(Cursor.root(contracts[api]))
      .filter((operation) => !carriesFile(operation))
      .map((operation) => ({ api, operation, form: formOf(operation) })),
  );
  const table = Object.fromEntries(sources.map((source) => [source.form.id, row(source, sources)]));
  if (Object.keys(table).length < sources.length)
    throw new Error("Two operations share a name, so their commands would too.");
  return table;
}

function row({ api, operation, form }: Source, sources: Source[]): OperationRow {
  const { id, method, summary, description, parameters, body, examples, columns, returns } = form;
  const fields = [
    ...parameters.map((each) => ({ in: each.in, path: [each.name], schemas: [each.schema] })),
    ...(body ? fieldsOf(body, []) : []),
  ] as Field[];
  const flags = merged(fields).map((field) => flagOf(field, form, sources));
  const clash = flags.find(({ name, kind }) => name in operationFlags && kind !== "secret");
  if (clash) throw new Error(`${id} has ${clash.name}, which is an option of all commands.`);
  const kinds = Object.entries(returns).filter(([, kind]) => kind === "money" || kind === "time");
  return {
    api,
    method,
    summary,
    description: firstSentence(description).replaceAll(/\s+/g, " "),
    ...(body && { takesBody: true }),
    ...(itemFields(operation) && { isList: true }),
    flags,
    ...(examples.length > 0 && { examples: examples.map(({ name }) => name) }),
    ...(columns && { columns }),
    kinds: Object.fromEntries(kinds) as OperationRow["kinds"],
  };
}

/** The fields of a body at any depth, but not those in arrays: an item is JSON. */
function fieldsOf({ properties = {}, variants = [] }: FormSchema, path: string[]): Field[] {
  const own = Object.entries(properties).flatMap(([name, schema]): Field[] => {
    const inner = fieldsOf(schema, [...path, name]);
    return inner.length > 0 ? inner : [{ in: "body", path: [...path, name], schemas: [schema] }];
  });
  return [...own, ...variants.flatMap(({ schema }) => fieldsOf(schema, path))];
}

/** Each field once, with what its variants say of it. */
function merged(fields: Field[]): Field[] {
  const byPath = Map.groupBy(fields, ({ in: place, path }) => `${place} ${path.join(".")}`);
  return [...byPath.values()].map((same) => ({
    ...(same[0] as Field),
    schemas: same.flatMap(({ schemas }) => schemas) as Field["schemas"],
  }));
}

function flagOf({ in: place, path, schemas }: Field, form: Form, sources: Source[]): OperationFlag {
  const [schema] = schemas;
  const { type, items, kind, description = "" } = schema;
  const values = new Set(schemas.flatMap(valuesOf));
  // Each variant describes only its own value.
  const decides = schemas.length > 1 && schemas.every((each) => each.const !== undefined);
  const listed = listOf(path.at(-1) ?? "", kind, form, sources);
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

function valuesOf(schema: FormSchema): string[] {
  const { const: only, enum: all = [], "x-extensible-enum": known = [], items } = schema;
  const own = [only, ...all, ...known].filter((each) => typeof each === "string");
  return [...own, ...(items ? valuesOf(items) : [])];
}

/** The list in which an id can be found: that of the type to which it refers, or `snapshots` for a `snapshotId`. */
function listOf(name: string, kind: unknown, { id }: Form, sources: Source[]) {
  const [own] = id.split(".");
  for (const { operation, form } of sources) {
    const [group = ""] = form.id.split(".");
    const isOfType = kind !== undefined && typeOfGroup(group) === kind;
    if (!isOfType && !(group === own && name.replace(/Id$/, "s") === group)) continue;
    const as = ["id", name].find((each) => itemFields(operation)?.has(each));
    if (as) return { by: form.id, as };
  }
  return undefined;
}

/** The fields of the items that an operation lists. */
function itemFields(operation: Operation): Map<string, Cursor[]> | undefined {
  const items = successSchema(operation).at("properties", "data").target.at("items");
  return items.exists ? fieldsIn(formsOf(items)) : undefined;
}
