import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { dereference, validate } from "@readme/openapi-parser";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { Place } from "../../src/contract/place.ts";

const CONTRACT = resolve("generated/openapi.yaml");
const ids = operations(Place.root(JSON.parse(readFileSync("generated/openapi.json", "utf8"))))
  .map(({ id }) => id)
  .sort();

const folder = mkdtempSync(join(tmpdir(), "centavo-parsers-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the parser of ReadMe finds the contract valid, and every operation in it", async () => {
  expect(await validate(CONTRACT)).toMatchObject({ valid: true, warnings: [] });

  const { paths = {} } = await dereference(CONTRACT);
  const found = Object.values(paths).flatMap((path) => Object.values(path ?? {}));
  const foundIds = found.map((operation) => (operation as { operationId?: string }).operationId);
  expect(foundIds.filter((id) => id !== undefined).sort()).toEqual(ids);
});

test("the generator of Hey API makes a client of every operation, and it compiles", async () => {
  await createClient({
    input: CONTRACT,
    output: folder,
    plugins: ["@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });

  const sdk = readFileSync(join(folder, "sdk.gen.ts"), "utf8");
  const functions = [...sdk.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  expect(functions.sort()).toEqual(ids.map(camelCased).sort());
  expect(compileErrors(join(folder, "index.ts"))).toEqual([]);
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
