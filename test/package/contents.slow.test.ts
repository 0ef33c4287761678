import { globSync, readdirSync, readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { bundleSize, sizeLimit } from "../../scripts/bundle-size.ts";
import { deadLinks } from "../markdown-links.ts";
import { Project } from "./consumer-project.ts";
import { type Pack, pack } from "./pack.ts";

let packed: Pack;
let project: Project;

beforeAll(async () => {
  packed = await pack();
  project = await Project.create(packed.tarball);
});

afterAll(() => {
  packed?.[Symbol.dispose]();
  project?.[Symbol.dispose]();
});

/** The modules that run wherever there is fetch. A new one has to be named here. */
const PORTABLE = [
  "generated/client",
  "generated/errors",
  "generated/sandbox-control-client",
  "generated/sandbox-control-types",
  "generated/types",
  "src/card-number",
  "src/client/read-response",
  "src/client/api-promise",
  "src/client/client",
  "src/client/deadline",
  "src/client/errors",
  "src/client/fetch-layers",
  "src/client/hooks",
  "src/client/index",
  "src/client/operation-definition",
  "src/client/options",
  "src/client/redact",
  "src/client/build-request",
  "src/client/retry-policy",
  "src/client/send-with-retries",
  "src/client/token",
];

/** The modules that start servers, and run on Node alone. A new one has to be named here. */
const SERVERS = [
  "src/http-server/listen-address",
  "src/cli/index",
  "src/cli/command",
  "src/http-server/open-connections",
  "src/contract/operations",
  "src/contract/cursor",
  "src/contract/request-limits",
  "src/cli/flags",
  "src/mock/adapt-contract-for-prism",
  "src/mock/respond",
  "src/cli/mock-curl-example",
  "src/mock/index",
  "src/mock/listen",
  "src/mock/prefer-header",
  "src/mock/prism",
  "src/mock/request-error",
  "src/mock/match-operation",
  "src/contract/package-files",
  "src/http-server/request-body",
  "src/sandbox/domain/calendar",
  "src/sandbox/startup-errors",
  "src/cli/sandbox-curl-example",
  "src/sandbox/index",
  "src/sandbox/options",
  "src/sandbox/postbacks/retry-policy",
  "src/http-server/http-server",
];

/** The sandbox itself, with all that it needs, in one file that nobody imports but what stands before it. */
const SERVICE = "dist/package/src/sandbox/app.js";

const MODULES = [...PORTABLE, ...SERVERS];

const FILES = [
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "bench/chart.svg",
  "bench/results.md",
  ...MODULES.flatMap((module) => [`dist/package/${module}.d.ts`, `dist/package/${module}.js`]),
  SERVICE,
  "dist/package/THIRD-PARTY.md",
  "docs/assumptions.md",
  "docs/compatibility.md",
  "docs/control.md",
  "docs/errors.md",
  "docs/mock.md",
  "docs/origins.svg",
  "docs/overview.md",
  "docs/parts.svg",
  "docs/reference.md",
  "docs/sandbox.md",
  "examples/README.md",
  "examples/checkout.ts",
  "examples/marketplace.ts",
  "examples/people.ts",
  "examples/reais.ts",
  "examples/subscription.ts",
  "generated/openapi.json",
  "generated/openapi.yaml",
  "generated/postback.schema.json",
  "generated/sandbox-control.json",
  "generated/sandbox-control.yaml",
  "openapi/README.md",
  "package.json",
];

/** What the client stands on. */
const DEPENDENCY = "openapi-fetch";

test("the tarball holds these files and no other", () => {
  const found = readdirSync(project.path("node_modules/centavo"), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.split("node_modules/centavo/")[1]);
  expect(found.sort()).toEqual([...FILES].sort());
});

const pagesIn = (folder: string) => globSync("**/*.md", { cwd: folder });

test("every link of every page in the tarball leads to a file in it", () => {
  const root = project.path("node_modules/centavo");
  const dead = pagesIn(root).flatMap((page) =>
    deadLinks(page, root).map((target) => `${page}: ${target}`),
  );
  expect(pagesIn(root)).toContain("README.md");
  expect(dead).toEqual([]);
});

test("a project reaches every file that the package exports", async () => {
  const { exports } = JSON.parse(project.read("node_modules/centavo/package.json"));
  const names = Object.keys(exports).map((path) => path.replace(/^\./, "centavo"));
  expect(names).toEqual(
    expect.arrayContaining(["centavo/sandbox-control.json", "centavo/package.json"]),
  );
  project.write(
    "reach.mjs",
    `import { existsSync } from "node:fs";
for (const name of ${JSON.stringify(names)}) {
  if (!existsSync(new URL(import.meta.resolve(name)))) console.log(name);
}`,
  );
  expect(await project.run(process.execPath, "reach.mjs")).toBe("");
});

test("the package asks for Node 20.19, one dependency that is exact, and no install script", () => {
  const manifest = JSON.parse(project.read("node_modules/centavo/package.json"));
  expect(manifest.engines).toEqual({ node: ">=20.19" });
  expect(manifest.dependencies).toEqual({ [DEPENDENCY]: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
  }
  expect(manifest.optionalDependencies).toBeUndefined();
  expect(manifest.sideEffects).toBe(false);
  for (const script of ["preinstall", "install", "postinstall"]) {
    expect(manifest.scripts).not.toHaveProperty(script);
  }
});

test("publint finds nothing to say", async () => {
  const tarball = new Uint8Array(readFileSync(packed.tarball)).buffer;
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

/**
 * The profile that attw calls "esm-only". `node10` knows no `exports`, and no Node that we support
 * resolves so. `node16-cjs` warns that a CommonJS module gets an ES module: since 20.19 Node's
 * `require` takes one, TypeScript's nodenext knows it, and the consumers' tests hold both.
 */
const IGNORED_RESOLUTIONS = ["node10", "node16-cjs"];

/** YAML is no module: nobody imports it, and so nobody asks for its types. */
const UNTYPED = ["./openapi.yaml", "./sandbox-control.yaml"];

test("the types are not wrong, says attw, with its profile esm-only", async () => {
  const tarball = createPackageFromTarballData(readFileSync(packed.tarball));
  const result = await checkPackage(tarball, { excludeEntrypoints: UNTYPED });
  if (!result.types) throw new Error("attw finds no types in the package");
  const problems = result.problems.filter(
    (problem) =>
      !("resolutionKind" in problem && IGNORED_RESOLUTIONS.includes(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
  const { exports } = JSON.parse(project.read("node_modules/centavo/package.json"));
  expect([...Object.keys(result.entrypoints), ...UNTYPED].sort()).toEqual(
    Object.keys(exports).sort(),
  );
});

test("the client's modules import one another and openapi-fetch, and nothing else", async () => {
  const { metafile } = await build({
    entryPoints: PORTABLE.map((module) => `node_modules/centavo/dist/package/${module}.js`),
    absWorkingDir: project.folder,
    bundle: true,
    format: "esm",
    logLevel: "silent",
    metafile: true,
    outdir: "bundles",
    // Has no built-ins: an import of "node:fs" or "fs" cannot be resolved, and the build fails.
    platform: "neutral",
    // What is not used is looked at as well.
    treeShaking: false,
    write: false,
  });
  const files = Object.entries(metafile.inputs);
  const packages = files.map(([file]) => file.replace(/^node_modules\/([^/]+)\/.*$/, "$1"));
  // An import or a require inside a try may fail, so it is left in place and does not fail the build.
  const leftInPlace = files.flatMap(([, { imports }]) =>
    imports.filter(({ external }) => external),
  );
  expect(leftInPlace).toEqual([]);
  expect(new Set(packages)).toEqual(new Set(["centavo", DEPENDENCY]));
});

test("the sandbox imports what Node has, what its errors are told by, and no package", () => {
  const text = project.read(`node_modules/centavo/${SERVICE}`);
  const { importedFiles } = ts.preProcessFile(text);
  const files = importedFiles.map(({ fileName }) => fileName);
  const own = files.filter((file) => !file.startsWith("node:"));
  expect(new Set(own)).toEqual(new Set(["../address.js", "./errors.js"]));
  // A require that could not be put into the file would be made at run time, by what says so.
  expect(text.includes("Dynamic require of")).toBe(false);
});

/** What makes the three layers of the client. */
const LAYERS = ["createFetch", "createCentavoFetch", "createCentavo"];

test("createCentavo has grown by no more than its operations and a tenth since it was last weighed", async () => {
  const limit = sizeLimit(Object.keys(operations).length);
  const bytes: Record<string, number> = {};
  for (const name of LAYERS) {
    bytes[name] = await bundleSize(`export { ${name} } from "centavo";`, project.folder);
  }
  bytes[DEPENDENCY] = await bundleSize(`export { default } from "${DEPENDENCY}";`, project.folder);
  console.log("bytes, minified and gzipped:", bytes, `createCentavo may have ${limit}`);
  expect(bytes.createCentavo).toBeLessThanOrEqual(limit);
  const [, said] = readFileSync("README.md", "utf8").match(/weighs about ([\d.]+) kB/) ?? [];
  // Adding an operation is to leave the README as it is, so the figure there may be a tenth off.
  expect(Math.abs(Number(said) * 1000 - Number(bytes.createCentavo))).toBeLessThan(limit / 11);
});

/**
 * What openapi-typescript writes, or makes its users import, to express what TypeScript cannot, and
 * what it writes of parts that the contract does not have.
 */
const GENERATOR_HELPERS = new Set([
  "OneOf",
  "WithRequired",
  "Without",
  "XOR",
  "Readable",
  "Writable",
  "webhooks",
  "$defs",
]);

/** Nobody's types lead to these: they are what the servers are made of. */
const INTERNAL = new Set(["src/http-server/open-connections", "src/http-server/request-body"]);

test.each(MODULES.filter((module) => !INTERNAL.has(module)))(
  "the declarations of %s hold no any, and of other packages openapi-fetch at most",
  (module) => {
    const file = `dist/package/${module}.d.ts`;
    const source = ts.createSourceFile(
      file,
      project.read(`node_modules/centavo/${file}`),
      ts.ScriptTarget.Latest,
      true,
    );
    const faults: string[] = [];
    const blame = (node: ts.Node, what: string) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      faults.push(`${file}:${line + 1}: ${what}`);
    };
    const visit = (node: ts.Node): void => {
      if (node.kind === ts.SyntaxKind.AnyKeyword) blame(node, "any");
      if (ts.isIdentifier(node) && GENERATOR_HELPERS.has(node.text)) blame(node, node.text);
      if (ts.isIdentifier(node) && node.text === "NodeJS") blame(node, "a type of @types/node");
      ts.forEachChild(node, visit);
    };
    visit(source);
    const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(source.text);
    const foreign = importedFiles.filter(
      ({ fileName }) => !fileName.startsWith(".") && fileName !== DEPENDENCY,
    );
    expect(faults).toEqual([]);
    expect([...foreign, ...typeReferenceDirectives]).toEqual([]);
  },
);
