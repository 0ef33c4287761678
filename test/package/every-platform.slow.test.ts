import { gzipSync } from "node:zlib";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { hasChromium, launchChromium } from "../chromium.ts";
import { bundleFor, EVERY_PLATFORM, printed } from "./every-platform.ts";
import { installPackageForFile } from "./installed-package.ts";

const project = await installPackageForFile();
for (const name of EVERY_PLATFORM) project.addProgram(name, "");
const onNode = await printed(project, process.execPath);

const text = await bundleFor(
  "browser",
  `import { program } from "./every-platform.mjs"; globalThis.program = program;`,
  project,
);

test("the program pays, is posted back to and lists its events", () => {
  const all = JSON.stringify(onNode);
  for (const part of [
    "image/png",
    "application/pdf",
    "postback https://",
    "status.changed",
    "centavo-state",
  ])
    expect(all).toContain(part);
});

test("its errors are those that the package exports", () => {
  expect(onNode).toContainEqual({ isServiceError: true, isOptionError: true });
});

test("Node gets the same by the entry for browsers", async () => {
  expect(await printed(project, process.execPath, "--conditions", "browser")).toEqual(onNode);
});

describe.runIf(hasChromium)("Chromium", () => {
  // A page without TLS has no crypto.randomUUID.
  test.each([
    ["http://shop.example/", false],
    ["https://shop.example/", true],
  ])("gets the same in a page and in a worker of %s, without eval", async (url, isSecure) => {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const headers = { "content-security-policy": "script-src 'unsafe-inline' blob:" };
      await page.route("**", (route) =>
        route.fulfill({
          headers,
          contentType: "text/html",
          body: `<script type="module">${text}</script>`,
        }),
      );
      await page.goto(url);
      expect(await page.evaluate("isSecureContext")).toBe(isSecure);
      expect(await page.evaluate("program()")).toEqual(onNode);
      const worker = `${text};program().then(postMessage)`;
      const inWorker = `new Promise((resolve, reject) => {
        const file = new Blob([${JSON.stringify(worker)}], { type: "text/javascript" });
        const worker = new Worker(URL.createObjectURL(file), { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      })`;
      expect(await page.evaluate(inWorker)).toEqual(onNode);
    } finally {
      await browser.close();
    }
  });
});

/** What a page loads for a sandbox, without the client, which it has anyway, and what most do not ask for: examples and files. */
const core = await bundleFor(
  "browser",
  `import { createSandbox } from "centavo/sandbox"; globalThis.createSandbox = createSandbox;`,
  project,
  ["*/create-control.js", "*/load-examples.js", "*/line-validators.js"],
);

const NOT_EVERYWHERE = ["Buffer", "eval", "global", "process", "require", "setImmediate"];

test("a bundle for browsers uses no name of Node's, and compiles nothing at run time", () => {
  const file = ts.createSourceFile("bundle.js", core, ts.ScriptTarget.Latest, true);
  const used: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isUse(node)) used.push(node.parent.getText().slice(0, 80));
    node.forEachChild(visit);
  };
  visit(file);
  expect(used).toEqual([]);
});

/** Whether a node is a name that is missing in browsers, or makes a function of a text. */
function isUse(node: ts.Node): boolean {
  if (!ts.isIdentifier(node)) return false;
  const { parent, text } = node;
  if (text === "Function") return ts.isNewExpression(parent) || ts.isCallExpression(parent);
  const isField =
    (ts.isPropertyAccessExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node;
  return NOT_EVERYWHERE.includes(text) && !isField;
}

test("only Node has a server and the page of the inspector, and other platforms say so", async () => {
  project.write(
    "missing.mjs",
    `import { createSandbox, startSandbox } from "centavo/sandbox";
    const { url, fetch, close } = await createSandbox();
    const page = await fetch(url, { headers: { accept: "text/html" } });
    console.log(page.status, await page.text());
    await close();
    await (await startSandbox()).close();`,
  );
  expect(await project.run(process.execPath, "missing.mjs")).toMatch(/^200 <!doctype html>/i);
  const failed = await project
    .run(process.execPath, "--conditions", "browser", "missing.mjs")
    .catch(String);
  expect(failed).toMatch(/^404 .*Only a sandbox on Node has the page of the inspector\./m);
  expect(failed).toContain("startSandbox needs Node: call createSandbox");
});

/** In bytes, minified and gzipped: a little above what was last measured. */
const MAX_SIZE = 101_300;

test("in a page, the sandbox without the examples, state files and the client stays within its size limit", () => {
  expect(gzipSync(core, { level: 9 }).length).toBeLessThanOrEqual(MAX_SIZE);
});
