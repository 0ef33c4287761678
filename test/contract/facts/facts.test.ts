import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareMessages, compareOperation, compareTransitions } from "./compare-operations.ts";
import { read } from "./contract.ts";
import { operations, server, transitions, version } from "./facts.ts";

const bundle = new URL("../../../generated/openapi.json", import.meta.url);
const contract = read(JSON.parse(readFileSync(bundle, "utf8")));

test("the contract has the 29 stated operations and no more", () => {
  expect([...contract.operations.keys()].sort()).toEqual(Object.keys(operations).sort());
  expect(contract.operations.size).toBe(29);
});

test("the contract has the stated version and base address", () => {
  expect(contract).toMatchObject({ version, servers: expect.arrayContaining([server]) });
});

describe("what is stated of an operation is in the contract, and what is not is marked", () => {
  test.each(Object.keys(operations))("%s", (id) => {
    expect([...compareOperation(contract, id)]).toEqual([]);
  });
});

describe("the stated transitions are in the contract, and the others are marked", () => {
  test.each(Object.keys(transitions))("as %s shows them", (id) => {
    expect([...compareTransitions(contract, id)]).toEqual([]);
  });
});

test("every listed return code has its stated message", () => {
  expect([...compareMessages(contract)]).toEqual([]);
});
