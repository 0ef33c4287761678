import { Cursor, type JsonObject } from "../src/contract/cursor.ts";
import {
  isList,
  isPublic,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
  requestSchema,
  successSchema,
} from "../src/contract/operations.ts";
import { propertiesOf, schemas } from "../src/contract/reachable-schemas.ts";
import { comment } from "./format-typescript.ts";
import { callExpression, literal, nameOf } from "./typescript-call-sample.ts";

/** A body of more lines than this would fill an editor that shows it: a name stands for it. */
const MAX_BODY_LENGTH = 24;

export type Client = {
  /** The name of its surface. */
  name: string;
  about: string;
  /** One of its calls. */
  call: string;
  /** The module that has the types of its contract. */
  types: string;
};

/** The table of operations that the client walks, and which fields of theirs are secret. */
export function makeOperations(document: JsonObject, client: Client): string {
  const contract = Cursor.root(document);
  const methods = operations(contract).map(methodOf);
  return `import type { OperationDefinition } from "../src/client/operation-definition.ts";
import type { operations as Operations } from "${client.types}";

/** The name of an operation, which is also the call to type: \`${client.call}\`. */
export type OperationId = keyof Operations;

/** What the client has to know of each operation. */
export const operations: Readonly<Record<OperationId, OperationDefinition>> = {
${methods.map((method) => `"${method.id}": ${JSON.stringify(row(method))},`).join("\n")}
};

${tokenPath(methods)}/** Fields that hold a secret or a full card number, wherever they stand. */
export const sensitiveFields: ReadonlySet<string> = new Set(${JSON.stringify(sensitiveFields(contract))});
`;
}

/** The surface of a client, which its users see: a method for each operation. */
export function makeClient(document: JsonObject, client: Client): string {
  const contract = Cursor.root(document);
  const methods = operations(contract).map(methodOf);
  return `import type { ${callTypes(methods).join(", ")} } from "../src/client/api-promise.ts";
import type { CallOptions } from "../src/client/options.ts";
import type { operations as Operations, ${bodyTypes(methods).join(", ")} } from "${client.types}";

${methods
  .filter(({ takes }) => takes === "query")
  .map(queryType)
  .join("\n\n")}

${surface(contract, methods, client)}`;
}

/** An operation as the client's users call it. */
type Method = {
  id: string;
  operation: Operation;
  pathParameters: Cursor[];
  headers: Cursor[];
  /** What stands in the call between the path's parameters and the options. */
  takes: "body" | "query" | undefined;
  /** Whether it may be left out. */
  optional: boolean;
  /** The names of the types of what is sent, where there is a body, and of what comes back. */
  body: string | undefined;
  answer: string;
  /** How many items a page holds when the call does not say. */
  limit: number | undefined;
};

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
    body: body.exists ? body.key : undefined,
    answer: successSchema(operation).key,
    limit: isList(operation) ? defaultLimit(operation) : undefined,
  };
}

function isRequired(sent: Cursor): boolean {
  return sent.at("required").value === true;
}

/** Without it the client could not tell which items a page holds. */
function defaultLimit(operation: Operation): number {
  const limit = parametersIn(operation, "query").find((one) => nameOf(one) === "limit");
  const value = limit?.at("schema", "default").value;
  if (typeof value === "number") return value;
  throw new Error(`${operation.id} is a list: its query needs a "limit" with a default.`);
}

function bodyTypes(methods: Method[]): string[] {
  const names = methods.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]));
  return [...new Set(names)].sort();
}

function callTypes(methods: Method[]): string[] {
  return [...new Set(methods.map(callType))].sort();
}

function callType({ limit }: Method): string {
  return limit === undefined ? "ApiPromise" : "PagePromise";
}

/** JSON leaves out what is undefined here. */
function row({ operation, takes, headers, limit }: Method): object {
  const options = headers.map((header) => [optionName(header), nameOf(header)]);
  return {
    takes,
    method: operation.cursor.key.toUpperCase(),
    path: operation.pathItem.key,
    headers: options.length > 0 ? Object.fromEntries(options) : undefined,
    pageSize: limit,
    public: isPublic(operation) || undefined,
  };
}

/** Only the payment interface has tokens; its control interface takes the same. */
function tokenPath(methods: Method[]): string {
  const path = methods.find(({ id }) => id === "auth.createToken")?.operation.pathItem.key;
  if (path === undefined) return "";
  return `/** Where a token is asked for. */\nexport const tokenPath = ${JSON.stringify(path)};\n\n`;
}

function queryType({ id }: Method): string {
  const told = comment([`What \`${id}\` can be narrowed by, and which page it returns.`]);
  return `${told}export type ${queryName(id)} = NonNullable<Operations["${id}"]["parameters"]["query"]>;`;
}

function surface(contract: Cursor, methods: Method[], { name: client, about }: Client): string {
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
  const { id, operation, pathParameters, answer } = method;
  const told = comment([
    `${operation.cursor.at("summary").value}.`,
    operation.cursor.at("description").value,
    pathParameters
      .map((parameter) => `@param ${nameOf(parameter)} ${parameter.at("description").value}`)
      .join("\n"),
    `@example\n${example(operation, client)}`,
  ]);
  const name = id.slice(id.indexOf(".") + 1);
  return `${told}${name}(${methodParameters(method).join(", ")}): ${callType(method)}<${answer}>;`;
}

/** The call with the first of the contract's bodies that is not too long. */
function example(operation: Operation, client: string): string {
  const bodies = requestExamples(operation).map((body) => literal(body.at("value").value));
  const short = bodies.find((body) => body.split("\n").length <= MAX_BODY_LENGTH);
  const call = callExpression(client, operation, short ?? (bodies[0] && "body"));
  return isList(operation)
    ? `for await (const item of ${call}) console.log(item);`
    : `const { data } = await ${call};`;
}

function methodParameters(method: Method): string[] {
  const { id, pathParameters, takes, optional, body, headers } = method;
  const type = takes === "body" ? body : queryName(id);
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
  return `${id.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Query`;
}

/** `x-subaccount-id` is a header's name; in TypeScript it is `subaccountId`. */
function optionName(header: Cursor): string {
  return nameOf(header)
    .replace(/^x-/, "")
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function sensitiveFields(contract: Cursor): string[] {
  const marked = propertiesOf(schemas(contract)).filter(
    (property) => property.at("x-sensitive").value === true,
  );
  return [...new Set(marked.map(({ key }) => key))].sort();
}
