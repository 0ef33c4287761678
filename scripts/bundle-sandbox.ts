import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import standaloneCode from "ajv/dist/standalone/index.js";
import { build, type Plugin } from "esbuild";
import type { Cursor } from "../src/contract/cursor.ts";
import * as contract from "../src/sandbox/contract-facts/index.ts";
import { openApiDocuments } from "../src/sandbox/contract-facts/openapi-documents.ts";
import { createAjv, requestSchemas } from "../src/sandbox/http/ajv-instance.ts";
import { bundleInspector } from "./bundle-inspector.ts";
import { thirdPartyNotice } from "./third-party-notice.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");
const PACKAGE = join(ROOT, "dist/package");
const BUILT = join(PACKAGE, "src/sandbox");

/** The files of the sandbox in the package, beside the modules that load before the bundle or without it. */
const BUNDLE = "app.js";
const INSPECTOR = "inspector.html";
/** The search of the site, which `centavo mcp` uses too. */
const SEARCH = "docs/.vitepress/search/search";

/** Modules with error classes. A second copy in the bundle would break `instanceof`. */
const EXTERNAL = [
  {
    source: join(SOURCE, "http-server/listen-address.ts"),
    built: "../http-server/listen-address.js",
  },
  { source: join(SOURCE, "sandbox/startup-errors.ts"), built: "./startup-errors.js" },
];

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
  [join(SOURCE, "sandbox/contract-facts/index.ts")]: () =>
    Object.entries(contract)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n"),
  [join(SOURCE, "sandbox/http/read-inspector-html.ts")]: () => `
    import { readFile } from "node:fs/promises";
    export const readInspectorHtml = () => readFile(new URL("${INSPECTOR}", import.meta.url), "utf8");`,
  [join(SOURCE, "sandbox/http/compile-validators.ts")]: () => `
    import * as service from "validators:service";
    import * as control from "validators:control";
    export const validators = { service: (name) => service[name], control: (name) => control[name] };`,
};

const precomputed: Plugin = {
  name: "precomputed",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const external = EXTERNAL.find(({ source }) => source === resolve(resolveDir, path));
      return external && { path: external.built, external: true };
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
      contents: standaloneValidators(openApiDocuments[path as keyof typeof openApiDocuments]),
      resolveDir: SOURCE,
    }));
  },
};

/** A CommonJS module that exports the request validators of a contract by name. */
export function standaloneValidators(document: Cursor): string {
  const ajv = createAjv(document, { code: { source: true } });
  const schemas = Object.entries(requestSchemas(document));
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  return standaloneCode.default(ajv, Object.fromEntries(schemas.map(([name]) => [name, name])));
}

/** The modules that a consumer imports, and the command. */
function packageEntryPoints(): string[] {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const modules = Object.values<string | { default: string }>(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [entry.default],
  );
  return [...modules, ...Object.values<string>(bin)];
}

/** The files that the package loads. Fails at an import of one that is not there. */
async function usedModules(): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: packageEntryPoints(),
    packages: "external",
    outdir: PACKAGE,
    write: false,
  });
  return new Set(Object.keys(metafile.inputs));
}

/** As esbuild names a file. */
function pathOf(file: string): string {
  return relative(ROOT, file).replaceAll("\\", "/");
}

if (import.meta.main) {
  const outfile = join(BUILT, BUNDLE);
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: [join(SOURCE, "sandbox/app.ts")],
    outfile,
    // An optional peer, which only an address of PostgreSQL loads.
    external: ["pg"],
    plugins: [precomputed],
  });
  const missing = Object.keys(PRECOMPUTED).filter((file) => !(pathOf(file) in metafile.inputs));
  // Otherwise a renamed module would be bundled as it is, and the start would take a second longer.
  if (missing.length > 0) throw new Error(`The sandbox does not import ${missing.map(pathOf)}.`);
  // The compiler's output for what is now in a bundle.
  rmSync(join(PACKAGE, "docs"), { recursive: true });
  rmSync(join(BUILT, "app.d.ts"));
  const searchFile = join(PACKAGE, `${SEARCH}.js`);
  const search = await build({ ...FOR_NODE, entryPoints: [`${SEARCH}.ts`], outfile: searchFile });
  const inspector = await bundleInspector();
  writeFileSync(join(BUILT, INSPECTOR), inspector.html);
  const notice = thirdPartyNotice(
    [outfile, join(BUILT, INSPECTOR), searchFile].map((file) => relative(PACKAGE, file)),
    [metafile, inspector.metafile, search.metafile],
  );
  writeFileSync(join(PACKAGE, "THIRD-PARTY.md"), `${notice}\n`);
  const used = await usedModules();
  // Removes the compiler's output for the modules that are now in the bundle.
  for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const module = pathOf(file).replace(/\.(d\.ts|js)$/, ".js");
    if (entry.isFile() && entry.name !== INSPECTOR && !used.has(module)) rmSync(file);
  }
}
