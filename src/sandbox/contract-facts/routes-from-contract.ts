import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import {
  carriesFile,
  errorResponses,
  httpMethodOf,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parameters,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { factIn, fieldsWithin } from "../../contract/schema-fields.ts";
import { DOCUMENT_FIELDS } from "../documents/document-urls.ts";
import type { PlausibleKind } from "../domain/plausible-values.ts";
import type { TaxIdKind } from "../domain/tax-id.ts";
import { fieldsOf, type SchemaFields } from "./drop-unknown-fields.ts";

/** What the sandbox needs to know about an operation, derived from the contract. */
export interface Route {
  id: string;
  method: string;
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** Whether it can respond with a stream of events. */
  canStream: boolean;
  /** Whether its responses may contain file URLs. */
  hasFiles: boolean;
  /** The fields of its requests and successful responses that must not be logged, as `cardData.cardNumber`. */
  secrets: { request: string[]; response: string[] };
  /** The contract's examples of a request body, by name. */
  requestExamples: Record<string, JsonObject>;
  /** The contract's examples of a successful response, by name, in the order of the contract. */
  examples: Record<string, Envelope>;
  /** The contract's examples of errors, by name. */
  errors: Record<string, DocumentedResponse>;
}

interface RequestBody {
  required: boolean;
  fields: SchemaFields;
  taxIds: TaxIdField[];
  plausible: PlausibleField[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  kind: "text" | "number" | "boolean" | "uuid";
  default: unknown;
}

/** A field of a body that holds a tax id. A name in its path may be that of an array: it has one in each item. */
export interface TaxIdField {
  path: string[];
  kinds: TaxIdKind[];
}

/** A field of a body with an expectation beyond its schema, and its path, as above. */
export interface PlausibleField {
  path: string[];
  kind: PlausibleKind;
}

export type Envelope = { data: unknown; message: string | null };

export interface DocumentedResponse {
  status: number;
  body: JsonObject;
}

/** The routes of all operations but those with files, which a handler cannot take or return as a whole. */
export function routesOf(contract: Cursor): Route[] {
  return operations(contract)
    .filter((operation) => !carriesFile(operation))
    .map(routeOf);
}

function routeOf(operation: Operation): Route {
  return {
    id: operation.id,
    method: httpMethodOf(operation),
    path: operation.pathItem.key,
    isPublic: isPublic(operation),
    parameters: parameters(operation).map(parameterOf),
    body: bodyOf(operation),
    canStream: operation.cursor.at("responses", "200", "content", "text/event-stream").exists,
    hasFiles: fieldsWithin(successSchema(operation)).some(({ path }) =>
      DOCUMENT_FIELDS.includes(path.at(-1) as string),
    ),
    secrets: {
      request: secretsOf(requestSchema(operation)),
      response: secretsOf(successSchema(operation)),
    },
    requestExamples: valuesOf(operation.cursor.at("requestBody")),
    examples: valuesOf(operation.cursor.at("responses", "200")) as Record<string, Envelope>,
    errors: errorsOf(operation),
  };
}

function parameterOf(parameter: Cursor): Parameter {
  const schema = parameter.at("schema");
  return {
    name: String(parameter.at("name").value),
    in: parameter.at("in").value as Parameter["in"],
    kind: kindOf(schema),
    default: schema.at("default").value,
  };
}

function kindOf(schema: Cursor): Parameter["kind"] {
  if (schema.at("format").value === "uuid") return "uuid";
  const type = schema.at("type").value;
  return type === "string" ? "text" : type === "boolean" ? "boolean" : "number";
}

function bodyOf(operation: Operation): Route["body"] {
  const body = operation.cursor.at("requestBody");
  if (!body.exists) return undefined;
  const required = body.at("required").value === true;
  const schema = requestSchema(operation);
  const taxIds = fieldsWith<TaxIdKind[]>("x-tax-id", schema);
  const plausible = fieldsWith<PlausibleKind>("x-plausible", schema);
  return {
    required,
    fields: fieldsOf(schema),
    taxIds: taxIds.map(({ path, mark }) => ({ path, kinds: mark })),
    plausible: plausible.map(({ path, mark }) => ({ path, kind: mark })),
  };
}

/** The fields of a schema that have a mark, at any depth. */
function fieldsWith<Mark>(keyword: string, schema: Cursor): { path: string[]; mark: Mark }[] {
  return fieldsWithin(schema).flatMap(({ path, schemas }) => {
    const mark = factIn(schemas, keyword);
    return mark === undefined ? [] : [{ path, mark: mark as Mark }];
  });
}

function secretsOf(schema: Cursor): string[] {
  return fieldsWith("x-sensitive", schema).map(({ path }) => path.join("."));
}

/** The contract's `default` errors have no status, and get 500. */
function errorsOf(operation: Operation): Record<string, DocumentedResponse> {
  const examples = errorResponses(operation).flatMap(({ status, cursor }) =>
    Object.entries(valuesOf(cursor)).map(([name, body]) => [
      name,
      { status: Number(status) || 500, body },
    ]),
  );
  return Object.fromEntries(examples);
}

/** The examples of a request body or a response, by name. */
function valuesOf(body: Cursor): Record<string, JsonObject> {
  const examples = jsonContent(body).at("examples").members();
  return Object.fromEntries(
    examples.map((example) => [example.key, example.at("value").value as JsonObject]),
  );
}
