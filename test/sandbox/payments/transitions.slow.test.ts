import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { problemsOf } from "../../compile-typescript.ts";

const FILE = resolve("src/sandbox/services/payment-transitions.ts");
const source = readFileSync(FILE, "utf8");

/** What the compiler reports of the module with another text. */
function problemsWith(text: string): string[] {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (file) => (resolve(file) === FILE ? text : readFile.call(host, file));
  return problemsOf(ts.createProgram([FILE], options, host), FILE);
}

test.each([
  ["misspelt", source.replace('"SUCCEEDED → REFUNDED":', '"SUCCEEDED -> REFUNDED":')],
  ["missing", source.replace(/^ {2}"DISPUTED → CHARGEBACK":.*\n/m, "")],
])("a transition that is %s in the table of bookings does not compile", (_, changed) => {
  expect(changed).not.toBe(source);
  expect(problemsWith(source)).toEqual([]);
  expect(problemsWith(changed).join("\n")).toMatch(/"(SUCCEEDED|DISPUTED) (→|->) \w+"/);
});
