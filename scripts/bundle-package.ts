import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin, transform } from "esbuild";
import ts from "typescript";
import { bundleInspector } from "./bundle-inspector.ts";
import { INSPECTOR_FILE, PRECOMPUTED, precomputed } from "./precomputed-modules.ts";
import { thirdPartyNotice } from "./third-party-notice.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SOURCE = join(ROOT, "src");
const PACKAGE = join(ROOT, "dist/package");
const BUILT = join(PACKAGE, "src");

/**
 * What the package loads on demand: the sandbox on Node, that of all other platforms, the examples and the checks of a
 * state file, which share their core. The checks of requests get a file apart from it.
 */
const SANDBOX = {
  "sandbox-node/start-sandbox": "sandbox-node/start-sandbox.ts",
  "sandbox/create-sandbox": "sandbox/create-sandbox.ts",
  "sandbox/load-examples": "sandbox/examples/load-examples.ts",
  "sandbox/line-validators": "sandbox/state-file/line-validators.ts",
  "sandbox/request-validators": "sandbox/validation/compile-validators.ts",
};
/** What runs on Node as a program: the mock, and the command that starts it too. */
const PROGRAMS = { "mock/index": "mock/index.ts", "cli/index": "cli/index.ts" };
const INSPECTOR = join(BUILT, "sandbox-node", INSPECTOR_FILE);

/** The validators and the search over the docs: a large part of them is indentation, and nobody debugs it. */
const INDENTED = /^validators:|minisearch/;

/** Modules with error classes, and the client. A second copy in a bundle would break `instanceof`. */
const EXTERNAL = ["http-server/server-address", "sandbox/startup-errors", "sandbox/create-control"];

const FOR_NODE = {
  absWorkingDir: ROOT,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  outdir: BUILT,
  // Optional peers, which are loaded on demand.
  external: ["pg", "@modelcontextprotocol/*", "@stoplight/*"],
  logLevel: "warning",
  metafile: true,
} satisfies BuildOptions;

/** What bundles load from outside: these modules, by their paths below the built sources without an ending. */
function leaveOut(modules: readonly string[]): Plugin {
  return {
    name: "leave-out",
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const module = relative(SOURCE, resolve(resolveDir, path)).replace(/\.ts$/, "");
        // All bundles lie in folders of the same depth.
        return modules.includes(module) ? { path: `../${module}.js`, external: true } : undefined;
      });
    },
  };
}

/** Bundles modules into files of these names, and what several of them share into files of its own. */
async function bundle(
  modules: Record<string, string>,
  chunkNames: string,
  plugins: Plugin[],
): Promise<Metafile> {
  const entryPoints = Object.entries(modules).map(([out, file]) => ({
    out,
    in: join(SOURCE, file),
  }));
  const { metafile } = await build({ ...FOR_NODE, entryPoints, chunkNames, plugins });
  return metafile;
}

/** What a consumer imports by a condition: `types`, or that of a platform. */
function exportedFor(condition: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return Object.values<string | Record<string, string>>(exports).flatMap((entry) =>
    typeof entry === "string" ? [] : (entry[condition] ?? []),
  );
}

/** The files that these load. Fails at an import of one that is not there. */
async function usedModules(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints,
    packages: "external",
    // Chunks are imported for the order in which they run.
    logOverride: { "ignored-bare-import": "silent" },
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
  const sandbox = await bundle(SANDBOX, "sandbox/shared-[hash]", [leaveOut(EXTERNAL), precomputed]);
  const missing = Object.keys(PRECOMPUTED).filter((file) => !(pathOf(file) in sandbox.inputs));
  // Otherwise a renamed module would be bundled as it is, and the start would take a second longer.
  if (missing.length > 0) throw new Error(`The sandbox does not import ${missing.map(pathOf)}.`);
  const programs = Object.keys(PROGRAMS).map((name) => `./${pathOf(join(BUILT, name))}.js`);
  const imported = ["default", "browser"].flatMap(exportedFor);
  const files = await usedModules(imported.filter((file) => !programs.includes(file)));
  const modules = files.map((file) => relative(BUILT, join(ROOT, file)).replace(/\.js$/, ""));
  const commands = await bundle(PROGRAMS, "programs/[name]-[hash]", [leaveOut(modules)]);
  const bundled = [sandbox, commands].flatMap(({ outputs }) => Object.entries(outputs));
  for (const [file, { inputs }] of bundled) {
    if (!Object.keys(inputs).some((input) => INDENTED.test(input))) continue;
    // The modules in it, as the bundler names them in the other files.
    const banner = Object.keys(inputs).map((input) => `// ${input}\n`);
    const options = { minifyWhitespace: true, banner: banner.join("") };
    const { code } = await transform(readFileSync(join(ROOT, file)), options);
    writeFileSync(join(ROOT, file), code);
  }
  const inspector = await bundleInspector();
  writeFileSync(INSPECTOR, inspector.html);
  const notice = thirdPartyNotice(
    [...bundled.map(([file]) => join(ROOT, file)), INSPECTOR].map((file) =>
      relative(PACKAGE, file),
    ),
    [sandbox, commands, inspector.metafile],
  );
  writeFileSync(join(PACKAGE, "THIRD-PARTY.md"), `${notice}\n`);
  const used = new Set([...(await usedModules([...imported, ...programs])), ...usedDeclarations()]);
  // Removes the compiler's output for the modules that are now in a bundle, and declarations that nobody reads.
  for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && file !== INSPECTOR && !used.has(pathOf(file))) rmSync(file);
  }
}
