import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { problemsOf, STRICT } from "../compile-typescript.ts";
import { MODULES } from "../package-from-source.ts";

/** What the examples take for granted. */
const prelude = `
declare const baseUrl: string, publicKey: string, privateKey: string;
declare const paymentId: string, customerId: string, subaccountId: string, subscriptionId: string;
declare const splitId: string, tokenizedCardId: string;
declare const centavo: import("centavo").Centavo;
declare const sandbox: import("centavo/sandbox").Sandbox;
declare const control: import("centavo/sandbox").Control;
declare const page: import("playwright-core").Page;
declare const body: import("centavo").SubaccountPfCreate & import("centavo").SubaccountPjCreate;
`;

const guides = ["README.md", ...globSync("docs/**/*.md")].flatMap((file) =>
  blocks(file, /^```ts\n(.*?)^```/gms, (text) => text),
);
const comments = globSync("src/{client,mock,postbacks,sandbox,testing}/*.ts").flatMap(inComments);
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

/** What the examples take from the package without an import. */
const implied = {
  createCentavo: "centavo",
  createCentavoFetch: "centavo",
  createFetch: "centavo",
  isReturnCode: "centavo",
  ServiceError: "centavo",
  startMock: "centavo/mock",
  startSandbox: "centavo/sandbox",
  createControl: "centavo/sandbox",
  createTestCompany: "centavo/testing",
  createTest: "centavo/testing/vitest",
};

/** An example as a module: its imports, and the rest where it may return and declare as it likes. */
function asModule({ source }: Example): string {
  const imports = source.match(/^import [^;]*;$/gm) ?? [];
  const rest = source.replaceAll(/^import [^;]*;$/gm, "");
  const others = Object.entries(implied)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(rest) && !imports.join().includes(name))
    .map(([name, module]) => `import { ${name} } from "${module}";`);
  const program = `export default async function example() {\n${rest}\n}`;
  return [...imports, ...others, prelude, program].join("\n");
}

test("the guides, the doc comments and every method of the client have examples", () => {
  expect(guides.length).toBeGreaterThan(5);
  expect(comments.length).toBeGreaterThan(3);
  const called = methods.map(({ source }) => /centavo\.(\w+\.\w+)\(/.exec(source)?.[1]);
  expect(called.sort()).toEqual(Object.keys(operations).sort());
});

test("every example in the guides and in the doc comments compiles", () => {
  const files = new Map(
    examples.map((example, index) => [resolve(`test/client/example-${index}.ts`), example]),
  );
  const options: ts.CompilerOptions = {
    ...STRICT,
    paths: Object.fromEntries(Object.entries(MODULES).map(([name, file]) => [name, [file]])),
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => {
    const example = files.get(file);
    return example ? asModule(example) : readFile(file);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = [...files].flatMap(([file, { name }]) =>
    problemsOf(program, file).map((problem) => `${name}: ${problem}`),
  );
  expect(problems, "an example of a doc comment does not compile").toEqual([]);
});
