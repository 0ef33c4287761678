import { describe, expect, test } from "vitest";
import { type Cursor, isObject } from "../../src/contract/cursor.ts";
import { changedAt } from "../../src/contract/json-pointer.ts";
import {
  examples,
  jsonContent,
  operations,
  requestSchema,
  responses,
} from "../../src/contract/operations.ts";
import { allSchemas } from "../../src/contract/schema-fields.ts";
import { matchSchema } from "../../src/verify/match-schema.ts";
import { createCompile } from "../compile-schema.ts";
import { firstOf } from "../nightly.ts";
import { service } from "../sandbox/contract-examples.ts";

const compile = createCompile(service);

/** Every body that the contract shows, with its schema. */
const bodies = operations(service).flatMap((operation) => [
  ...examples(jsonContent(operation.cursor.at("requestBody"))).map((example) => ({
    name: `the request ${example.key}`,
    schema: requestSchema(operation),
    body: example.at("value").value,
  })),
  ...responses(operation).flatMap(({ status, cursor }) =>
    examples(jsonContent(cursor)).map((example) => ({
      name: `the response ${operation.id} ${status} ${example.key}`,
      schema: jsonContent(cursor).at("schema"),
      body: example.at("value").value,
    })),
  ),
]);

const WRONG = [undefined, null, "", "x", -1, 0, 1.5, 101, false, [], {}];

function placesIn(value: unknown, at = ""): string[] {
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return inner.flatMap(([key, each]) => [`${at}/${key}`, ...placesIn(each, `${at}/${key}`)]);
}

describe("a value fits its schema exactly if Ajv says so", () => {
  test.each(firstOf(5, bodies))(
    "$name, whole, and with each part missing or wrong",
    ({ schema, body }) => {
      const validate = compile({ $ref: `#${schema.target.pointer}` });
      const changed = placesIn(body).flatMap((at) =>
        WRONG.map((wrong) => changedAt(body, at, wrong)),
      );
      for (const value of [body, ...changed])
        expect([value, isValid(schema, value)]).toEqual([value, validate(value)]);
    },
  );
});

function isValid(schema: Cursor, value: unknown): boolean {
  return matchSchema(schema, value).faults.length === 0;
}

test("a fault names the schema and the place of the value", () => {
  const percentage = service.at("components", "schemas", "Percentage");
  const [fault] = matchSchema(percentage, 101).faults;
  expect(fault).toMatchObject({ keyword: "maximum", at: "", value: 101 });
  expect(fault?.schemas.at(-1)?.pointer).toBe("/components/schemas/Percentage");
});

test("a field that no form of an object declares is unknown, and so is a value beyond an open set", () => {
  const payment = service.at("components", "schemas", "Withdrawal");
  const { body } = bodies.find(({ name }) => name.includes("withdrawals.get.pix")) ?? {};
  const withdrawal = Object(body).data;
  const { unknown } = matchSchema(payment, { ...withdrawal, fee: 1, status: "BLOCKED" });
  expect(unknown.map(({ kind, at }) => [kind, at])).toEqual([
    ["value", "/status"],
    ["field", ""],
  ]);
});

/** What matchSchema compares. Everything else in a schema must be a remark. */
const COMPARED =
  /^(\$ref|type|const|enum|format|pattern|maxItems|minimum|maximum|exclusiveMinimum|required|dependentRequired|properties|items|allOf|oneOf|anyOf|discriminator)$/;
const REMARKS = /^(x-.+|description|examples|default)$/;

test("the contract has no keyword that would be overlooked", () => {
  const keywords = allSchemas(service).flatMap(({ value }) => Object.keys(Object(value)));
  const other = keywords.filter((each) => !COMPARED.test(each) && !REMARKS.test(each));
  expect(other).toEqual([]);
});
