import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { Cursor, isObject, type JsonObject } from "../src/contract/cursor.ts";
import { examples } from "../src/sandbox/contract-facts/examples.ts";
import * as contract from "../src/sandbox/contract-facts/index.ts";
import { openApiDocuments } from "../src/sandbox/contract-facts/openapi-documents.ts";
import { lineSchemas } from "../src/sandbox/state-file/line-schemas.ts";
import { contractOfLines, LINE_OPTIONS } from "../src/sandbox/state-file/line-validators.ts";
import {
  createAjv,
  FRACTION_DIGITS,
  requestSchemas,
} from "../src/sandbox/validation/ajv-instance.ts";
import { bundleInspector } from "./bundle-inspector.ts";
import { thirdPartyNotice } from "./third-party-notice.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");
const PACKAGE = join(ROOT, "dist/package");
const BUILT = join(PACKAGE, "src");

/**
 * What the package loads on demand: the sandbox on Node, that of all other platforms, the examples and the checks of a
 * state file, which share their core; and the search of the docs, for `centavo mcp`.
 */
const BUNDLED = {
  "sandbox-node/start-sandbox": "sandbox-node/start-sandbox.ts",
  "sandbox/create-sandbox": "sandbox/create-sandbox.ts",
  "sandbox/load-examples": "sandbox/examples/load-examples.ts",
  "sandbox/line-validators": "sandbox/state-file/line-validators.ts",
  "docs-search/search-index": "docs-search/search-index.ts",
};
const INSPECTOR = join(BUILT, "sandbox-node/inspector.html");

/** Modules with error classes, and the client. A second copy in a bundle would break `instanceof`. */
const EXTERNAL = ["http-server/server-address", "sandbox/startup-errors", "sandbox/create-control"];

const FOR_NODE = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
  metafile: true,
} as const;

/** Modules whose values the sandbox computes when it runs. The build computes them in advance. */
const PRECOMPUTED: Record<string, () => string> = {
  [join(SOURCE, "sandbox/contract-facts/index.ts")]: () => constants(contract),
  [join(SOURCE, "sandbox/contract-facts/examples.ts")]: () => constants({ examples }),
  [join(SOURCE, "sandbox-node/read-inspector-html.ts")]: () => `
    import { readFile } from "node:fs/promises";
    export const readInspectorHtml = () => readFile(new URL("${basename(INSPECTOR)}", import.meta.url), "utf8");`,
  [join(SOURCE, "sandbox/validation/compile-validators.ts")]: () => `
    import * as service from "validators:service";
    import * as control from "validators:control";
    export const validators = { service: (name) => service[name], control: (name) => control[name] };`,
  [join(SOURCE, "sandbox/state-file/line-validators.ts")]: () => `
    import * as lines from "validators:lines";
    export const lineValidators = (type) => lines[type];`,
};

function constants(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
}

const precomputed: Plugin = {
  name: "precomputed",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = relative(SOURCE, resolve(resolveDir, path)).replace(/\.ts$/, "");
      // All bundles lie in folders of the same depth.
      return EXTERNAL.includes(module) ? { path: `../${module}.js`, external: true } : undefined;
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = PRECOMPUTED[path]?.();
      return contents === undefined ? undefined : { contents };
    });
    onResolve({ filter: /^validators:/ }, ({ path }) => ({
      path: path.replace("validators:", ""),
      namespace: "validators",
    }));
    onLoad({ filter: /./, namespace: "validators" }, ({ path }) => ({
      contents: compiled(path),
      resolveDir: SOURCE,
    }));
  },
};

function compiled(path: string): string {
  const compile = COMPILED[path];
  if (!compile) throw new Error(`There are no validators ${path}.`);
  return compile();
}

/** The modules of compiled validators. */
const COMPILED: Record<string, () => string> = {
  service: () => standaloneValidators(openApiDocuments.service),
  control: () => standaloneValidators(openApiDocuments.control),
  lines: () => standaloneValidators(contractOfLines(), lineSchemas, LINE_OPTIONS),
};

