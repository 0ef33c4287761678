import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeClient } from "../../scripts/make-client.ts";
import type { JsonObject } from "../../src/contract/cursor.ts";
import { contract } from "./example-calls.ts";

/** The client that is made of the contract with another thing at a path. */
function clientWith(path: string[], value: unknown): string {
  const changed = structuredClone(contract);
  const owner = path.slice(0, -1).reduce((owner, key) => owner[key] as JsonObject, changed);
  owner[path.at(-1) as string] = value;
  const source = { name: "Centavo", call: "payments.create", types: "./types.ts" };
  return makeClient(changed, { ...source, about: "A client of a changed contract." });
}

const limit = ["components", "parameters", "LimitAssumed"];

test.each([
  ["a limit without a default", [...limit, "schema", "default"], undefined],
  ["a default that is no number", [...limit, "schema", "default"], "10"],
  ["another name for the limit", [...limit, "name"], "size"],
  ["no parameters", ["paths", "/payments", "get", "parameters"], []],
])("a list whose page length is unknown is rejected: %s", (_, path, value) => {
  expect(() => clientWith(path, value)).toThrow(
    'payments.list is a list: its query needs a "limit" with a default.',
  );
});

test("a query with a required parameter is required, and its example has it", () => {
  const client = clientWith([...limit, "required"], true);
  expect(client).toContain("list(query: PaymentsListQuery, options?: CallOptions)");
  expect(client).toContain("list(query?: SubscriptionsListQuery, options?: CallOptions)");
  expect(client).toContain("centavo.payments.list({ limit: 10 })");
  expect(client).toContain("centavo.subscriptions.list()");
});

test("an example shows the first body that is not too long, or else a name", () => {
  const bodiesOf = ["paths", "/payments", "post", "requestBody", "content", "application/json"];
  const exampleAmong = (...lines: number[]) => {
    const bodies = lines.map((count) => [`of${count}`, { value: Array(count - 2).fill(count) }]);
    const client = clientWith([...bodiesOf, "examples"], Object.fromEntries(bodies));
    return /centavo\.payments\.create\((.*?)\);/s.exec(client)?.[1]?.replaceAll(/[^\w,]/g, "");
  };
  expect(exampleAmong(25, 4, 3)).toBe("4,4,");
  expect(exampleAmong(24)).toMatch(/^24,/);
  expect(exampleAmong(26, 25)).toBe("body");
});

test("the types name only parts of the contract", () => {
  const types = readFileSync("generated/types.ts", "utf8");
  const names = [...types.matchAll(/^export (?:type|interface) (\S+)/gm)].map(([, name]) => name);
  const schemas = Object.entries<JsonObject>(contract.components.schemas).flatMap(
    ([name, schema]) => ("x-transitions" in schema ? [name, `${name}Transition`] : [name]),
  );
  expect(names.sort()).toEqual([...schemas, "paths", "components", "operations"].sort());
});
