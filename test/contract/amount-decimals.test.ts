import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { createCompile } from "../compile-schema.ts";

const document = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
const split = { $ref: "#/components/schemas/PercentageSubscriptionSplitCreate" };
const hundredths = Array.from({ length: 10_000 }, (_, index) => (index + 1) / 100);

function body(splitPercentage: number) {
  const id = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";
  return { subscriptionId: id, subaccountId: id, splitType: "percentage", splitPercentage };
}

test("a validator without settings accepts every percentage of two decimals", () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const isValid = ajv.compile({ ...split, components: document.components });
  expect(hundredths.filter((percentage) => !isValid(body(percentage)))).toEqual([]);
});

test("the sandbox's validator accepts them too, and rejects a third decimal", () => {
  const isValid = createCompile(Cursor.root(document))(split);
  expect(hundredths.filter((percentage) => !isValid(body(percentage)))).toEqual([]);
  const finer = hundredths.map((percentage) => Number((percentage - 0.003).toFixed(3)));
  expect(finer.filter((percentage) => isValid(body(percentage)))).toEqual([]);
});
