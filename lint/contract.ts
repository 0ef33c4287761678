import { isObject, type Place } from "./place.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** The keywords that hold a schema, and those that hold several. */
const SCHEMA_KEYWORDS = new Set([
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
]);
const SCHEMAS_KEYWORDS = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "prefixItems",
  "properties",
  "patternProperties",
  "dependentSchemas",
]);

export type Operation = { id: string; place: Place; pathItem: Place };

export function operations(contract: Place): Operation[] {
  return contract
    .at("paths")
    .members()
    .flatMap((pathItem) =>
      pathItem
        .members()
        .filter(({ key }) => METHODS.has(key))
        .map((place) => ({ id: String(place.at("operationId").value), place, pathItem })),
    );
}

export function parameters({ place, pathItem }: Operation): Place[] {
  return [pathItem, place]
    .flatMap((owner) => owner.at("parameters").members())
    .map(({ target }) => target);
}

export type Response = { status: string; place: Place };

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
export function mediaTypes(body: Place): Place[] {
  return body.at("content").members();
}

export function examples(owner: Place): Place[] {
  return owner
    .at("examples")
    .members()
    .map(({ target }) => target);
}

/** Every schema of the contract, inner ones included. */
export function schemas(contract: Place): Place[] {
  const bodies = operations(contract).flatMap((operation) => [
    operation.place.at("requestBody"),
    ...responses(operation).map(({ place }) => place),
  ]);
  return reachableSchemas([
    ...contract.at("components", "schemas").members(),
    ...operations(contract).flatMap(parameters).flatMap(schemasOf),
    ...bodies.flatMap(mediaTypes).flatMap(schemasOf),
  ]);
}

/** Every schema that an answer of the service can be held against. */
export function responseSchemas(contract: Place): Place[] {
  return reachableSchemas(
    operations(contract)
      .flatMap(responses)
      .flatMap(({ place }) => mediaTypes(place))
      .flatMap(schemasOf),
  );
}

/** The schemas found from `roots` on, each of them once: `$ref`s, and what they lead to. */
function reachableSchemas(roots: Place[]): Place[] {
  const found = new Map<unknown, Place>();
  const visit = (schema: Place): void => {
    if (!isObject(schema.value) || found.has(schema.value)) return;
    found.set(schema.value, schema);
    visit(schema.target);
    for (const inner of innerSchemas(schema)) visit(inner);
  };
  roots.forEach(visit);
  return [...found.values()];
}

function innerSchemas(schema: Place): Place[] {
  return schema.ownMembers().flatMap((member) => {
    if (SCHEMA_KEYWORDS.has(member.key)) return [member];
    return SCHEMAS_KEYWORDS.has(member.key) ? member.members() : [];
  });
}

function schemasOf(owner: Place): Place[] {
  const schema = owner.at("schema");
  return schema.exists ? [schema] : [];
}

export type ReturnCode = {
  code: number;
  name: string;
  meaning: string;
  message: string;
  place: Place;
};

/** The return codes that the contract knows: the constants of the schema `ReturnCode`. */
export function returnCodes(contract: Place): ReturnCode[] {
  return contract
    .at("components", "schemas", "ReturnCode", "anyOf")
    .members()
    .filter((place) => place.at("const").exists)
    .map((place) => ({
      code: Number(place.at("const").value),
      name: String(place.at("title").value),
      meaning: String(place.at("description").value),
      message: String(place.at("x-message").value),
      place,
    }));
}

export type ErrorExample = { operationId: string; name: string; data: Place };

/** The named examples of every error response, operation by operation. */
export function errorExamples(contract: Place): ErrorExample[] {
  return operations(contract).flatMap((operation) =>
    errorResponses(operation)
      .flatMap(({ place }) => mediaTypes(place))
      .flatMap((mediaType) => mediaType.at("examples").members())
      .map((example) => ({
        operationId: operation.id,
        name: example.key,
        data: example.at("value", "data"),
      })),
  );
}

/** The schema of an operation's request body, where it takes one. */
export function requestSchema({ place }: Operation): Place | undefined {
  const schema = mediaTypes(place.at("requestBody")).map((mediaType) => mediaType.at("schema"))[0];
  return schema;
}

/** The schema of what an operation answers when all went well. */
export function successSchema({ place }: Operation): Place {
  const schema = mediaTypes(place.at("responses", "200")).map((mediaType) =>
    mediaType.at("schema"),
  )[0];
  return (schema ?? place.at("responses", "200", "content")).target;
}
