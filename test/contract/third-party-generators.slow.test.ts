import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import type { ValidateFunction } from "ajv";
import { generateSync, type JsonSchema } from "json-schema-faker";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { operations } from "../../src/contract/operations.ts";
import { createAjv } from "../../src/sandbox/validation/ajv-instance.ts";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { open, type Shown, shown } from "../mock/requests-from-examples.ts";
import { send } from "../mock/send-request.ts";

const contracts = ["openapi", "sandbox-control"].map((name) => {
  const document = JSON.parse(readFileSync(`generated/${name}.json`, "utf8"));
  const ids = operations(Cursor.root(document)).map(({ id }) => id);
  return { name, file: resolve(`generated/${name}.yaml`), document, ids };
});
const [{ document: service }] = contracts as [(typeof contracts)[0]];

const folder = mkdtempSync(join(tmpdir(), "centavo-generators-"));
// What is generated imports zod, and finds it as it would in a project.
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what Hey API generates, its schemas for Zod included,", () => {
  beforeAll(async () => {
    for (const { name, file } of contracts) {
      await createClient({
        input: file,
        output: join(folder, name),
        plugins: [
          "@hey-api/typescript",
          "@hey-api/sdk",
          // By default it takes a moment only with Z, and billets and PIX have theirs in São Paulo's time.
          { name: "zod", dates: { offset: true } },
        ],
        logs: { level: "silent" },
      });
    }
  });

  test.each(contracts)(
    "has a function for every operation of $name, and compiles",
    ({ name, ids }) => {
      const sdk = readFileSync(join(folder, name, "sdk.gen.ts"), "utf8");
      const functions = [...sdk.matchAll(/^export const (\w+)/gm)].map(([, each]) => each);
      expect(functions.sort()).toEqual(ids.map(camelCased).sort());
      const files = ["index.ts", "zod.gen.ts"].map((file) => join(folder, name, file));
      expect(compileErrors(files)).toEqual([]);
    },
  );

  test.each(shown)("parses the responses of a sandbox to $name", async ({ request }) => {
    const schemas = await import(join(folder, "openapi", "zod.gen.ts"));
    const { url, close } = await startSandbox({ examples: true });
    onTestFinished(close);
    const [keys] = open as [Shown];
    const { body: granted } = await send(url, keys.request);
    const { access_token } = (granted as { data: { access_token: string } }).data;
    const { id } = request.operation;
    // The resources are the company's own, and not its subaccount's.
    const own = { ...request, headers: {} };
    const accepted = await send(url, own, { authorization: `Bearer ${access_token}` });
    const rejected = await send(url, { ...own, body: undefined }, { authorization: "" });
    expect([accepted.status, rejected.status]).toEqual([200, expect.toBeOneOf([400, 401])]);
    for (const { status, body } of [accepted, rejected]) {
      const name = status === 200 ? `${camelCased(`z.${id}`)}Response` : "zErrorEnvelope";
      const { success, error } = schemas[name].safeParse(body);
      expect([status, success, error?.issues]).toEqual([status, true, undefined]);
    }
  });
});

describe("json-schema-faker makes what fits", () => {
  const { schemas } = service.components;
  const ajv = createAjv(Cursor.root(service));
  const settings = {
    // At its default depth it puts null where a split or an address should be.
    maxDepth: 20,
    // It looks at a format, and ignores a pattern next to it: this moment is in UTC, and with an offset.
    formats: { "date-time": () => "2026-03-02T14:05:09.120+00:00" },
  };

  test.each(Object.keys(schemas))("%s", (name) => {
    const schema = { $ref: `#/components/schemas/${name}`, components: service.components };
    const fits = ajv.getSchema(name) as ValidateFunction;
    for (const seed of [1, 2, 3, 4, 5]) {
      const made = generateSync(schema as JsonSchema, { ...settings, seed });
      // Other tools cannot know what an extension requires.
      const problems = fits(made)
        ? []
        : fits.errors?.filter(({ keyword }) => !keyword.startsWith("x-"));
      expect([problems, made]).toEqual([[], made]);
    }
  });
});

function camelCased(id: string): string {
  return id.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function compileErrors(files: string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
