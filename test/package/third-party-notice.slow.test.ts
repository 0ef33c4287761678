import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleInspector } from "../../scripts/bundle-inspector.ts";
import { pack } from "./pack.ts";
import { run } from "./run-and-capture.ts";
import { type Notice, noticesIn } from "./third-party-notice.ts";

/** Licences that require only attribution and their text. Any other needs a review. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/** The one file of several modules. All others are made one by one by the compiler. */
const BUNDLE = "src/sandbox/app.js";

let folder: string;
let notices: Notice[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "centavo-unpacked-"));
  using packed = await pack();
  await run("tar", ["-xzf", packed.tarball, "--strip-components=3", "package/dist"], folder);
  notices = await noticesIn(packed.tarball);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The packages with code in a file, by the comments of the bundler before each module. */
function packagesIn(file: string): string[] {
  const lines = readFileSync(join(folder, file), "utf8").matchAll(/^ *\/\/ (\S+)$/gm);
  const modules = [...lines].map(([, path = ""]) => path);
  const names = modules.map((path) => {
    // The validators are in no file: Ajv writes them.
    return path.startsWith("validators:")
      ? "ajv"
      : /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  });
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** The packages in the page of the inspector, which is minified, by what its bundler has read. */
async function packagesInInspector(): Promise<string[]> {
  const { metafile } = await bundleInspector();
  const names = Object.keys(metafile.inputs).map(
    (path) => /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1],
  );
  return names.filter((name) => name !== undefined);
}

test("names every package whose code the sandbox and its inspector hold, and no other", async () => {
  const packages = new Set([...packagesIn(BUNDLE), ...(await packagesInInspector())]);
  expect(packages).toContain("preact");
  expect(notices.map(({ name }) => name)).toEqual([...packages].sort());
});

test("gives the version and the full licence of each", () => {
  for (const { name, version, licence, text } of notices) {
    const installed = join("node_modules", name);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect({ version, licence }).toEqual({ version: manifest.version, licence: manifest.license });
    const file = readdirSync(installed).find((one) => /^licen[cs]e/i.test(one)) ?? "";
    expect(text, name).toContain("Copyright (c)");
    expect(text, name).toBe(readFileSync(join(installed, file), "utf8").trim());
  }
});

test("holds nothing with another licence", () => {
  const others = notices.filter(({ licence }) => !PERMISSIVE.includes(licence));
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test("has third-party code in the sandbox only", () => {
  const files = globSync("**/*.js", { cwd: folder }).filter((file) => file !== BUNDLE);
  expect(files).toContain("src/client/index.js");
  expect(files).toContain("src/mock/index.js");
  expect(files.filter((file) => !existsSync(file.replace(/js$/, "ts")))).toEqual([]);
  expect(files.flatMap(packagesIn)).toEqual([]);
});
