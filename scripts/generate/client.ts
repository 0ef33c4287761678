import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import {
  carriesFile,
  httpMethodOf,
  isList,
  isPublic,
  nameOf,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
  requestSchema,
  successSchema,
} from "../../src/contract/operations.ts";
import { allSchemas, fieldsIn } from "../../src/contract/schema-fields.ts";
import { callExpression, literal } from "./call-sample.ts";
import { comment } from "./format-typescript.ts";

/** A longer example body would fill the editor's tooltip, so it is replaced by a variable name. */
const MAX_BODY_LINES = 24;

export type Client = {
  /** The name of its interface. */
  name: string;
  about: string;
  /** The id of one of its operations, as an example. */
  call: string;
  /** The module with the types of its contract. */
  types: string;
};

/** The table of operations that the client reads. */
export function makeOperations(document: JsonObject, client: Client): string {
  const contract = Cursor.root(document);
  const { methods, files } = methodsOf(contract);
  return `import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "${client.types}";

/** The name of an operation, which is also how you call it, e.g. \`${client.call}\`. */
export type OperationId = ${files.length === 0 ? "keyof Operations" : `Exclude<keyof Operations, ${files.map((id) => JSON.stringify(id)).join(" | ")}>`};

/** What the client needs to know about each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
${methods.map((method) => `"${method.id}": ${JSON.stringify(definition(method))},`).join("\n")}
};

${tokenPath(methods)}`;
}

/** The names of sensitive fields, which the client masks. */
export function makeSensitiveFields(documents: readonly JsonObject[]): string {
  const fields = documents.flatMap((each) => [...fieldsIn(allSchemas(Cursor.root(each)))]);
  const sensitive = fields.filter(([, declared]) =>
    declared.some((field) => field.at("x-sensitive").value === true),
  );
  const names = [...new Set(sensitive.map(([name]) => name))].sort();
  return `/** The names of fields that hold a secret or a full card number. */
export const sensitiveFields: ReadonlySet<string> = new Set(${JSON.stringify(names)});
`;
}

/** The interface of a client, with a method for each operation. */
export function makeClient(document: JsonObject, client: Client): string {
  const contract = Cursor.root(document);
  const { methods } = methodsOf(contract);
  return `import type { ${callTypes(methods).join(", ")} } from "../src/client/api-promise.ts";
import type { CallOptions } from "../src/client/options.ts";
import type { operations as Operations, ${bodyTypes(methods).join(", ")} } from "${client.types}";

${methods
  .filter(({ takes }) => takes === "query")
  .map(queryType)
  .join("\n\n")}

${clientInterface(contract, methods, client)}`;
}

/** An operation as a method of the client. */
type Method = {
  id: string;
  operation: Operation;
  pathParameters: Cursor[];
  headers: Cursor[];
  /** The argument between the path parameters and the options. */
  takes: "body" | "query" | undefined;
  /** Whether that argument is optional. */
  optional: boolean;
  /** The type name of the body, if the operation takes one. */
  bodyType: string | undefined;
  /** The type name of the success response. */
  responseType: string;
  /** The default page size, if the operation returns a list. */
  limit: number | undefined;
};

/** The methods of a client, and the operations that are none: the client has JSON alone, and no files. */
function methodsOf(contract: Cursor): { methods: Method[]; files: string[] } {
  const all = operations(contract);
  return {
    methods: all.filter((operation) => !carriesFile(operation)).map(methodOf),
    files: all.filter(carriesFile).map(({ id }) => id),
  };
}

function methodOf(operation: Operation): Method {
  const body = requestSchema(operation);
  const query = parametersIn(operation, "query");
  return {
    id: operation.id,
    operation,
    pathParameters: parametersIn(operation, "path"),
    headers: parametersIn(operation, "header"),
    takes: body.exists ? "body" : query.length > 0 ? "query" : undefined,
    optional: ![operation.cursor.at("requestBody"), ...query].some(isRequired),
    bodyType: body.exists ? body.key : undefined,
    responseType: successSchema(operation).key,
    limit: isList(operation) ? defaultLimit(operation) : undefined,
  };
}

function isRequired(bodyOrParameter: Cursor): boolean {
  return bodyOrParameter.at("required").value === true;
}

