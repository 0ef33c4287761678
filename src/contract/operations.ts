import type { Cursor } from "./cursor.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

export type Operation = { id: string; cursor: Cursor; pathItem: Cursor };

export function operations(contract: Cursor): Operation[] {
  return contract.at("paths").members().flatMap(operationsAt);
}

function operationsAt(pathItem: Cursor): Operation[] {
  return operationsOf(pathItem).map((cursor) => ({
    id: String(cursor.at("operationId").value),
    cursor,
    pathItem,
  }));
}

/** The HTTP method of an operation, in capitals. */
export function httpMethodOf({ cursor }: Pick<Operation, "cursor">): string {
  return cursor.key.toUpperCase();
}

/** The method and the path of an operation, as people name it: `GET /payments/{paymentId}`. */
export function callOf(operation: Pick<Operation, "cursor" | "pathItem">): string {
  return `${httpMethodOf(operation)} ${operation.pathItem.key}`;
}

/** The operations as a router finds them. */
export function routesOf(contract: Cursor) {
  return operations(contract).map((operation) => ({
    operation,
    method: httpMethodOf(operation),
    path: operation.pathItem.key,
  }));
}

/** The requests that the service sends to a URL that no operation names. */
export function webhookOperations(contract: Cursor): Operation[] {
  return contract.at("webhooks").members().flatMap(operationsAt);
}

/** A request that the service sends. A callback belongs to an operation; a webhook does not. */
type Callback = { name: string; cursor: Cursor; operationId?: string };

/** All requests that the service sends: its webhooks, and the callbacks of its operations. */
export function callbacks(contract: Cursor): Callback[] {
  const webhooks = contract
    .at("webhooks")
    .members()
    .map((pathItem) => ({ name: pathItem.key, pathItem }));
  const ofOperations = operations(contract)
    .flatMap(({ id, cursor }) =>
      cursor
        .at("callbacks")
        .members()
        .map((callback) => ({ operationId: id, callback })),
    )
    .flatMap(({ operationId, callback }) =>
      callback.members().map((pathItem) => ({ name: callback.key, pathItem, operationId })),
    );
  return [...webhooks, ...ofOperations].flatMap(({ pathItem, ...callback }) =>
    operationsOf(pathItem).map((cursor) => ({ ...callback, cursor })),
  );
}

function operationsOf(pathItem: Cursor): Cursor[] {
  return pathItem.members().filter(({ key }) => METHODS.has(key));
}

/** The parameters of an operation, including those that its path declares for all operations. */
export function parameters({ cursor, pathItem }: Operation): Cursor[] {
  return [pathItem, cursor]
    .flatMap((owner) => owner.at("parameters").members())
    .map(({ target }) => target);
}

export function parametersIn(operation: Operation, where: "path" | "query" | "header"): Cursor[] {
  return parameters(operation).filter((parameter) => parameter.at("in").value === where);
}

export function nameOf(parameter: Cursor): string {
  return String(parameter.at("name").value);
}

/** The parameters without which an operation rejects a request. */
export function requiredIn(operation: Operation, where: "query" | "header"): Cursor[] {
  return parametersIn(operation, where).filter(
    (parameter) => parameter.at("required").value === true,
  );
}

type OperationResponse = { status: string; cursor: Cursor };

export function responses({ cursor }: Operation): OperationResponse[] {
  return cursor
    .at("responses")
    .members()
    .map((response) => ({ status: response.key, cursor: response.target }));
}

export function errorResponses(operation: Operation): OperationResponse[] {
  return responses(operation).filter(({ status }) => /^([45]|default$)/.test(status));
}

/** The media types of a request body or a response. */
export function mediaTypes(body: Cursor): Cursor[] {
  return body.at("content").members();
}

/** The JSON of a request body or a response. A response may also be text. */
export function jsonContent(body: Cursor): Cursor {
  return body.at("content", "application/json");
}

/** The named examples of an operation's body. */
export function requestExamples({ cursor }: Operation): Cursor[] {
  return mediaTypes(cursor.at("requestBody")).flatMap((mediaType) =>
    mediaType.at("examples").members(),
  );
}

export function examples(owner: Cursor): Cursor[] {
  return owner
    .at("examples")
    .members()
    .map(({ target }) => target);
}

/** The schema of the request body. Its `exists` is false if the operation takes no body. */
export function requestSchema({ cursor }: Operation): Cursor {
  return jsonContent(cursor.at("requestBody")).at("schema").target;
}

/** The schema of the success response. */
export function successSchema({ cursor }: Operation): Cursor {
  return jsonContent(cursor.at("responses", "200")).at("schema").target;
}

/** Whether an operation takes a file or returns one, instead of JSON. */
export function carriesFile({ cursor }: Operation): boolean {
  const bodies = [cursor.at("requestBody"), cursor.at("responses", "200")];
  return bodies.some((body) => body.at("content").exists && !jsonContent(body.target).exists);
}

/** Whether an operation returns a page of a list. */
export function isList(operation: Operation): boolean {
  return successSchema(operation).at("properties", "meta").exists;
}

/** Whether an operation can be called without a token. */
export function isPublic({ cursor }: Operation): boolean {
  const security = cursor.at("security");
  return security.exists && security.members().length === 0;
}
