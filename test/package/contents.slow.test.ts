import { execFile } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import ts from "typescript";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { bundleInspector } from "../../scripts/bundle-inspector.ts";
import { bundleSize, sizeLimits } from "../../scripts/bundle-size.ts";
import { Project } from "./consumer-project.ts";
import { installPackageForFile } from "./installed-package.ts";
import { pack } from "./pack.ts";
import { noticesIn } from "./third-party-notice.ts";

const tarball = await pack();
const project = await installPackageForFile();
const root = project.path("node_modules/centavo");
const files = globSync("**", { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)));

const manifest = JSON.parse(project.read("node_modules/centavo/package.json"));

/** The one dependency of the client. */
const DEPENDENCY = "openapi-fetch";

/** The sandbox, bundled with all its dependencies: on Node, elsewhere, the examples, the checks of state files, and what these share. */
const SANDBOX =
  /^dist\/package\/src\/(sandbox-node\/app|sandbox\/(create-sandbox|load-examples|line-validators|shared-\w+))\.js$/;
const sandbox = files.filter((file) => SANDBOX.test(file));

/** What runs as a program, bundled too: the mock and the commands. */
const PROGRAM = /^dist\/package\/src\/(mock\/index|cli\/index|programs\/[\w-]+)\.js$/;
const programs = files.filter((file) => PROGRAM.test(file));

/**
 * Which files may be in the tarball. No tests, sources, leftovers, pictures or pages in a second language, and nothing for
 * those who change Centavo.
 */
const PACKED = [
  // npm packs each README, whatever the manifest lists.
  /^(CHANGELOG|README|README\.pt-BR|SECURITY)\.md$/,
  /^(LICENSE|llms\.txt|package\.json)$/,
  /^deploy\/(?!.*\.(test\.|sh$))[\w.-]+$/,
  /^dist\/package\/(generated|src)\/[\w/-]+(?<!\.test)(\.d\.ts|\.js)$/,
  /^dist\/package\/THIRD-PARTY\.md$/,
  /^dist\/package\/src\/sandbox-node\/inspector\.html$/,
  /^docs\/((?!pt-BR)[\w-]+\/)?[\w-]+\.md$/,
  /^examples\/(README\.md|[\w-]+(\.test)?\.ts)$/,
  /^generated\/(openapi|sandbox-control)\.(json|yaml)$/,
  /^generated\/(assumption-checks|commands|postback\.schema)\.json$/,
  /^skills\/centavo\/\w+\.md$/,
  /^openapi\/workflows\/[\w-]+\.arazzo\.yaml$/,
];

test("the tarball holds what the manifest lists, and nothing unexpected", () => {
  const unexpected = files.filter((file) => !PACKED.some((pattern) => pattern.test(file)));
  expect(unexpected, "a file is packed that PACKED does not expect").toEqual([]);
  const missing = (manifest.files as string[]).filter(
    (pattern) => globSync(pattern, { cwd: root }).length === 0,
  );
  expect(missing, "`files` of package.json lists what is not packed").toEqual([]);
});

test("the tarball has at most 250 files and 0.9 MB", () => {
  expect(files.length).toBeLessThanOrEqual(250);
  expect(statSync(tarball).size).toBeLessThanOrEqual(900_000);
});

test("the manifest has what a user of the package needs, and nothing of its development", () => {
  const { repository, homepage, bugs, ...fields } = manifest;
  expect(Object.keys(fields)).toEqual(
    `name version description type license keywords engines sideEffects exports bin files
    dependencies peerDependencies peerDependenciesMeta`.split(/\s+/),
  );
});

test("npm warns of no script where the tarball is installed", async () => {
  using consumer = await Project.create();
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball];
  const { stdout, stderr } = await promisify(execFile)("npm", install, { cwd: consumer.folder });
  expect(stdout + stderr).not.toMatch(/scripts/);
});

test("without the package pg, an address of PostgreSQL says what to install", async () => {
  project.write(
    "no-pg.mjs",
    `import { startSandbox } from "centavo/sandbox";
    await startSandbox({ db: "postgres://127.0.0.1/sandbox" }).catch(({ message, advice }) => {
      console.log(\`\${message}; \${advice}\`);
    });`,
  );
  expect(await project.run(process.execPath, "no-pg.mjs")).toBe(
    "postgres://127.0.0.1/sandbox cannot be opened (the package pg is not installed); run npm install pg\n",
  );
});

test("without the protocol's SDK, centavo mcp says what to install, after it has loaded its own files", async () => {
  const cli = "node_modules/centavo/dist/package/src/cli/index.js";
  await expect(project.run(process.execPath, cli, "mcp")).rejects.toThrow(
    "\ncentavo: centavo mcp needs a package that is not installed: run npm install -D @modelcontextprotocol/server\n",
  );
});

