import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mockAt, samples, sandboxAt } from "../../scripts/docs/code-samples.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { problemsByFile } from "../compile-typescript.ts";
import { onSource } from "./guide-examples.ts";

const folder = mkdtempSync(join(tmpdir(), "centavo-samples-"));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);

test.each([
  { name: "openapi", at: mockAt() },
  { name: "sandbox-control", at: sandboxAt() },
])("every program among the samples of $name compiles", ({ name, at }) => {
  const contract = Cursor.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8")));
  const files = samples(contract, at)
    .filter(({ language }) => language !== "curl")
    .map(({ operationId, example, language, source }, index) => {
      const file = join(folder, `${name}-${index}.ts`);
      // A sample without imports would not be a module, and share its names with the others.
      writeFileSync(file, `${onSource(source)}\nexport {};\n`);
      return { sample: [operationId, example, language].filter(Boolean).join(" "), file };
    });
  const found = problemsByFile(files.map(({ file }) => file));
  expect(files.length).toBeGreaterThan(20);
  expect(files.map(({ sample, file }) => [sample, found.get(file)])).toEqual(
    files.map(({ sample }) => [sample, []]),
  );
});
