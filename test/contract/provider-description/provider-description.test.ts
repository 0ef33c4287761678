import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareOperation, compareTransitions } from "./compare-operations.ts";
import { type Described, isMarked, read, type Schema } from "./resolve-contract.ts";
import {
  environments,
  operations,
  splitsOfPayments,
  transitions,
  unexplained,
  unsaid,
  version,
} from "./resources/index.ts";
import { branches, inside, property, validatorOf } from "./schema-branches.ts";

const bundle = new URL("../../../generated/openapi.json", import.meta.url);
const document = JSON.parse(readFileSync(bundle, "utf8"));
const contract = read(document);

test("the contract has the stated operations and no more", () => {
  expect([...contract.operations.keys()].sort()).toEqual(Object.keys(operations).sort());
});

/** The hand-written files. Records of measurements are left out, as they state their number of operations. */
const written = globSync(
  "{*,{docs,lint,openapi,scripts,src,test,examples,bench}/**/*}.{md,ts,js,mjs,yaml}",
  {
    exclude: ["bench/results.md"],
  },
);

const COUNT_OF_OPERATIONS =
  /\b(\d{2,}|(twenty|thirty|forty)(-\w+)?)\s+(\w+\s+)?operations\b|\boperations\b.*(: |\()\d{2,}\b/gi;

test("the number of operations is written nowhere", () => {
  const counts = written.flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(COUNT_OF_OPERATIONS),
      ([text]) => `${file}: ${text}`,
    ),
  );
  expect(counts, "a text counts the operations: leave the number out").toEqual([]);
});

test("the contract has the stated version", () => {
  expect(contract).toMatchObject({ version });
});

test("the servers are the stated environments, at marked addresses that parse and lead nowhere", () => {
  expect(contract.servers.map(({ description }) => description)).toEqual(
    environments.map((name) => expect.stringMatching(new RegExp(name, "i"))),
  );
  for (const server of contract.servers) {
    expect(isMarked(server)).toBe(true);
    // Characters that RFC 3986 never allows, like braces, are escaped by WHATWG's parser.
    expect(new URL(`${server.url}/auth`).href).toBe(`${server.url}/auth`);
    expect(new URL(String(server.url)).hostname).toMatch(/\.invalid$/);
  }
  expect(new Set(contract.servers.map(({ url }) => url)).size).toBe(environments.length);
});

describe("what is stated of an operation is in the contract, and what is not is marked", () => {
  test.each(Object.keys(operations))("%s", (id) => {
    expect(
      [...compareOperation(contract, id)],
      "the contract differs from the description's facts in resources/",
    ).toEqual([]);
  });
});

describe("the stated transitions are in the contract, and the others are marked", () => {
  test.each(Object.keys(transitions))("as %s shows them", (id) => {
    expect(
      [...compareTransitions(contract, id)],
      "the contract differs from the description's facts in resources/",
    ).toEqual([]);
  });
});

test.each(splitsOfPayments)("a split of a payment may be %j", (parts) => {
  const body = contract.operations.get("payments.create")?.requestBody?.content;
  const splits = property(branches(body?.["application/json"]?.schema), "splits");
  const isValid = validatorOf(inside(splits, ({ items }) => items));
  const subaccountId = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";
  expect(isValid({ subaccountId, chargebackLiable: false, ...parts })).toBe(true);
  expect(isValid({ subaccountId, chargebackLiable: false })).toBe(false);
});

/** How a mark refers to required fields, or to a body without any example. */
const OF_REQUIRED =
  /\b(required|optional|always present|needs?|needed)\b|^The description (does not show the (body|result|response|fields)|shows no delivery)\b/;

test("the mark of a schema with required fields speaks of them", () => {
  const schemas = Object.entries<Schema>(document.components.schemas);
  const marked = schemas.filter(([, schema]) => schema.required && isMarked(schema));
  expect(marked.length).toBeGreaterThan(20);
  const silent = marked.filter(([, schema]) => !OF_REQUIRED.test(String(schema["x-inferred"])));
  expect(
    silent.map(([name]) => name),
    "a schema's x-inferred does not say why fields are required",
  ).toEqual([]);
});

test.each(Object.entries(unexplained))("what fields of %s mean is marked", (name, fields) => {
  const { properties } = document.components.schemas[name];
  expect(
    fields.filter((field) => !isMarked(properties[field])),
    "a field that the description does not explain lacks x-inferred",
  ).toEqual([]);
});

test.each(Object.entries(unsaid))("%s does not say what is not described", (id, what) => {
  const { description, parameters, responses } = contract.operations.get(id) as Described;
  const described = [{ description }, ...parameters, ...Object.values(responses)];
  expect(described.map((each) => `${each.description}`).filter((text) => what.test(text))).toEqual(
    [],
  );
});
