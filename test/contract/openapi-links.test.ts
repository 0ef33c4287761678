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

test.each(all.filter(isList))("the link from $id to its next page keeps the parameters", (list) => {
  const next = links.find(({ name }) => name === `${list.id} nextPage`);
  const kept = next?.link.at("parameters").members();
  const taken = parameters(list).map((each) => String(each.at("name").value));
  expect(next?.to.id, "a list needs a link `nextPage` to itself").toBe(list.id);
  expect(kept?.map(({ key }) => key.replace(/^header\./, "")).sort()).toEqual(
    taken.filter((name) => name !== "page").sort(),
  );
});