test("the package asks for Node 20.19, and one dependency that is exact", () => {
  expect(manifest.engines).toEqual({ node: ">=20.19" });
  expect(manifest.dependencies).toEqual({ [DEPENDENCY]: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
  }
  expect(manifest.optionalDependencies).toBeUndefined();
  // What the bundles share, which bundlers would warn that they leave out, and what extends Vitest's expect.
  expect(manifest.sideEffects).toEqual([
    "./dist/package/src/sandbox/shared-*.js",
    "./dist/package/src/testing/vitest.js",
  ]);
});

test("the modules of the client and the receiver import one another and openapi-fetch, and nothing else", async () => {
  const modules = files.filter((file) =>
    /^dist\/package\/(generated|src\/(client|postback-receiver))\/.*\.js$/.test(file),
  );
  const { metafile } = await build({
    ...{ entryPoints: modules, absWorkingDir: root, outdir: "bundles", write: false },
    ...{ bundle: true, format: "esm", logLevel: "silent", metafile: true },
    // Has no built-in modules: an import of "node:fs" or "fs" fails the build.
    platform: "neutral",
    // Unused modules count too.
    treeShaking: false,
  });
  const inputs = Object.entries(metafile.inputs);
  const packages = inputs.map(([file]) => /^\.\.\/([^/]+)\//.exec(file)?.[1] ?? "centavo");
  // An import or a require inside a try may fail, so it is left in place and does not fail the build.
  const leftInPlace = inputs.flatMap(([, { imports }]) => imports.filter((one) => one.external));
  for (const part of ["client", "postback-receiver"])
    expect(modules).toContain(`dist/package/src/${part}/index.js`);
  expect(leftInPlace).toEqual([]);
  expect(new Set(packages)).toEqual(new Set(["centavo", DEPENDENCY]));
});

test.each(sandbox)(
  "%s imports modules of the package; on Node also its own and on demand an optional peer",
  (file) => {
    const text = project.read(`node_modules/centavo/${file}`);
    const { importedFiles } = ts.preProcessFile(text);
    const names = importedFiles.map(({ fileName }) => fileName);
    const own = names.filter((name) => name.startsWith("."));
    const others = names.filter((name) => !name.startsWith("."));
    const resolved = own.map((name) => posix.join(posix.dirname(file), name));
    expect(resolved.filter((file) => !files.includes(file))).toEqual([]);
    if (file.includes("sandbox-node")) {
      expect(others).toContain("node:http");
      expect(others.filter((name) => !name.startsWith("node:"))).toEqual(["pg"]);
      expect(text).toContain('await import("pg")');
    } else expect(others).toEqual([]);
    // A require that could not be bundled would run at run time, and this message comes with it.
    expect(text.includes("Dynamic require of")).toBe(false);
  },
);

test.each(Object.entries(sizeLimits))("%s stays within its size limit", async (layer, limitOf) => {
  const limit = limitOf(Object.keys(operations).length);
  const bytes = await bundleSize(`export { ${layer} } from "centavo";`, project.folder);
  expect(bytes).toBeLessThanOrEqual(limit);
});

test("the declarations have no any, not even an inferred one, and import few packages", () => {
  const declarations = files
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const withAny = declarations.filter(({ text }) =>
    /\bany\b/.test(text.replaceAll(/\/\*.*?\*\/|"[^"\n]*"/gs, "")),
  );
  const imported = declarations
    .flatMap(({ text }) => ts.preProcessFile(text).importedFiles)
    .map(({ fileName }) => fileName)
    // Node's types are in declarations that users do not see: a consumer compiles without them.
    .filter((name) => !/^(\.|node:)/.test(name));
  expect(withAny.map(({ file }) => file)).toEqual([]);
  expect(new Set(imported)).toEqual(new Set(["@playwright/test", DEPENDENCY, "vitest"]));
});

/** Licences that require only attribution and their text. Any other needs a review. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

const notices = await noticesIn(tarball);

/** The packages whose modules these are. The validators are in no file: Ajv writes them. */
function packagesOf(modules: string[]): string[] {
  const names = modules.map((path) =>
    path.startsWith("validators:") ? "ajv" : /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** The packages with code in a file, by the comments of the bundler before each module. */
function packagesIn(file: string): string[] {
  const lines = readFileSync(join(root, file), "utf8").matchAll(/^ *\/\/ (\S+)$/gm);
  return packagesOf([...lines].map(([, path = ""]) => path));
}

test("third-party code is in the sandbox, its inspector and the programs only, and the notice names each package of it", async () => {
  const { metafile } = await bundleInspector();
  const inInspector = packagesOf(Object.keys(metafile.inputs));
  expect(inInspector).toContain("preact");
  const bundled = [...sandbox, ...programs];
  const packages = new Set([...bundled.flatMap(packagesIn), ...inInspector]);
  expect(packages).toContain("@noble/hashes");
  expect(programs.flatMap(packagesIn)).toEqual(["minisearch"]);
  expect(notices.map(({ name }) => name)).toEqual([...packages].sort());
  const others = files.filter((file) => file.endsWith(".js") && !bundled.includes(file));
  expect(others).toContain("dist/package/src/testing/index.js");
  // All others are made one by one by the compiler.
  const sourceOf = (file: string) => file.replace("dist/package/", "").replace(/js$/, "ts");
  expect(others.filter((file) => !existsSync(sourceOf(file)))).toEqual([]);
  expect(others.flatMap(packagesIn)).toEqual([]);
});

test("the notice gives the version and the full licence of each package, which is permissive", () => {
  for (const { name, version, licence, text } of notices) {
    const installed = join("node_modules", name);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect({ version, licence }).toEqual({ version: manifest.version, licence: manifest.license });
    expect(PERMISSIVE, name).toContain(licence);
    const file = readdirSync(installed).find((one) => /^licen[cs]e/i.test(one)) ?? "";
    expect(text, name).toMatch(/Copyright (\(c\)|\d{4}) /);
    expect(text, name).toBe(readFileSync(join(installed, file), "utf8").trim());
  }
});
