import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { problemsOf, STRICT } from "../compile-typescript.ts";
import { MODULES } from "../package-from-source.ts";

/** What the examples take for granted, as globals, which an import of the same name hides. */
const globals = `
declare const baseUrl: string, publicKey: string, privateKey: string;
declare const paymentId: string, customerId: string, subaccountId: string, subscriptionId: string;
declare const splitId: string, tokenizedCardId: string, operatorKey: string;
declare const centavo: import("centavo").Centavo;
declare const sandbox: import("centavo/sandbox").Sandbox;
declare const control: import("centavo/sandbox").Control;
declare const page: import("playwright-core").Page;
declare const openShop: (sandbox: import("centavo/testing").ShopSandbox) => ExploredShop;
declare const shop: import("centavo/testing").Shop<ExploredShop>;
declare const body: import("centavo").SubaccountPfCreate & import("centavo").SubaccountPjCreate;
interface ExploredShop {
  checkout(order: import("centavo/testing").Order): Promise<void>;
  fetch(request: Request): Promise<Response>;
  orders(): import("centavo/testing").ShopOrder[];
  stock(): number;
}
${globalsOf("centavo", "createCentavo", "createCentavoFetch", "createFetch", "isReturnCode", "ServiceError")}
${globalsOf("centavo/sandbox", "createSandbox", "startSandbox", "createControl")}
${globalsOf("centavo/mock", "startMock")}
${globalsOf("centavo/testing", "createTestCompany", "deliverToTestReceivers", "explore")}
${globalsOf("centavo/testing/vitest", "createTest")}
`;

function globalsOf(module: string, ...names: string[]): string {
  return names
    .map((name) => `declare const ${name}: typeof import("${module}").${name};`)
    .join("\n");
}

const guides = ["README.md", ...globSync("{docs,skills}/**/*.md")].flatMap((file) =>
  blocks(file, /^```ts\n(.*?)^```/gms, (text) => text),
);
const comments = globSync(
  "src/{client,mock,postback-receiver,sandbox,sandbox-node,testing,testing/explore}/*.ts",
).flatMap(inComments);
const methods = inComments("generated/client.ts");
const examples = [...guides, ...comments, ...methods];

type Example = { name: string; source: string };

function blocks(file: string, pattern: RegExp, clean: (text: string) => string): Example[] {
  return [...readFileSync(file, "utf8").matchAll(pattern)].map((match) => ({
    name: `${file}:${match.input.slice(0, match.index).split("\n").length}`,
    source: clean(match[1] ?? ""),
  }));
}

function inComments(file: string): Example[] {
  return blocks(file, /@example\n((?: *\* .*\n)+)/g, (text) => text.replaceAll(/^ *\* ?/gm, ""));
}

/** An example as a module: its imports, and the rest where it may return and declare as it likes. */
function asModule({ source }: Example): string {
  const imports = source.match(/^import [^;]*;$/gm) ?? [];
  const rest = source.replaceAll(/^import [^;]*;$/gm, "");
  return [...imports, "export default async function example() {", rest, "}"].join("\n");
}

test("the guides, the doc comments and every method of the client have examples", () => {
  expect(guides.length).toBeGreaterThan(5);
  expect(comments.length).toBeGreaterThan(3);
  const called = methods.map(({ source }) => /centavo\.(\w+\.\w+)\(/.exec(source)?.[1]);
  expect(called.sort()).toEqual(Object.keys(operations).sort());
});

test("every example in the guides and in the doc comments compiles", () => {
  const sources = new Map(
    examples.map((example, index) => [
      resolve(`test/client/example-${index}.ts`),
      asModule(example),
    ]),
  );
  sources.set(resolve("test/client/example-globals.d.ts"), globals);
  const options: ts.CompilerOptions = {
    ...STRICT,
    paths: Object.fromEntries(Object.entries(MODULES).map(([name, file]) => [name, [file]])),
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  const program = ts.createProgram([...sources.keys()], options, host);
  const names = [...examples.map(({ name }) => name), "the globals"];
  const problems = [...sources.keys()].flatMap((file, index) =>
    problemsOf(program, file).map((problem) => `${names[index]}: ${problem}`),
  );
  expect(problems, "an example of a doc comment does not compile").toEqual([]);
});
