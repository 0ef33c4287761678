import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { expect, test } from "vitest";
import { installPackageForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";

type Entry = { types: string; default: string };
type Manifest = { type?: string; exports: Record<string, Entry> };

const tarball = await pack();
const project = await installPackageForFile();
const root = project.path("node_modules/centavo");
const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * The profile that attw calls "esm-only". `node10` knows no `exports`, and no Node that we support
 * resolves so. `node16-cjs` warns that a CommonJS module gets an ES module: since 20.19 Node's
 * `require` takes one, TypeScript's nodenext knows it, and the consumers' tests hold both.
 */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

/** YAML is not a module, so it needs no types. */
const UNTYPED = ["./openapi.yaml", "./sandbox-control.yaml"];

async function checkWithPublint(): Promise<string[]> {
  const packed = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
  return messages.map((message) => `${formatMessage(message, pkg, { color: false })}`);
}

async function checkWithAttw(): Promise<string[]> {
  const packed = createPackageFromTarballData(readFileSync(tarball));
  const result = await checkPackage(packed, { excludeEntrypoints: UNTYPED });
  if (!result.types) return ["no types"];
  expect([...Object.keys(result.entrypoints), ...UNTYPED].sort()).toEqual(
    Object.keys(manifest.exports).sort(),
  );
  return result.problems
    .filter((one) => !("resolutionKind" in one && IGNORED_RESOLUTIONS.includes(one.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
}

/** What neither of them sees: a module that lacks what its types promise, or a file that it loads. */
async function compareWithTypes(): Promise<string[]> {
  const entries = Object.values(manifest.exports).filter(({ types }) => types);
  const declarations = entries.map(({ types }) => join(root, types));
  const program = ts.createProgram(declarations, { module: ts.ModuleKind.NodeNext });
  const problems = entries.map(async ({ types, default: module }) => {
    const names = await namesOf(join(root, module)).catch(({ message }) => [message]);
    const declared = valuesIn(program, join(root, types));
    return `${names.sort()}` === `${declared.sort()}` ? [] : `${module}: ${names}, not ${declared}`;
  });
  return (await Promise.all(problems)).flat();
}

/** What a module exports. Fails if a file of the package that it loads is not there. */
async function namesOf(module: string): Promise<string[]> {
  const { metafile } = await build({
    ...{ entryPoints: [module], bundle: true, format: "esm", platform: "node", write: false },
    ...{ packages: "external", metafile: true, logLevel: "silent" },
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

function valuesIn(program: ts.Program, declarations: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(declarations);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : [])
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one))
    .filter(({ flags }) => flags & ts.SymbolFlags.Value)
    .map(({ name }) => name);
}

test("publint and attw find no problem, and each module exports what its types promise", async () => {
  for (const check of [checkWithPublint, checkWithAttw, compareWithTypes])
    expect(await check()).toEqual([]);
});
