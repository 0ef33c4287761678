import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import type { ErrorObject, ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { standaloneValidators } from "../../../scripts/precomputed-modules.ts";
import { operations } from "../../../src/contract/operations.ts";
import * as contract from "../../../src/sandbox/contract-facts/index.ts";
import { openApiDocuments } from "../../../src/sandbox/contract-facts/openapi-documents.ts";
import { requestSchemas } from "../../../src/sandbox/validation/ajv-instance.ts";
import { validators } from "../../../src/sandbox/validation/compile-validators.ts";
import { complete, mutated, violations } from "../../contract/broken-requests.ts";
import { shownBy } from "../../mock/requests-from-examples.ts";
import { control, service } from "../contract-examples.ts";

/** What the sandbox uses of an error. The package's validators have no more. */
const used = ({ keyword, instancePath, params }: ErrorObject) => ({
  keyword,
  instancePath,
  params,
});

const interfaces = [
  { name: "service", shown: operations(service).flatMap(shownBy) },
  { name: "control", shown: operations(control).flatMap(shownBy) },
] as const;

// The sandbox from its source compiles its validators when they are needed; the package has them compiled.
describe.each(interfaces)("the $name's validators in the package", ({ name, shown }) => {
  const contract = openApiDocuments[name];
  const compiled = run(standaloneValidators(contract));

  /** What both kinds find, which is the same. */
  function findings(validator: string, value: unknown): unknown[] {
    const [lazy, standalone] = [validators[name](validator), compiled[validator]].map(
      (validate) => validate && { valid: validate(value), errors: validate.errors?.map(used) },
    );
    expect(standalone).toBeDefined();
    expect(standalone).toEqual(lazy);
    return lazy?.errors ?? [];
  }

  test("are as many", () => {
    expect(Object.keys(compiled)).toEqual(Object.keys(requestSchemas(contract)));
  });

  test.each(shown)("agree on $name, and on all that breaks a rule in it", ({ request }) => {
    const validator = request.operation.id;
    if (request.body !== undefined) {
      expect(findings(`${validator} body`, request.body)).toEqual([]);
      expect(findings(`${validator} body`, complete(request).body)).toEqual([]);
    }
    const whole = complete(request);
    for (const fault of violations(whole)) {
      const { where, rule, field } = fault;
      const [kind, given] =
        where === "body"
          ? ["body", mutated(whole, fault).body]
          : ["parameters", { [field]: parameterOf(fault.value as string[]) }];
      if (given !== undefined)
        expect(findings(`${validator} ${kind}`, given), `${rule} ${field}`).not.toEqual([]);
    }
  });
});

test("the bundled contracts survive a round trip through JSON", () => {
  expect(JSON.parse(JSON.stringify(contract))).toEqual({ ...contract });
});

/** The parameter as the sandbox takes it from a query: a number where it looks like one. */
function parameterOf(texts: string[]): unknown {
  const [first, ...others] = texts.map(decodeURIComponent);
  if (others.length > 0) return texts;
  return /^-?[\d.]+$/.test(`${first}`) ? Number(first) : first;
}

/** Runs a CommonJS module, and gives what it exports. */
function run(code: string): Record<string, ValidateFunction> {
  const exports = {};
  const load = runInThisContext(`(exports, require) => {${code}\n}`);
  load(exports, createRequire(import.meta.url));
  return exports;
}
