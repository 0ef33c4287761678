import type { Cursor } from "./cursor.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

export type Operation = { id: string; place: Cursor; pathItem: Cursor };

export function operations(contract: Cursor): Operation[] {
  return contract
    .at("paths")
    .members()
    .flatMap((pathItem) =>
      operationsOf(pathItem).map((place) => ({
        id: String(place.at("operationId").value),
        place,
        pathItem,
      })),
    );
}

/** A request that the service sends, and the operation that asks for it; a webhook has none. */
type Callback = { name: string; place: Cursor; operationId?: string };

/** The requests that the service sends: its webhooks, and the callbacks of its operations. */
export function callbacks(contract: Cursor): Callback[] {
  const webhooks = contract
    .at("webhooks")
    .members()
    .map((pathItem) => ({ name: pathItem.key, pathItem }));
  const ofOperations = operations(contract)
    .flatMap(({ id, place }) =>
      place
        .at("callbacks")
        .members()
        .map((callback) => ({ operationId: id, callback })),
    )
    .flatMap(({ operationId, callback }) =>
      callback.members().map((pathItem) => ({ name: callback.key, pathItem, operationId })),
    );
  return [...webhooks, ...ofOperations].flatMap(({ pathItem, ...callback }) =>
    operationsOf(pathItem).map((place) => ({ ...callback, place })),
  );
}

function operationsOf(pathItem: Cursor): Cursor[] {
  return pathItem.members().filter(({ key }) => METHODS.has(key));
}

/** What an operation takes beside its body, with what its path takes for all operations. */
export function parameters({ place, pathItem }: Operation): Cursor[] {
  return [pathItem, place]
    .flatMap((owner) => owner.at("parameters").members())
    .map(({ target }) => target);
}

export function parametersIn(operation: Operation, where: "path" | "query" | "header"): Cursor[] {
  return parameters(operation).filter((parameter) => parameter.at("in").value === where);
}

export type Response = { status: string; place: Cursor };

export function responses({ place }: Operation): Response[] {
  return place
    .at("responses")
    .members()
    .map((response) => ({ status: response.key, place: response.target }));
}

export function errorResponses(operation: Operation): Response[] {
  return responses(operation).filter(({ status }) => /^([45]|default$)/.test(status));
}

/** The media types of a request body or a response. */
export function mediaTypes(body: Cursor): Cursor[] {
  return body.at("content").members();
}

/** The named examples of an operation's body. */
export function requestExamples({ place }: Operation): Cursor[] {
  return mediaTypes(place.at("requestBody")).flatMap((mediaType) =>
    mediaType.at("examples").members(),
  );
}

export function examples(owner: Cursor): Cursor[] {
  return owner
    .at("examples")
    .members()
    .map(({ target }) => target);
}

/** The schema of what an operation takes as its body; it `exists` where there is a body. */
export function requestSchema({ place }: Operation): Cursor {
  return place.at("requestBody", "content", "application/json", "schema").target;
}

/** The schema of what an operation answers when all went well. */
export function successSchema({ place }: Operation): Cursor {
  return place.at("responses", "200", "content", "application/json", "schema").target;
}

/** Whether an operation answers with a page of many things. */
export function isList(operation: Operation): boolean {
  return successSchema(operation).at("properties", "meta").exists;
}

/** Whether an operation can be called without the token that all others need. */
export function isPublic({ place }: Operation): boolean {
  const security = place.at("security");
  return security.exists && security.members().length === 0;
}
