import { Cursor, textAt } from "../../src/contract/cursor.ts";
import {
  httpMethodOf,
  jsonContent,
  type Operation,
  operations,
  parameters,
  requestSchema,
  successSchema,
} from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import {
  fieldsIn,
  fieldsWithin,
  formsOf,
  innerSchemas,
  textsAt,
  variantsOf,
} from "../../src/contract/schema-fields.ts";
import type {
  ContractForms,
  Form,
  FormSchema,
  Kind,
  Kinds,
  Transition,
} from "../../src/inspector/contract.ts";
import type { ResourceType } from "../../src/inspector/resource-types.ts";
import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";

/** What the inspector knows of an operation: how to call it, and the form for its body. */
export function contractForms(): ContractForms {
  const service = Cursor.root(readContract());
  const control = Cursor.root(readControlContract());
  return {
    service: operations(service).map(formOf),
    control: operations(control).map(formOf),
    returnCodes: { ...returnCodesOf(service), ...sandboxReturnCodes() },
    transitions: { ...transitionsOf(control), ...transitionsOf(service) },
  };
}

function returnCodesOf(service: Cursor): ContractForms["returnCodes"] {
  return Object.fromEntries(
    returnCodes(service).map(({ code, name, meaning }) => [
      code,
      { name, meaning, page: "errors.html" },
    ]),
  );
}

/** The return codes of the rules that only the sandbox has. */
function sandboxReturnCodes(): ContractForms["returnCodes"] {
  return Object.fromEntries(
    Object.entries(businessRules).map(([name, { returnCode, meaning }]) => [
      returnCode,
      { name, meaning, page: "sandbox/outcomes-and-faults.html" },
    ]),
  );
}

export function formOf(operation: Operation): Form {
  const { id, cursor, pathItem } = operation;
  const body = requestSchema(operation);
  const examples = jsonContent(cursor.at("requestBody")).at("examples").members();
  const data = successSchema(operation).at("properties", "data");
  const items = data.target.at("items");
  const [columns] = formsOf(items)
    .map((schema) => textsAt(schema, "x-summary"))
    .filter((names) => names.length > 0);
  const fields = fieldsWithin(items).map(({ path }) => path.join("."));
  const unknown = columns?.find((name) => !fields.includes(name));
  if (unknown)
    throw new Error(
      `The x-summary of the schema that ${id} lists names ${unknown}, which is no field of it.`,
    );
  const all = parameters(operation).map((parameter) => ({
    name: textAt(parameter, "name"),
    in: textAt(parameter, "in") as "path" | "query" | "header",
    required: parameter.at("required").value === true,
    schema: { ...schemaOf(parameter.at("schema")), ...described(parameter) },
  }));
  return {
    id,
    method: httpMethodOf(operation),
    path: pathItem.key,
    summary: textAt(cursor, "summary"),
    description: textAt(cursor, "description"),
    parameters: all,
    ...(body.exists && { body: schemaOf(body) }),
    examples: examples.map((example) => ({
      name: example.key,
      summary: textAt(example, "summary") || example.key,
      value: example.at("value").value,
    })),
    takes: {
      ...Object.fromEntries(
        all.flatMap(({ name, schema: { kind } }) => (kind ? [[`parameters.${name}`, kind]] : [])),
      ),
      ...kindsIn(body, "body."),
    },
    returns: kindsIn(data, ""),
    ...(columns && { columns }),
  };
}

/** What the value of a keyword says of a field. A secret comes first: it is one, whatever else it is. */
const KINDS: readonly [keyword: string, value: unknown, kind: Kind][] = [
  ["x-sensitive", true, "secret"],
  ["x-unit", "centavos", "money"],
  ["x-status", true, "status"],
  ["format", "date-time", "time"],
  ["format", "date", "day"],
  ["format", "uri", "link"],
];

/** What a value is. None if the schemas disagree, as those of two events may do. */
function kindOf(schemas: Cursor[]): Kind | undefined {
  const kinds = new Set<Kind>([
    ...KINDS.flatMap(([keyword, value, kind]) =>
      schemas.some((schema) => schema.at(keyword).value === value) ? [kind] : [],
    ),
    ...schemas.flatMap((schema) => textsAt(schema, "x-refers-to") as ResourceType[]),
  ]);
  const [kind] = kinds;
  return kind === "secret" || kinds.size === 1 ? kind : undefined;
}

function kindsIn(schema: Cursor, prefix: string): Kinds {
  const fields = fieldsWithin(schema).map(
    ({ path, schemas }) => [prefix + path.join("."), kindOf(schemas)] as const,
  );
  return Object.fromEntries(fields.filter(([, kind]) => kind !== undefined)) as Kinds;
}

/** The parts of a schema that a form needs, with all references resolved. */
function schemaOf(schema: Cursor): FormSchema {
  return innerSchemas(schema, "base").map(schemaOf).reduce(merged, partOf(schema));
}

function partOf(schema: Cursor): FormSchema {
  const [type] = textsAt(schema, "type").filter((each) => each !== "null");
  const kind = kindOf(formsOf(schema));
  const fields = [...fieldsIn([schema])].map(([name, [field]]) => [
    name,
    schemaOf(field as Cursor),
  ]);
  const items = schema.at("items");
  const own: FormSchema = {
    ...pick(schema, ["const", "enum", "x-extensible-enum"]),
    ...described(schema),
    ...(type && { type }),
    ...(kind && { kind }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields),
      required: textsAt(schema, "required"),
    }),
    ...(items.exists && { items: schemaOf(items) }),
  };
  const choice = variantsOf(schema);
  if (choice) {
    const variants = [...choice.variants].map(([value, form]) => ({
      value,
      schema: schemaOf(form),
    }));
    return { ...own, discriminator: choice.property, variants };
  }
  const forms = innerSchemas(schema, "form").filter((form) => form.at("type").value !== "null");
  // A field that only some forms require is optional.
  return forms
    .map((form) => ({ ...schemaOf(form), ...(forms.length > 1 && { required: [] }) }))
    .reduce(merged, own);
}

/** The fields of both, and what is required by the first. */
function merged(one: FormSchema, other: FormSchema): FormSchema {
  const all = { ...other, ...one };
  if (!one.properties && !other.properties) return all;
  return {
    ...all,
    properties: { ...other.properties, ...one.properties },
    required: [...new Set([...(other.required ?? []), ...(one.required ?? [])])],
  };
}

function described(cursor: Cursor): { description?: string } {
  const description = textAt(cursor, "description");
  return description === "" ? {} : { description };
}

function pick(schema: Cursor, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => [name, schema.at(name).value]).filter(([, value]) => value !== undefined),
  );
}

/** The transitions of each status schema that has some, by the name of the schema. */
function transitionsOf(document: Cursor): Record<string, Transition[]> {
  return Object.fromEntries(
    document
      .at("components", "schemas")
      .members()
      .filter((schema) => schema.at("x-transitions").exists)
      .map((schema) => [schema.key, schema.at("x-transitions").value as Transition[]]),
  );
}
