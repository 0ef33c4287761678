import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Sample, samples } from "../../scripts/docs/samples.ts";
import { mediaTypes, operations } from "../../src/contract/operations.ts";
import { Place } from "../../src/contract/place.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { problemsOf } from "../compile.ts";

const contract = Place.root(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
const all = samples(contract);
const inLanguage = (language: Sample["language"]) =>
  all.filter((each) => each.language === language);
const nameOf = ({ operationId, example }: Sample) =>
  [operationId, example].filter(Boolean).join(" ");
const CLIENT = resolve("src/client/index.ts");

let mock: Mock;
const folder = mkdtempSync(join(tmpdir(), "centavo-samples-"));

beforeAll(async () => {
  mock = await startMock();
  vi.stubEnv("CENTAVO_URL", mock.url);
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

test("there is one in each language for every named request example", () => {
  const expected = operations(contract).reduce((sum, { place }) => {
    const examples = mediaTypes(place.at("requestBody")).flatMap((each) =>
      each.at("examples").members(),
    );
    return sum + Math.max(1, examples.length);
  }, 0);
  expect(inLanguage("curl")).toHaveLength(expected);
  expect(inLanguage("TypeScript")).toHaveLength(expected);
});

describe("in TypeScript", () => {
  const files = inLanguage("TypeScript").map((sample, index) => ({
    sample,
    file: join(folder, `${index}.ts`),
    source: sample.source.replace('"centavo"', JSON.stringify(CLIENT)),
  }));
  for (const { file, source } of files) writeFileSync(file, source);
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);

  test("every one compiles", () => {
    const program = ts.createProgram(
      files.map(({ file }) => file),
      {
        strict: true,
        noEmit: true,
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.NodeNext,
        allowImportingTsExtensions: true,
        types: ["node"],
        typeRoots: [resolve("node_modules/@types")],
      },
    );
    const problems = files.flatMap(({ file, sample }) =>
      problemsOf(program, file).map((problem) => `${nameOf(sample)}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  test.each(files.map((each) => [nameOf(each.sample), each] as const))(
    "%s runs",
    async (_, { file }) => {
      const printed = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(/* @vite-ignore */ pathToFileURL(file).href);
      expect(printed.mock.calls.length).toBeGreaterThan(0);
      printed.mockRestore();
    },
  );
});

test.each(inLanguage("curl").map((each) => [nameOf(each), each] as const))(
  "in curl %s runs",
  async (_, { source }) => {
    const { stdout } = await promisify(execFile)("bash", [
      "-c",
      `${source} --silent --fail-with-body --max-time 10`,
    ]);
    expect(JSON.parse(stdout)).toHaveProperty("data");
  },
);
