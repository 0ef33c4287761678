import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/cursor.ts";
import {
  examples,
  isList,
  mediaTypes,
  nameOf,
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
import { type Exchange, links, passedOn } from "./links.ts";

const compile = createCompile(service);
const all = operations(service);

test.each(links)("$name can be followed with the contract's examples", (link) => {
  const { to, cursor } = link;
  const passed = exchangesOf(link.from).map((exchange) => passedOn(link, exchange));
  const taken = parameters(to).map((each) => {
    const where = each.at("in").value as "path" | "query" | "header";
    const values = passed.map((parts) => parts[where][nameOf(each)]);
    return { values: values.filter((value) => value !== undefined), schema: each.at("schema") };
  });
  for (const { values, schema } of taken) {
    const fits = compile(schema.value as object);
    expect(values.every((value) => fits(value))).toBe(true);
  }
  const given = taken.filter(({ values }) => values.length > 0);
  expect(given).toHaveLength(cursor.at("parameters").members().length);
  const fields = cursor.at("requestBody").members();
  expect(given.length + fields.length).toBeGreaterThan(0);
  if (fields.length === 0) return;
  // What the link leaves out comes from an example, which has the same fields.
  const fits = compile(requestSchema(to).value);
  const bodies = bodiesOf(to).filter((body) => fields.every(({ key }) => key in body));
  const filled = bodies.flatMap((shown) => passed.map(({ body }) => ({ ...shown, ...body })));
  expect(filled).toSatisfy(() => filled.some((body) => fits(body)));
});

/** What the contract shows of an operation: each request with each response. */
function exchangesOf(operation: Operation): Exchange[] {
  const [path, query, header] = (["path", "query", "header"] as const).map((where) => {
    const named = parametersIn(operation, where);
    return Object.fromEntries(named.map((each) => [nameOf(each), each.at("example").value]));
  }) as [JsonObject, JsonObject, JsonObject];
  const bodies = bodiesOf(operation);
  const shown = responses(operation)
    .filter(({ cursor }) => cursor.at("links").exists)
    .flatMap(({ cursor }) => mediaTypes(cursor))
    .flatMap(examples)
    .map((example) => example.at("value").value);
  return shown.flatMap((response) =>
    (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
      ...{ operation, path, query, header, body, response },
    })),
  );
}

function bodiesOf(operation: Operation): JsonObject[] {
  return requestExamples(operation).map((example) => example.at("value").value as JsonObject);
}

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
  const kept = next?.cursor.at("parameters").members();
  const taken = parameters(list).map(nameOf);
  expect(next?.to.id, "a list needs a link `nextPage` to itself").toBe(list.id);
  expect(kept?.map(({ key }) => key.replace(/^header\./, "")).sort()).toEqual(
    taken.filter((name) => name !== "page").sort(),
  );
});
