import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { businessRules } from "../../src/sandbox/domain/sandbox-return-codes.ts";

const LAST_OF_SERVICE = -90_000;

const { examples } = JSON.parse(readFileSync("generated/sandbox-control.json", "utf8")).components;
const table: Record<string, { message: string; returnCode: number }> = businessRules;

const shown = Object.keys(examples)
  .filter((key) => key.startsWith("error."))
  .map((key) => ({ name: key.slice("error.".length), data: examples[key].value.data }))
  .filter(({ name, data }) => name in table || data.returnCode < LAST_OF_SERVICE);

describe("an error of the control contract says what the sandbox's rule of its name does:", () => {
  test.each(shown)("$name", ({ name, data }) => {
    const { message, returnCode } = table[name] ?? {};
    expect(data).toEqual({ message, returnCode, error: "Bad Request", statusCode: 400 });
  });
});
