import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import {
  examples,
  mediaTypes,
  type Operation,
  operations,
  parameters,
  parametersIn,
  requestSchema,
  responses,
  successSchema,
} from "../../src/contract/operations.ts";
import { createCompile } from "../compile-schema.ts";

const contract = Cursor.root(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
const compile = createCompile(contract);
const all = operations(contract);

/** A link, and the operation and the response that it starts from. */
type Link = { name: string; from: Operation; response: Cursor; link: Cursor };

/** A parameter of a link: an expression, and the schema of its target. */
type Passed = { expression: string; schema: Cursor };

const links: Link[] = all.flatMap((from) =>
  responses(from).flatMap(({ cursor: response }) =>
    response
      .at("links")
      .members()
      .map(({ key, target: link }) => ({ name: `${from.id} ${key}`, from, response, link })),
  ),
);

function targetOf(link: Cursor): Operation {
  const id = link.at("operationId").value;
  const found = all.find((each) => each.id === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}

function passedParameters(link: Cursor): Passed[] {
  const to = targetOf(link);
  return link
    .at("parameters")
    .members()
    .map(({ key, value }) => {
      const [, where, name] = /^(?:(path|query|header)\.)?(.+)$/.exec(key) ?? [];
      const schema = parameters(to)
        .filter((each) => !where || each.at("in").value === where)
        .find((each) => each.at("name").value === name)
        ?.at("schema");
      if (!schema) throw new Error(`${to.id} takes no parameter ${key}.`);
      return { expression: String(value), schema };
    });
}

/** A body is written out, and holds expressions in braces. */
function passedFields(link: Cursor): Passed[] {
  const to = targetOf(link);
  const body = link.at("requestBody");
  return body.members().map(({ key, value }) => {
    const schema = fieldOf(requestSchema(to), key, body);
    if (!schema) throw new Error(`${to.id} takes no field ${key}.`);
    return { expression: String(value).replace(/^\{(.*)\}$/, "$1"), schema };
  });
}

/** A field of a schema, of a schema that it extends, or of the variant of a body. */
function fieldOf(schema: Cursor, name: string, body: Cursor): Cursor | undefined {
  const own = schema.at("properties", name);
  if (own.exists) return own;
  const kinds = schema.at("oneOf").members();
  return [...schema.at("allOf").members(), ...kinds.filter((kind) => isOfKind(kind, body))]
    .map((part) => fieldOf(part, name, body))
    .find((found) => found !== undefined);
}

function isOfKind(kind: Cursor, body: Cursor): boolean {
  return kind
    .at("properties")
    .members()
    .every((property) => {
      const constant = property.at("const").value;
      const given = body.at(property.key).value;
      return constant === undefined || given === undefined || constant === given;
    });
}

/** The values that an expression finds in the contract's examples. */
function valuesOf(expression: string, { from, response }: Link): unknown[] {
  if (!expression.startsWith("$")) return [expression];
  const [, source, where, name = ""] =
    /^\$(request|response)\.(\w+)[.#](.+)$/.exec(expression) ?? [];
  if (where === "body") {
    const body = source === "response" ? response : from.cursor.at("requestBody");
    return mediaTypes(body)
      .flatMap(examples)
      .map((example) => example.at("value", ...name.split("/").slice(1)).value)
      .filter((value) => value !== undefined);
  }
  return parameters(from)
    .filter((each) => each.at("in").value === where && each.at("name").value === name)
    .map((each) => each.at("example").value);
}

describe("a link can be followed with the values of the contract's examples:", () => {
  test.each(links)("$name", (each) => {
    const passed = [...passedParameters(each.link), ...passedFields(each.link)];
    expect(passed).not.toEqual([]);
    for (const { expression, schema } of passed) {
      const values = valuesOf(expression, each);
      expect(values, expression).not.toEqual([]);
      for (const value of values)
        expect(compile(schema.value), expression).toSatisfy((fits) => fits(value));
    }
  });
});

test("every operation on a resource is linked from a response with its id", () => {
  const reached = links.map(({ link }) => link.at("operationId").value);
  const onOneThing = all.filter((each) => parametersIn(each, "path").length > 0);
  expect(onOneThing.length).toBeGreaterThan(10);
  expect(
    onOneThing.map(({ id }) => id).filter((id) => !reached.includes(id)),
    "no response with the id has a link to the operation: add one to `links`",
  ).toEqual([]);
});

/** Fields whose name differs from the parameter that takes their id. */
const PARAMETERS: Record<string, string> = { cardId: "tokenizedCardId" };

/** Responses that need no link to a read operation, though they show an id that it takes. */
const EXCEPTIONS = [
  {
    what: /^\w+\.list\w* data\/0\/(?!id )/,
    reason: "A page shows many resources; the one that is read leads on to what it belongs to.",
  },
  {
    what: /^\w+\.list data\/0\/id to \w+\.list$/,
    reason: "A page shows many resources; the one that is read leads on to lists of its own.",
  },
  {
    what: / data\/(splits\/0\/)?subaccountId to subscriptions\.list$/,
    reason: "A split leads to its subaccount, and the subaccount to its subscriptions.",
  },
  {
    what: /^payments\.refund data\/splits\//,
    reason: "A refunded payment has no splits.",
  },
  {
    what: /^subscriptions\.addSplit data\/id to /,
    reason: "The id is that of the split, and nothing reads a split by itself.",
  },
];

/** The paths under which a response can show ids, as the expression of a link writes them. */
function idPaths(schema: Cursor, path = ""): string[] {
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((word) => schema.at(word).members());
  const items = schema.at("items");
  return [
    ...parts.flatMap((part) => idPaths(part, path)),
    ...(items.exists ? idPaths(items, `${path}/0`) : []),
    ...schema
      .at("properties")
      .members()
      .flatMap((property) => {
        const inside = `${path}/${property.key}`;
        return [...(/^id$|Id$/.test(property.key) ? [inside] : []), ...idPaths(property, inside)];
      }),
  ];
}

/** What the parameter is called that takes an id; the id of the resource itself is called after it. */
function parameterFor(path: string, from: Operation): string | undefined {
  const field = path.split("/").at(-1) ?? "";
  if (field !== "id") return PARAMETERS[field] ?? field;
  const read = all.find(({ id }) => id === `${from.id.split(".")[0]}.get`);
  // A list like `customers.listCards` shows other resources than its tag names.
  const showsOwn = /^\/data(\/0)?\/id$/.test(path) && !/\.list\w/.test(from.id);
  const own = showsOwn && read && parametersIn(read, "path")[0];
  return own ? String(own.at("name").value) : undefined;
}

/** Whether an operation reads by a parameter: the one resource that has this id, or a list by it. */
function reads(operation: Operation, name: string | undefined): boolean {
  const { cursor, pathItem } = operation;
  const filters = parametersIn(operation, "query").map((each) => each.at("name").value);
  return cursor.key === "get" && (pathItem.key.endsWith(`{${name}}`) || filters.includes(name));
}

const leadsOn = all.flatMap((from) =>
  [...new Set(idPaths(successSchema(from)))].flatMap((path) =>
    all
      .filter((to) => to.id !== from.id && reads(to, parameterFor(path, from)))
      .map((to) => ({ name: `${from.id} ${path.slice(1)} to ${to.id}`, from, path, to })),
  ),
);

test.each(leadsOn.filter(({ name }) => !EXCEPTIONS.some(({ what }) => what.test(name))))(
  "a response links its id to the operation that reads it: $name",
  ({ from, path, to }) => {
    const passed = links
      .filter((each) => each.from.id === from.id && targetOf(each.link).id === to.id)
      .flatMap(({ link }) => passedParameters(link).map(({ expression }) => expression));
    expect(passed).toContain(`$response.body#${path}`);
  },
);

test.each(EXCEPTIONS)("no response needs a link: $reason", ({ what }) => {
  expect(leadsOn.filter(({ name }) => what.test(name))).not.toEqual([]);
});

const lists = all.filter((each) => parameters(each).some((one) => one.at("name").value === "page"));

test.each(lists)("the link from $id to its next page keeps the parameters", (list) => {
  const link = links.find(({ name }) => name === `${list.id} nextPage`)?.link;
  const kept = link
    ?.at("parameters")
    .members()
    .map(({ key }) => key.replace(/^header\./, ""));
  const taken = parameters(list).map((each) => String(each.at("name").value));
  expect(link?.at("operationId").value).toBe(list.id);
  expect(kept?.sort()).toEqual(taken.filter((name) => name !== "page").sort());
});