/** A CommonJS module that exports validators by name: by default, those of a contract's requests. */
export function standaloneValidators(
  document: Cursor,
  of?: Readonly<Record<string, JsonObject>>,
  options = {},
): string {
  const plain = withoutAnnotations(document);
  // Requests need nothing that came after draft 7, for which the code is shorter. Ajv fails at a keyword that it does not know.
  const ajv = createAjv(plain, { code: { source: true }, messages: false, ...options }, Ajv);
  const schemas = Object.entries(of ?? requestSchemas(plain));
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const code = standaloneCode.default(
    ajv,
    Object.fromEntries(schemas.map(([name]) => [name, name])),
  );
  // The sandbox has messages of its own, which need no place in the schema: that of the field says enough.
  return code.replaceAll(/schemaPath:"[^"]*",/g, "");
}

/** A contract without its descriptions, and the extensions that validate nothing: Ajv copies them into its code. */
function withoutAnnotations(document: Cursor): Cursor {
  const json = JSON.stringify(document.value, (key, value) => {
    // A field may have the name of an annotation.
    if (isObject(value)) return value;
    const isAnnotation = key === "description" || key.startsWith("x-");
    return isAnnotation && key !== FRACTION_DIGITS ? undefined : value;
  });
  return Cursor.root(JSON.parse(json));
}

/** What a consumer imports by a condition: `types`, or that of a platform. */
function exportedFor(condition: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return Object.values<string | Record<string, string>>(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : (entry[condition] ?? []),
  );
}

/** The files that the package loads. Fails at an import of one that is not there. */
async function usedModules(): Promise<string[]> {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: ["default", "browser"].flatMap(exportedFor).concat(Object.values<string>(bin)),
    packages: "external",
    outdir: PACKAGE,
    write: false,
  });
  return Object.keys(metafile.inputs);
}

/** The declarations that a consumer's compiler reads. */
function usedDeclarations(): string[] {
  const used = new Set(exportedFor("types").map((file) => join(ROOT, file)));
  for (const file of used) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
    for (const { fileName } of importedFiles)
      if (fileName.startsWith("."))
        used.add(resolve(dirname(file), fileName).replace(/(\.d)?\.ts$/, ".d.ts"));
  }
  return [...used].map(pathOf);
}

/** As esbuild names a file. */
function pathOf(file: string): string {
  return relative(ROOT, file).replaceAll("\\", "/");
}

if (import.meta.main) {
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: Object.entries(BUNDLED).map(([out, file]) => ({ out, in: join(SOURCE, file) })),
    outdir: BUILT,
    splitting: true,
    chunkNames: "sandbox/shared-[hash]",
    // An optional peer, which only an address of PostgreSQL loads.
    external: ["pg"],
    plugins: [precomputed],
  });
  const bundles = Object.keys(metafile.outputs);
  const missing = Object.keys(PRECOMPUTED).filter((file) => !(pathOf(file) in metafile.inputs));
  // Otherwise a renamed module would be bundled as it is, and the start would take a second longer.
  if (missing.length > 0) throw new Error(`The sandbox does not import ${missing.map(pathOf)}.`);
  const inspector = await bundleInspector();
  writeFileSync(INSPECTOR, inspector.html);
  const notice = thirdPartyNotice(
    [...bundles.map((file) => join(ROOT, file)), INSPECTOR].map((file) => relative(PACKAGE, file)),
    [metafile, inspector.metafile],
  );
  writeFileSync(join(PACKAGE, "THIRD-PARTY.md"), `${notice}\n`);
  const used = new Set([...(await usedModules()), ...usedDeclarations()]);
  // Removes the compiler's output for the modules that are now in a bundle, and declarations that nobody reads.
  for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && file !== INSPECTOR && !used.has(pathOf(file))) rmSync(file);
  }
}
