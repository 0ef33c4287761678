import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makePostmanCollection } from "../../scripts/generate/postman-collection.ts";
import { Cursor, isObject } from "../../src/contract/cursor.ts";

test("a Postman collection has no random values for what has no example", async () => {
  const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
  // The keys of the token request are the variables of the collection.
  const { "/auth": _, ...paths } = contract.paths;
  const { parameters, responses } = contract.components;
  for (const { value } of Cursor.root({ paths, parameters, responses }).descendants()) {
    if (!isObject(value)) continue;
    delete value.example;
    delete value.examples;
  }
  const collection = await makePostmanCollection(contract);
  expect(await makePostmanCollection(contract)).toEqual(collection);
});
