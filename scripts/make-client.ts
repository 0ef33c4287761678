import {
  isList,
  isPublic,
  type Operation,
  operations,
  parametersIn,
  requestSchema,
  successSchema,
} from "../src/contract/operations.ts";
import { type JsonObject, Place } from "../src/contract/place.ts";
import { propertiesOf, schemas } from "../src/contract/schemas.ts";
import { comment } from "./typescript.ts";

/** The operation table that the client walks, and the surface that its users see. */
export function makeClient(document: JsonObject): string {
  const contract = Place.root(document);
  const calls = operations(contract).map(callOf);
  return `import type { Call, ListCall } from "../src/client/call.ts";
import type { Operation } from "../src/client/operation.ts";
import type { CallOptions } from "../src/client/options.ts";
import type { operations as Operations, ${bodyTypes(calls).join(", ")} } from "./types.ts";

/** The name of an operation, which is also the call to type: \`payments.create\`. */
export type OperationId = keyof Operations;

/** What the client has to know of each operation. */
export const operations: Readonly<Record<OperationId, Operation>> = {
${calls.map((call) => `"${call.id}": ${JSON.stringify(row(call))},`).join("\n")}
};

/** Fields that hold a secret or a full card number, wherever they stand. */
export const sensitiveFields: ReadonlySet<string> = new Set(${JSON.stringify(sensitiveFields(contract))});

${calls
  .filter(({ takes }) => takes === "query")
  .map(queryType)
  .join("\n\n")}

${surface(contract, calls)}`;
}

/** An operation as the client's users call it. */
type Call = {
  id: string;
  operation: Operation;
  pathParameters: Place[];
  headers: Place[];
  /** What stands in the call between the path's parameters and the options. */
  takes: "body" | "query" | undefined;
  /** The names of the types of what is sent, where there is a body, and of what comes back. */
  body: string | undefined;
  answer: string;
  /** How many items a page holds when the call does not say. */
  limit: number | undefined;
};

function callOf(operation: Operation): Call {
  const body = requestSchema(operation);
  const query = parametersIn(operation, "query");
  const limit = query.find((parameter) => nameOf(parameter) === "limit");
  return {
    id: operation.id,
    operation,
    pathParameters: parametersIn(operation, "path"),
    headers: parametersIn(operation, "header"),
    takes: body.exists ? "body" : query.length > 0 ? "query" : undefined,
    body: body.exists ? body.key : undefined,
    answer: successSchema(operation).key,
    limit: isList(operation) ? Number(limit?.at("schema", "default").value) : undefined,
  };
}

function bodyTypes(calls: Call[]): string[] {
  const names = calls.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]));
  return [...new Set(names)].sort();
}

/** JSON leaves out what is undefined here. */
function row({ operation, takes, headers, limit }: Call): object {
  const options = headers.map((header) => [optionName(header), nameOf(header)]);
  return {
    method: operation.place.key.toUpperCase(),
    path: operation.pathItem.key,
    takes,
    headers: options.length > 0 ? Object.fromEntries(options) : undefined,
    pageSize: limit,
    public: isPublic(operation) || undefined,
  };
}

function queryType({ id }: Call): string {
  const told = comment([`What \`${id}\` can be narrowed by, and which page it returns.`]);
  return `${told}export type ${queryName(id)} = NonNullable<Operations["${id}"]["parameters"]["query"]>;`;
}

function surface(contract: Place, calls: Call[]): string {
  const groups = contract
    .at("tags")
    .members()
    .map((tag) => {
      const name = String(tag.at("name").value);
      const methods = calls.filter(({ id }) => id.startsWith(`${name}.`)).map(method);
      return `${comment([tag.at("description").value])}${name}: {\n${methods.join("\n\n")}\n};`;
    });
  return `/** A client of the payment interface: one method for each operation. */
export interface Centavo {
${groups.join("\n\n")}
}
`;
}

function method(call: Call): string {
  const { id, operation, pathParameters, answer, limit } = call;
  const told = comment([
    `${operation.place.at("summary").value}.`,
    operation.place.at("description").value,
    pathParameters
      .map((parameter) => `@param ${nameOf(parameter)} ${parameter.at("description").value}`)
      .join("\n"),
  ]);
  const name = id.slice(id.indexOf(".") + 1);
  const returned = limit === undefined ? "Call" : "ListCall";
  return `${told}${name}(${methodParameters(call).join(", ")}): ${returned}<${answer}>;`;
}

function methodParameters({ id, pathParameters, takes, body, headers }: Call): string[] {
  return [
    ...pathParameters.map((parameter) => `${nameOf(parameter)}: string`),
    ...(takes === "body" ? [`body: ${body}`] : []),
    ...(takes === "query" ? [`query?: ${queryName(id)}`] : []),
    `options?: ${optionsType(headers)}`,
  ];
}

function optionsType(headers: Place[]): string {
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
function optionName(header: Place): string {
  return nameOf(header)
    .replace(/^x-/, "")
    .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function nameOf(parameter: Place): string {
  return String(parameter.at("name").value);
}

function sensitiveFields(contract: Place): string[] {
  const marked = propertiesOf(schemas(contract)).filter(
    (property) => property.at("x-sensitive").value === true,
  );
  return [...new Set(marked.map(({ key }) => key))].sort();
}
