import { describe, expect, test } from "vitest";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  examples,
  isList,
  mediaTypes,
  type Operation,
  operations,
  parameters,
  parametersIn,
  requestExamples,
  requestSchema,
  responses,
  successSchema,
} from "../../src/contract/operations.ts";
import { createCompile } from "../compile-schema.ts";
import { service } from "../sandbox/contract-examples.ts";

const compile = createCompile(service);
const all = operations(service);

/** A link, and the operations and the response that it leads from and to. */
type Link = { name: string; from: Operation; response: Cursor; link: Cursor; to: Operation };

const links: Link[] = all.flatMap((from) =>
  responses(from).flatMap(({ cursor: response }) =>
    response
      .at("links")
      .members()
      .map(({ key, target: link }) => {
        const to = all.find(({ id }) => id === link.at("operationId").value);
        if (!to) throw new Error(`There is no operation for the link ${key}.`);
        return { name: `${from.id} ${key}`, from, response, link, to };
      }),
  ),
);

/** The parameters of a link: an expression, and the schema of its target. */
function passedParameters({ link, to }: Link): { expression: string; schema: Cursor }[] {
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

/** The values that an expression finds in the contract's examples. In a body, it is in braces. */
function valuesOf(expression: string, { from, response }: Link): unknown[] {
  const [, source, where, name = ""] =
    /^\{?\$(request|response)\.(\w+)[.#]([^}]+)\}?$/.exec(expression) ?? [];
  if (!source) return [expression];
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
    const { link, to } = each;
    const passed = passedParameters(each);
    for (const { expression, schema } of passed) {
      const values = valuesOf(expression, each);
      expect(values, expression).not.toEqual([]);
      for (const value of values)
        expect(compile(schema.value), expression).toSatisfy((fits) => fits(value));
    }
    const fields = link.at("requestBody").members();
    expect(passed.length + fields.length).toBeGreaterThan(0);
    if (fields.length === 0) return;
    // What the link leaves out comes from an example, which has the same fields.
    const given = fields.map(({ key, value }) => [key, valuesOf(String(value), each)[0]]);
    const bodies = requestExamples(to)
      .map((example) => example.at("value").value as object)
      .filter((body) => fields.every(({ key }) => key in body))
      .map((body) => ({ ...body, ...Object.fromEntries(given) }));
    const fits = compile(requestSchema(to).value);
    expect(bodies).toSatisfy(() => bodies.some((body) => fits(body)));
  });
});

test("every operation on a resource is linked from a response with its id", () => {
  const onOneThing = all.filter((each) => parametersIn(each, "path").length > 0);
  expect(onOneThing.length).toBeGreaterThan(10);
  expect(
    onOneThing.filter(({ id }) => !links.some(({ to }) => to.id === id)).map(({ id }) => id),
    "no response with the id has a link to the operation: add one to `links`",
  ).toEqual([]);
});

/** Fields whose name differs from the parameter that takes their id. */
const PARAMETERS: Record<string, string> = { cardId: "tokenizedCardId" };

/** Responses that need no link to a read operation, though they show an id that it takes. */
const EXCEPTIONS = Object.entries({
  "A page shows many resources; the one that is read leads on to what it belongs to.":
    /^\w+\.list\w* data\/0\/(?!id )/,
  "A page shows many resources; the one that is read leads on to lists of its own.":
    /^\w+\.list data\/0\/id to \w+\.list$/,
  "A split leads to its subaccount, and the subaccount to its subscriptions.":
    / data\/(splits\/0\/)?subaccountId to subscriptions\.list$/,
  "A refunded payment has no splits.": /^payments\.refund data\/splits\//,
  "The id is that of the split, and nothing reads a split by itself.":
    /^subscriptions\.addSplit data\/id to /,
}).map(([reason, what]) => ({ reason, what }));

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
      .filter((each) => each.from.id === from.id && each.to.id === to.id)
      .flatMap((link) => passedParameters(link).map(({ expression }) => expression));
    expect(passed).toContain(`$response.body#${path}`);
  },
);

test.each(EXCEPTIONS)("no response needs a link: $reason", ({ what }) => {
  expect(leadsOn.filter(({ name }) => what.test(name))).not.toEqual([]);
});

test.each(all.filter(isList))("the link from $id to its next page keeps the parameters", (list) => {
  const next = links.find(({ name }) => name === `${list.id} nextPage`);
  const kept = next?.link.at("parameters").members();
  const taken = parameters(list).map((each) => String(each.at("name").value));
  expect(next?.to.id).toBe(list.id);
  expect(kept?.map(({ key }) => key.replace(/^header\./, "")).sort()).toEqual(
    taken.filter((name) => name !== "page").sort(),
  );
});
