import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { mockAt, type Sample, samples } from "../../scripts/docs/code-samples.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { jsonContent, mediaTypes, operations } from "../../src/contract/operations.ts";
import { type Prism, startPrismMock } from "../prism.ts";
import { onSource } from "./guide-examples.ts";

const contract = Cursor.root(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
const all = samples(contract, mockAt());
const inLanguage = (language: Sample["language"]) =>
  all.filter((each) => each.language === language);
const nameOf = ({ operationId, example }: Sample) =>
  [operationId, example].filter(Boolean).join(" ");

const PROGRAMS = ["TypeScript", "openapi-fetch", "fetch"] as const;

const documented = new Map(
  operations(contract).map(({ id, cursor }) => {
    const examples = jsonContent(cursor.at("responses", "200")).at("examples").members();
    return [id, examples.map((each) => each.at("value").value)];
  }),
);

let prism: Prism;
const folder = mkdtempSync(join(tmpdir(), "centavo-samples-"));
writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);

beforeAll(async () => {
  prism = await startPrismMock();
  vi.stubEnv("CENTAVO_URL", prism.url);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await prism?.close();
  rmSync(folder, { recursive: true });
});

test("every named request example has a sample in each language", () => {
  const expected = operations(contract).reduce((sum, { cursor }) => {
    const examples = mediaTypes(cursor.at("requestBody")).flatMap((each) =>
      each.at("examples").members(),
    );
    return sum + Math.max(1, examples.length);
  }, 0);
  for (const language of ["curl", ...PROGRAMS] as const) {
    expect(inLanguage(language)).toHaveLength(expected);
  }
});

describe.each(PROGRAMS)("in %s", (language) => {
  const files = inLanguage(language).map((sample, index) => ({
    sample,
    file: join(folder, `${language}-${index}.ts`),
    source: onSource(sample.source),
  }));
  for (const { file, source } of files) writeFileSync(file, source);

  test.each(files.map((each) => [nameOf(each.sample), each] as const))(
    "%s runs",
    async (_, { file, sample }) => {
      const printed = vi.spyOn(console, "log").mockImplementation(() => {});
      await import(/* @vite-ignore */ pathToFileURL(file).href);
      const { calls } = printed.mock;
      printed.mockRestore();
      expect(calls.length).toBeGreaterThan(0);
      // These print the whole response, also that to a request which was refused.
      const answers = documented.get(sample.operationId) ?? [];
      if (language === "openapi-fetch") expect(answers).toContainEqual(calls[0]?.[0]);
      if (language === "fetch") {
        expect(calls[0]?.[0]).toBe(200);
        expect(answers).toContainEqual(calls[0]?.[1]);
      }
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
