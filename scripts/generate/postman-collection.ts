import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";
import {
  examples,
  httpMethodOf,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  requestExamples,
} from "../../src/contract/operations.ts";
import { SANDBOX_URL } from "../default-servers.ts";
import { EXIT_STATUS, ScriptError } from "../exit-status.ts";

const TOKEN_OPERATION = "auth.createToken";
const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const DESCRIPTION = `Every operation, with the examples of the contract. Start a sandbox that holds them, then run the whole collection:

    npx --no-install centavo sandbox --examples

The first request gets a token and stores it in the variable \`token\`, which the others send. For another sandbox, set \`baseUrl\`, \`publicKey\` and \`privateKey\`, and replace the ids. The last requests delete what the others need, so reset the sandbox before the next run.`;

/** Runs after each request. */
const TEST = `pm.test("responds with 200 and data", () => {
  pm.response.to.have.status(200);
  pm.expect(pm.response.json()).to.have.property("data");
});`;

const STORE_TOKEN = `pm.collectionVariables.set("token", pm.response.json().data.access_token);`;

const OPTIONS = {
  folderStrategy: "Tags",
  parametersResolution: "Example",
  enableOptionalParameters: false,
} as const;

/** The parts of a converted collection that are used here. */
type Converted = { item: { item: Item[] }[] };
type Item = { name: string; request: Request; response: SavedResponse[] };
type Request = JsonObject & { method: string; url: { path: string[] } };
type SavedResponse = JsonObject & { code?: number };

/**
 * Makes a Postman collection with one request for each operation, which sends the first example of its body.
 * Each example of a response is saved with it. The converter's ids are random, so the operations' names replace
 * them.
 * @throws {ScriptError} if the contract cannot be converted.
 */
export async function makePostmanCollection(contract: JsonObject): Promise<JsonObject> {
  const root = Cursor.root(contract);
  const items = new Map((await convert(contract)).map((item) => [callOf(item.request), item]));
  const all = operations(root);
  const itemOf = (operation: Operation) => {
    const item = items.get(`${httpMethodOf(operation)} ${operation.pathItem.key}`);
    if (!item) throw new Error(`openapi-to-postmanv2 made no request for ${operation.id}.`);
    return complete(item, operation);
  };
  const folders = root
    .at("tags")
    .members()
    .map((tag) => ({
      name: String(tag.at("x-displayName").value),
      description: String(tag.at("description").value),
      item: all.filter((each) => !deletes(each) && hasTag(each, tag)).map(itemOf),
    }));
  const deletions = {
    name: "Deletions",
    description: "These requests come last, since the others need what they delete.",
    item: all.filter(deletes).toSorted(partsFirst).map(itemOf),
  };
  return {
    info: {
      name: String(root.at("info", "title").value),
      description: DESCRIPTION,
      schema: SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    event: [afterResponse(TEST)],
    variable: Object.entries({ baseUrl: SANDBOX_URL, ...exampleKeys(all), token: "" }).map(
      ([key, value]) => ({ key, value }),
    ),
    item: [...folders, deletions],
  };
}

async function convert(contract: JsonObject): Promise<Item[]> {
  // Imported on demand, since it is slow to load and an invalid contract does not need it.
  const { convertV2 } = await import("openapi-to-postmanv2");
  const input = { type: "json", data: withoutRandomValues(contract) } as const;
  return new Promise((resolve, reject) => {
    convertV2(input, OPTIONS, (error, result) => {
      const [output] = result?.output ?? [];
      if (output)
        return resolve((output.data as unknown as Converted).item.flatMap(({ item }) => item));
      const reason = error?.message ?? result?.reason;
      reject(new ScriptError(EXIT_STATUS.failure, `No Postman collection can be made: ${reason}`));
    });
  });
}

/**
 * A copy of the contract with a schema only beside an example. From any other schema the converter would make up a
 * value, another one in each run.
 */
function withoutRandomValues(contract: JsonObject): JsonObject {
  const copy = structuredClone(contract);
  for (const { value } of Cursor.root(copy).descendants()) {
    if (isObject(value) && "schema" in value && !("example" in value || "examples" in value)) {
      value.schema = {};
    }
  }
  return copy;
}

/** A converted request with fixed ids, and with only the successful responses. */
function complete({ name, request, response }: Item, operation: Operation): JsonObject {
  const { auth: _auth, ...inheriting } = request;
  const named = examples(jsonContent(operation.cursor.at("responses", "200")));
  const saved = response
    .filter(({ code }) => code === 200)
    .map((each, index) => ({
      ...each,
      id: `${operation.id}.${index}`,
      name: String(named[index]?.at("summary").value),
    }));
  const isToken = operation.id === TOKEN_OPERATION;
  return {
    id: operation.id,
    name,
    ...(isToken && { event: [afterResponse(STORE_TOKEN)] }),
    request: {
      ...inheriting,
      ...(isPublic(operation) && { auth: { type: "noauth" } }),
      ...(isToken && { body: { ...(request.body as JsonObject), raw: keyVariables(operation) } }),
    },
    response: saved,
  };
}

/** The keys of the contract's example. */
function exampleKeys(all: readonly Operation[]): JsonObject {
  const operation = all.find(({ id }) => id === TOKEN_OPERATION);
  return operation ? firstBody(operation) : {};
}

function keyVariables(operation: Operation): string {
  const names = Object.keys(firstBody(operation));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, `{{${name}}}`])), null, 2);
}

function firstBody(operation: Operation): JsonObject {
  return requestExamples(operation)[0]?.at("value").value as JsonObject;
}

/** The method and the path of a request, as the contract writes them. */
function callOf({ method, url }: Request): string {
  return `${method} /${url.path.map((part) => part.replace(/^:(.*)/, "{$1}")).join("/")}`;
}

function deletes(operation: Operation): boolean {
  return httpMethodOf(operation) === "DELETE";
}

function hasTag({ cursor }: Operation, tag: Cursor): boolean {
  return cursor.at("tags", 0).value === tag.at("name").value;
}

/** A part of a resource is deleted before the resource. */
function partsFirst(one: Operation, other: Operation): number {
  const depth = ({ pathItem }: Operation) => pathItem.key.split("/").length;
  return depth(other) - depth(one);
}

function afterResponse(script: string) {
  return { listen: "test", script: { type: "text/javascript", exec: script.split("\n") } };
}
