import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { STRICT } from "../compile-typescript.ts";
import { open, type Shown, shown } from "../mock/contract-examples.ts";
import { send } from "../mock/send-request.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const contracts = Object.entries({ openapi: service, "sandbox-control": control }).map(
  ([name, contract]) => ({ name, ids: operations(contract).map(({ id }) => id) }),
);

const folder = mkdtempSync(join(tmpdir(), "centavo-generators-"));
// What is generated imports zod, and finds it as it would in a project.
symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what Hey API generates, its schemas for Zod included,", () => {
  beforeAll(async () => {
    for (const { name } of contracts) {
      await createClient({
        input: resolve(`generated/${name}.yaml`),
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
      const asBundled = {
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
      };
      const program = ts.createProgram(files, { ...STRICT, ...asBundled, types: [] });
      const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
      expect(problems).toEqual([]);
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

function camelCased(id: string): string {
  return id.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
}
