import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { problemsByFile, STRICT } from "../compile-typescript.ts";
import { MODULES } from "../package-from-source.ts";
import { newFolder } from "../sandbox/database-file.ts";

const OLD = resolve("test/fixtures/08e9f41/types");

/**
 * The exports and operations whose old users no longer compile: an event may be balance.settled, and the control token is
 * the operator's key.
 */
const EXCEPTIONS = [
  ...[
    "events.list",
    "companies.create",
    "centavo/sandbox startSandbox",
    "centavo/sandbox createControl",
  ],
  ...["centavo/testing matchers", "centavo/testing createTestCompany"],
  ...["centavo/testing/playwright createTest", "centavo/testing/playwright test"],
  ...["centavo/testing/vitest createTest", "centavo/testing/vitest test"],
];

/** The public modules, by their names: the sources of today, and the old declarations. */
const { "centavo/openapi.json": _contract, ...programs } = MODULES;
const modules = Object.entries({
  ...programs,
  "centavo/types": resolve("generated/types.ts"),
}).map(([name, source]) => ({
  ...{ name, source },
  old: source.replace(resolve("."), OLD).replace(/\.ts$/, ".d.ts"),
}));

/** The modules that export the types of all operations, which all other types of requests and responses are parts of. */
const WITH_OPERATIONS = ["centavo/types", "centavo/sandbox"];

test("programs that compile with the public types of commit 08e9f41 compile today", () => {
  const folder = newFolder();
  const old = ts.createProgram(
    modules.map((module) => module.old),
    STRICT,
  );
  const checks = modules.flatMap((module) => checksOf(module, exportsOf(old, module.old)));
  const files = checks.map(({ text }, index) => {
    const file = join(folder, `${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const problems = problemsByFile(files);
  const broken = checks
    .map(({ name }, index) => ({ name, found: problems.get(`${files[index]}`) ?? [] }))
    .filter(({ found }) => found.length > 0);
  expect(checks.length).toBeGreaterThan(80);
  expect(broken.filter(({ name }) => !EXCEPTIONS.includes(name))).toEqual([]);
  expect(broken.map(({ name }) => name)).toEqual(expect.arrayContaining(EXCEPTIONS));
});

interface Exports {
  values: string[];
  types: string[];
  operations: string[];
}

/** Programs, each of which compiles if what it is about is still what it was. */
function checksOf(
  { name, source, old }: (typeof modules)[number],
  { values, types, operations }: Exports,
): { name: string; text: string }[] {
  const imports = `import type * as now from "${source}";\nimport type * as old from "${old}";\n`;
  const checks = [
    { name: `${name} types`, text: `export type { ${types} } from "${source}";` },
    ...values.map((value) => ({
      name: `${name} ${value}`,
      text: `declare const current: typeof now;
export const ${value}: (typeof old)["${value}"] = current.${value};`,
    })),
    ...operations.map((id) => ({
      name: id,
      text: `type Old = old.operations["${id}"];
type Now = now.operations["${id}"];
type Sent<Operation> = Pick<Operation, Extract<keyof Operation, "parameters" | "requestBody">>;
type Returned<Operation> = Operation extends { responses: { 200: infer Success } } ? Success : never;
declare const sent: Sent<Old>;
export const accepted: Sent<Now> = sent;
declare const returned: Returned<Now>;
export const understood: Returned<Old> = returned;`,
    })),
  ];
  return checks.map(({ name, text }) => ({ name, text: imports + text }));
}

/** The names that a module exports, those of values and of types alone, and the names of its operations. */
function exportsOf(program: ts.Program, file: string): Exports {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
  if (!module) throw new Error(`${file} exports nothing.`);
  const symbols = checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.name, target, isValue: (target.flags & ts.SymbolFlags.Value) !== 0 };
  });
  const { name } = modules.find(({ old }) => old === file) ?? {};
  const operations = symbols.find((each) => each.name === "operations")?.target;
  const hasOperations = WITH_OPERATIONS.includes(`${name}`) && operations;
  return {
    values: symbols.filter(({ isValue }) => isValue).map(({ name }) => name),
    types: symbols.filter(({ isValue }) => !isValue).map(({ name }) => name),
    operations: hasOperations
      ? checker
          .getDeclaredTypeOfSymbol(operations)
          .getProperties()
          .map(({ name }) => name)
      : [],
  };
}
