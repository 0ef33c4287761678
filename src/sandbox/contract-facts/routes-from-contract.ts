import type { EventResource } from "../../../generated/sandbox-control-types.ts";
import { type Cursor, isObject, type JsonObject } from "../../contract/cursor.ts";
import {
  factsOf,
  type OperationFacts,
  type ParameterFacts,
} from "../../contract/operation-facts.ts";
import {
  carriesFile,
  type Operation,
  operations,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { resourceTypeOf } from "../../contract/resource-types.ts";
import { factIn, fieldsWithin } from "../../contract/schema-fields.ts";
import type { Kind, Kinds, ValueSchema } from "../../contract/value-schema.ts";
import type { TaxIdKind } from "../../tax-id.ts";
import { DOCUMENT_FIELDS } from "../documents/document-urls.ts";
import { expectations } from "../domain/value-expectations.ts";
import { fieldsOf, type SchemaFields } from "./drop-unknown-fields.ts";

/** What the sandbox needs to know about an operation, derived from the contract. */
export interface Route
  extends Pick<OperationFacts, "id" | "method" | "path" | "isPublic" | "marks"> {
  parameters: Parameter[];
  body: RequestBody | undefined;
  /** Whether its body or its response is a file, and no JSON. */
  carriesFile: boolean;
  /** Whether its responses may contain file URLs. */
  hasFiles: boolean;
  /** The resource that it concerns, and the names of that resource's id in a request. */
  resource: { type: EventResource["type"]; idFields: string[] } | undefined;
  /** The fields of its requests and successful responses that must not be logged, as `cardData.cardNumber`. */
  secrets: { request: string[]; response: string[] };
  /** The messages in the contract's examples of a successful response, by name, in the order of the contract. */
  messages: Record<string, string | null>;
  /** What it always answers, if that is a sentence. */
  sentence: { message: string } | undefined;
  /** The contract's examples of errors, by name. */
  errors: Record<string, DocumentedResponse>;
}

interface RequestBody {
  required: boolean;
  fields: SchemaFields;
  taxIds: ExpectedField[];
  /** Other fields whose values a bank may refuse. */
  plausible: ExpectedField[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  kind: "text" | "number" | "boolean" | "uuid";
  default: unknown;
}

/** A field of a body. A name in its path may be that of an array: it has one in each item. */
export interface ExpectedField {
  path: string[];
  /** The name of what is expected of its value. */
  expected: string;
}

export type Envelope = { data: unknown; message: string | null };

export interface DocumentedResponse {
  status: number;
  body: JsonObject;
}

export function routesOf(contract: Cursor): Route[] {
  return operations(contract).map(routeOf);
}

function routeOf(operation: Operation): Route {
  const { id, method, path, isPublic, marks, takes, returns, ...facts } = factsOf(operation);
  return {
    id,
    method,
    path,
    isPublic,
    marks,
    parameters: facts.parameters.map(parameterOf),
    body: bodyOf(operation),
    carriesFile: carriesFile(operation),
    hasFiles: fieldsWithin(successSchema(operation)).some(({ path }) =>
      DOCUMENT_FIELDS.includes(path.at(-1) as string),
    ),
    resource: resourceOf(id, takes),
    secrets: {
      request: pathsIn(takes, "secret", "body."),
      response: pathsIn(returns, "secret", "").map((field) => `data.${field}`),
    },
    messages: Object.fromEntries(
      facts.successes.map(({ name, value }) => [name, (value as Envelope).message]),
    ),
    sentence: sentenceOf(facts.successes[0]?.value as Envelope | undefined),
    // Those of the contract's `default` response have no status.
    errors: Object.fromEntries(
      facts.errors.map(({ name, status, value }) => [
        name,
        { status: Number(status) || 500, body: value as JsonObject },
      ]),
    ),
  };
}

function parameterOf({ name, in: place, schema }: ParameterFacts): Parameter {
  return { name, in: place, kind: kindOf(schema), default: schema.default };
}

function kindOf({ type, format }: ValueSchema): Parameter["kind"] {
  if (format === "uuid") return "uuid";
  return type === "string" ? "text" : type === "boolean" ? "boolean" : "number";
}

/** On the timeline, requests and postbacks are events, and no resources. */
function resourceOf(id: string, takes: Kinds): Route["resource"] {
  const type = resourceTypeOf(id);
  if (type === undefined || type === "request" || type === "postback") return undefined;
  return {
    type,
    idFields: ["parameters.", "body."].flatMap((start) => pathsIn(takes, type, start)),
  };
}

function bodyOf(operation: Operation): Route["body"] {
  const body = operation.cursor.at("requestBody");
  if (!body.exists) return undefined;
  const required = body.at("required").value === true;
  const schema = requestSchema(operation);
  const fields = fieldsWithin(schema);
  return {
    required,
    fields: fieldsOf(schema),
    taxIds: fields.flatMap(({ path, schemas }) => {
      const kinds = factIn(schemas, "x-tax-id") as TaxIdKind[] | undefined;
      return kinds ? [{ path, expected: kinds.join(" or ") }] : [];
    }),
    plausible: fields
      .map(({ path }) => ({ path, expected: `${path.at(-1)}` }))
      .filter(({ expected }) => expected in expectations),
  };
}

/** The paths of the fields of a kind that begin so, without that beginning. */
function pathsIn(kinds: Kinds, kind: Kind, start: string): string[] {
  return Object.keys(kinds)
    .filter((path) => kinds[path] === kind && path.startsWith(start))
    .map((path) => path.slice(start.length));
}

function sentenceOf(example: Envelope | undefined): Route["sentence"] {
  const data = example?.data;
  const isSentence = isObject(data) && Object.keys(data).join() === "message";
  return isSentence ? (data as Route["sentence"]) : undefined;
}
