import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareOperation, transitionsOf } from "./compare-operations.ts";
import { branches, inside, property, validatorOf } from "./compare-schemas.ts";
import { isMarked, type Json, read } from "./read-contract.ts";
import * as stated from "./resources/index.ts";

const document = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
const contract = read(document);
const DIFFERS = "the contract differs from the description's facts in resources/";

test("the contract has the stated operations and no more", () => {
  const ids = [...contract.operations.keys()].sort();
  expect(ids, DIFFERS).toEqual(Object.keys(stated.operations).sort());
});

test("the contract has the stated version and token", () => {
  expect(document).toMatchObject({
    info: { version: stated.version },
    components: { securitySchemes: { bearerAuth: stated.token } },
  });
});

test("the servers are the stated environments, at marked addresses that parse and lead nowhere", () => {
  const servers: Json[] = document.servers;
  expect(servers.map(({ description }) => description)).toEqual(
    stated.environments.map((name) => expect.stringMatching(new RegExp(name, "i"))),
  );
  for (const server of servers) {
    expect(isMarked(server)).toBe(true);
    // Characters that RFC 3986 never allows, like braces, are escaped by WHATWG's parser.
    expect(new URL(`${server.url}/auth`).href).toBe(`${server.url}/auth`);
    expect(new URL(server.url).hostname).toMatch(/\.invalid$/);
  }
  expect(new Set(servers.map(({ url }) => url)).size).toBe(servers.length);
});

describe("what is stated of an operation is in the contract, and what is not is marked", () => {
  test.each(Object.keys(stated.operations))("%s", (id) => {
    expect([...compareOperation(contract, id)], DIFFERS).toEqual([]);
  });
});

test.each(Object.entries(stated.transitions))(
  "the stated transitions are those that %s shows without a mark",
  (id, rows) => {
    const found = transitionsOf(contract, id);
    const vague = (row: string) => / ?any -> /.test(row);
    const impossible = (row: string) => / -> nothing /.test(row);
    expect(found.flatMap(({ words, marked }) => (marked ? [] : words)).sort(), DIFFERS).toEqual(
      rows.filter((row) => !vague(row) && !impossible(row)).sort(),
    );
    const fromAny = found.map(({ words }) => words.replace(/\w+ ->/, "any ->"));
    expect(fromAny).toEqual(expect.arrayContaining(rows.filter(vague)));
    const toNothing = found.map(({ words }) => words.replace(/-> \w+/, "-> nothing"));
    expect(rows.filter((row) => toNothing.includes(row))).toEqual([]);
  },
);

test.each(stated.splitsOfPayments)("a split of a payment may be %j", (parts) => {
  const { schema } =
    contract.operations.get("payments.create").requestBody.content["application/json"];
  const splits = property(branches(schema), "splits");
  const isValid = validatorOf(inside(splits, ({ items }) => items));
  const subaccountId = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";
  expect(isValid({ subaccountId, chargebackLiable: false, ...parts })).toBe(true);
  expect(isValid({ subaccountId, chargebackLiable: false })).toBe(false);
});

test.each(Object.entries(stated.unexplained))(
  "what fields of %s mean is marked",
  (name, fields) => {
    const { properties } = document.components.schemas[name];
    const unmarked = fields.filter((field) => !isMarked(properties[field]));
    expect(unmarked, "a field that the description does not explain lacks x-inferred").toEqual([]);
  },
);
