import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { dereference, validate } from "@readme/openapi-parser";
import { describe, expect, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { operations } from "../../src/contract/operations.ts";

const contracts = ["openapi", "sandbox-control"].map((name) => ({
  name,
  file: resolve(`generated/${name}.yaml`),
  ids: operations(Cursor.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8"))))
    .map(({ id }) => id)
    .sort(),
}));

describe.each(contracts)("$name.yaml:", ({ file, ids }) => {
  test("the parser of ReadMe finds the contract valid, and every operation in it", async () => {
    expect(await validate(file)).toMatchObject({ valid: true, warnings: [] });

    const { paths = {} } = await dereference(file);
    const found = Object.values(paths).flatMap((path) => Object.values(path ?? {}));
    const foundIds = found.map((operation) => (operation as { operationId?: string }).operationId);
    expect(foundIds.filter((id) => id !== undefined).sort()).toEqual(ids);
  });
});
