import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { expect, test } from "vitest";
import { installPackageForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";
import { run } from "./run-and-capture.ts";

type Entry = { types: string; default: string };
type Manifest = { type?: string; exports: Record<string, Entry> };

const tarball = await pack();
const project = await installPackageForFile();
const root = project.path("node_modules/centavo");
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * The profile that attw calls "esm-only". `node10` knows no `exports`, and no Node that we support
 * resolves so. `node16-cjs` warns that a CommonJS module gets an ES module: since 20.19 Node's
 * `require` takes one, TypeScript's nodenext knows it, and the consumers' tests hold both.
 */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

/** YAML is not a module, so it needs no types. */
const UNTYPED = ["./openapi.yaml", "./sandbox-control.yaml"];

async function checkWithPublint(tarball: string): Promise<string[]> {
  const packed = new Uint8Array(readFileSync(tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: packed }, strict: true });
  return messages.map((message) => `${formatMessage(message, pkg, { color: false })}`);
}

async function checkWithAttw(tarball: string): Promise<string[]> {
  const packed = createPackageFromTarballData(readFileSync(tarball));
  const result = await checkPackage(packed, { excludeEntrypoints: UNTYPED });
  if (!result.types) return ["no types"];
  expect([...Object.keys(result.entrypoints), ...UNTYPED].sort()).toEqual(
    Object.keys(manifestOf(root).exports).sort(),
  );
  return result.problems
    .filter((one) => !("resolutionKind" in one && IGNORED_RESOLUTIONS.includes(one.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
}

/** What neither of them sees: a module that lacks what its types promise, or a file that it loads. */
async function compareWithTypes(_tarball: string, folder: string): Promise<string[]> {
  const entries = Object.values(manifestOf(folder).exports).filter(({ types }) => types);
  const declarations = entries.map(({ types }) => join(folder, types));
  const program = ts.createProgram(declarations, { module: ts.ModuleKind.NodeNext });
  const problems = entries.map(async ({ types, default: module }) => {
    const names = await namesOf(join(folder, module)).catch(({ message }) => [message]);
    const declared = valuesIn(program, join(folder, types));
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

const CHECKS = { publint: checkWithPublint, attw: checkWithAttw, types: compareWithTypes };

test("publint and attw find no problem, and each module exports what its types promise", async () => {
  for (const check of Object.values(CHECKS)) expect(await check(tarball, root)).toEqual([]);
});

type Make = (mock: Entry, manifest: Manifest, folder: string) => void;
const without =
  (file: string): Make =>
  (_mock, _manifest, folder) =>
    rmSync(join(folder, "dist/package/src", file));

/** Mistakes in a copy of the package, and who finds them. */
const MISTAKES: [what: string, finder: keyof typeof CHECKS, make: Make][] = [
  ["a module without a file", "publint", without("mock/index.js")],
  ["a module without one that it loads", "types", without("client/errors.js")],
  ["types without a file", "attw", without("mock/index.d.ts")],
  [
    "types of another module",
    "types",
    (mock, { exports }) => {
      mock.types = `${exports["./postbacks"]?.types}`;
    },
  ],
];

test.each(MISTAKES)("%s would be found by %s", async (what, finder, make) => {
  const parent = project.path(what.replaceAll(" ", "-"));
  const folder = join(parent, "package");
  cpSync(root, folder, { recursive: true });
  const manifest = manifestOf(folder);
  make(manifest.exports["./mock"] as Entry, manifest, folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await run("tar", ["-czf", "mistake.tgz", "package"], parent);
  expect(await CHECKS[finder](join(parent, "mistake.tgz"), folder)).not.toEqual([]);
});