/** The client needs the page size to know whether it has read all items. */
function defaultLimit(operation: Operation): number {
  const limit = parametersIn(operation, "query").find((each) => nameOf(each) === "limit");
  const value = limit?.at("schema", "default").value;
  if (typeof value === "number") return value;
  throw new Error(`${operation.id} is a list: its query needs a "limit" with a default.`);
}

function bodyTypes(methods: Method[]): string[] {
  const names = methods.flatMap(({ bodyType, responseType }) => [bodyType, responseType]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

function callTypes(methods: Method[]): string[] {
  return [...new Set(methods.map(callType))].sort();
}

function callType({ limit }: Method): string {
  return limit === undefined ? "ApiPromise" : "PagePromise";
}

/** The text that src/client/operation-definition.ts describes. */
function definition({ operation, takes, headers, limit }: Method): string {
  const fields = [
    ["takes", takes],
    ["pageSize", limit],
    ["public", isPublic(operation) || undefined],
    ...headers.map((header) => [optionName(header), nameOf(header)]),
  ];
  const pairs = fields.filter(([, value]) => value !== undefined).map((field) => field.join("="));
  return [httpMethodOf(operation), operation.pathItem.key, ...pairs].join(" ");
}

/** Only the payment API creates tokens. The control API accepts the same ones. */
function tokenPath(methods: Method[]): string {
  const path = methods.find(({ id }) => id === "auth.createToken")?.operation.pathItem.key;
  if (path === undefined) return "";
  return `/** The path of the token request. */\nexport const tokenPath = ${JSON.stringify(path)};\n\n`;
}

function queryType({ id, limit }: Method): string {
  const content = limit === undefined ? "query parameters" : "filters and the page";
  const text = comment([`The ${content} of \`${id}\`.`]);
  return `${text}type ${queryName(id)} = NonNullable<Operations["${id}"]["parameters"]["query"]>;`;
}

function clientInterface(
  contract: Cursor,
  methods: Method[],
  { name: client, about }: Client,
): string {
  const groups = contract
    .at("tags")
    .members()
    .map((tag) => {
      const name = String(tag.at("name").value);
      const own = methods
        .filter(({ id }) => id.startsWith(`${name}.`))
        .map((method) => signature(method, client.toLowerCase()));
      return `${comment([tag.at("description").value])}${name}: {\n${own.join("\n\n")}\n};`;
    });
  return `/** ${about} */
export interface ${client} {
${groups.join("\n\n")}
}
`;
}

function signature(method: Method, client: string): string {
  const { id, operation, pathParameters, responseType } = method;
  const text = comment([
    `${operation.cursor.at("summary").value}.`,
    operation.cursor.at("description").value,
    pathParameters
      .map((parameter) => `@param ${nameOf(parameter)} ${parameter.at("description").value}`)
      .join("\n"),
    `@example\n${example(operation, client)}`,
  ]);
  const name = id.slice(id.indexOf(".") + 1);
  const returns = `${callType(method)}<${responseType}>`;
  return `${text}${name}(${methodParameters(method).join(", ")}): ${returns};`;
}

/** An example call with the first body of the contract that is not too long. */
function example(operation: Operation, client: string): string {
  const bodies = requestExamples(operation).map((body) => literal(body.at("value").value));
  const short = bodies.find((body) => body.split("\n").length <= MAX_BODY_LINES);
  const call = callExpression(client, operation, short ?? (bodies[0] && "body"));
  return isList(operation)
    ? `for await (const item of ${call}) console.log(item);`
    : `const { data } = await ${call};`;
}

function methodParameters(method: Method): string[] {
  const { id, pathParameters, takes, optional, bodyType, headers } = method;
  const type = takes === "body" ? bodyType : queryName(id);
  return [
    ...pathParameters.map((parameter) => `${nameOf(parameter)}: string`),
    ...(takes ? [`${takes}${optional ? "?" : ""}: ${type}`] : []),
    `options?: ${optionsType(headers)}`,
  ];
}

function optionsType(headers: Cursor[]): string {
  const fields = headers.map(
    (header) => `${comment([header.at("description").value])}${optionName(header)}?: string;`,
  );
  return fields.length > 0 ? `CallOptions & {\n${fields.join("\n")}\n}` : "CallOptions";
}

/** `payments.list` takes a `PaymentsListQuery`. */
function queryName(id: string): string {
  return `${id.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}Query`;
}

/** The option for a header: `subaccountId` for `x-subaccount-id`. */
export function optionName(header: Cursor): string {
  return nameOf(header)
    .replace(/^x-/, "")
    .replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
