import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { dereference, validate } from "@readme/openapi-parser";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { Place } from "../../src/contract/place.ts";

const contracts = ["openapi", "sandbox-control"].map((name) => ({
  name,
  file: resolve(`generated/${name}.yaml`),
  ids: operations(Place.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8"))))
    .map(({ id }) => id)
    .sort(),
}));

const folder = mkdtempSync(join(tmpdir(), "centavo-parsers-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(contracts)("$name.yaml:", ({ name, file, ids }) => {
  test("the parser of ReadMe finds the contract valid, and every operation in it", async () => {
    expect(await validate(file)).toMatchObject({ valid: true, warnings: [] });

    const { paths = {} } = await dereference(file);
    const found = Object.values(paths).flatMap((path) => Object.values(path ?? {}));
    const foundIds = found.map((operation) => (operation as { operationId?: string }).operationId);
    expect(foundIds.filter((id) => id !== undefined).sort()).toEqual(ids);
  });

  test("the generator of Hey API makes a client of every operation, and it compiles", async () => {
    const output = join(folder, name);
    await createClient({
      input: file,
      output,
      plugins: ["@hey-api/typescript", "@hey-api/sdk"],
      logs: { level: "silent" },
    });

    const sdk = readFileSync(join(output, "sdk.gen.ts"), "utf8");
    const functions = [...sdk.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
    expect(functions.sort()).toEqual(ids.map(camelCased).sort());
    expect(compileErrors(join(output, "index.ts"))).toEqual([]);
  });
});

function camelCased(id: string): string {
  return id.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function compileErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
