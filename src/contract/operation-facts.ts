import { type Cursor, textAt } from "./cursor.ts";
import {
  errorResponses,
  httpMethodOf,
  isPublic,
  jsonContent,
  nameOf,
  type Operation,
  parameters,
  requestSchema,
  successSchema,
} from "./operations.ts";
import { fieldsWithin, formsOf, textsAt } from "./schema-fields.ts";
import { described, type Kinds, kindsIn, type ValueSchema, valueSchemaOf } from "./value-schema.ts";

/** What those who serve, call or describe an operation need to know of it, as plain data without references. */
export interface OperationFacts extends RequestFacts, ResponseFacts {}

/** How it is called. */
export interface RequestFacts {
  id: string;
  /** In capitals. */
  method: string;
  path: string;
  summary: string;
  description: string;
  /** Whether it can be called without a token. */
  isPublic: boolean;
  /** What the sandbox does with it, of its own controls. */
  marks: OperationMarks;
  parameters: ParameterFacts[];
  body?: ValueSchema;
  /** The examples of its body. */
  examples: Example[];
  /** The kinds of its input fields, by paths that begin with `parameters` or `body`. */
  takes: Kinds;
}

/** What it answers. */
export interface ResponseFacts {
  successes: Example[];
  errors: (Example & { status: string })[];
  /** The kinds of the data that it returns. */
  returns: Kinds;
  /** The fields that say most of an item, if it returns a list. */
  columns?: string[];
}

interface OperationMarks {
  /** Which of its requests the timeline has. By default, all. */
  recorded?: "never" | "failures";
  /** What of a company it replaces. */
  replaces?: "data" | "keys" | "snapshot";
}

export interface ParameterFacts {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: ValueSchema;
}

export interface Example {
  name: string;
  summary: string;
  value: unknown;
}

export function factsOf(operation: Operation): OperationFacts {
  return { ...requestFacts(operation), ...responseFacts(operation) };
}

export function requestFacts(operation: Operation): RequestFacts {
  const { id, cursor, pathItem } = operation;
  const body = requestSchema(operation);
  const all = parameters(operation).map(parameterFacts);
  const kindsOfParameters = all.flatMap(({ name, schema: { kind } }) =>
    kind ? [[`parameters.${name}`, kind]] : [],
  );
  const kindsOfBody = Object.entries(kindsIn(body)).map(([path, kind]) => [`body.${path}`, kind]);
  return {
    id,
    method: httpMethodOf(operation),
    path: pathItem.key,
    summary: textAt(cursor, "summary"),
    description: textAt(cursor, "description"),
    isPublic: isPublic(operation),
    marks: marksOf(cursor),
    parameters: all,
    ...(body.exists && { body: valueSchemaOf(body) }),
    examples: examplesOf(cursor.at("requestBody")),
    takes: Object.fromEntries([...kindsOfParameters, ...kindsOfBody]),
  };
}

export function responseFacts(operation: Operation): ResponseFacts {
  const columns = columnsOf(operation);
  return {
    successes: examplesOf(operation.cursor.at("responses", "200")),
    errors: errorResponses(operation).flatMap(({ status, cursor }) =>
      examplesOf(cursor).map((example) => ({ ...example, status })),
    ),
    returns: kindsIn(successSchema(operation).at("properties", "data")),
    ...(columns && { columns }),
  };
}

function marksOf(operation: Cursor): OperationMarks {
  const marks = ["recorded", "replaces"].map((name) => [name, operation.at(`x-${name}`).value]);
  return Object.fromEntries(marks.filter(([, value]) => value !== undefined));
}

function parameterFacts(parameter: Cursor): ParameterFacts {
  return {
    name: nameOf(parameter),
    in: textAt(parameter, "in") as ParameterFacts["in"],
    required: parameter.at("required").value === true,
    schema: { ...valueSchemaOf(parameter.at("schema")), ...described(parameter) },
  };
}

/** The examples of a body. */
export function examplesOf(body: Cursor): Example[] {
  const examples = jsonContent(body).at("examples").members();
  return examples.map((example) => ({
    name: example.key,
    summary: textAt(example, "summary") || example.key,
    value: example.at("value").value,
  }));
}

/** The `x-summary` of what an operation lists. */
function columnsOf(operation: Operation): string[] | undefined {
  const items = successSchema(operation).at("properties", "data").target.at("items");
  const [columns] = formsOf(items)
    .map((schema) => textsAt(schema, "x-summary"))
    .filter((names) => names.length > 0);
  const fields = fieldsWithin(items).map(({ path }) => path.join("."));
  const unknown = columns?.find((name) => !fields.includes(name));
  if (unknown)
    throw new Error(
      `The x-summary of the schema that ${operation.id} lists names ${unknown}, which is no field of it.`,
    );
  return columns;
}
