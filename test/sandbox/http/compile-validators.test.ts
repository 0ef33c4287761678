import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import type { ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { standaloneValidators } from "../../../scripts/bundle-sandbox.ts";
import { operations, requestExamples } from "../../../src/contract/operations.ts";
import { requestSchemas } from "../../../src/sandbox/http/ajv-instance.ts";
import { validators } from "../../../src/sandbox/http/compile-validators.ts";
import * as contract from "../../../src/sandbox/openapi/index.ts";
import { openApiDocuments } from "../../../src/sandbox/openapi/openapi-documents.ts";
import { changed } from "../../contract/edit-fields.ts";
import * as control from "../../contract/valid-and-invalid-control-requests.ts";
import type { Bodies } from "../../contract/valid-and-invalid-requests.ts";
import * as service from "../../contract/valid-and-invalid-requests.ts";

const interfaces = [
  { name: "service", sent: service },
  { name: "control", sent: control },
] as const;

// The sandbox from its source compiles its validators when they are needed; the package has them compiled.
describe.each(interfaces)("the $name's validators in the package", ({ name, sent }) => {
  const contract = openApiDocuments[name];
  const compiled = run(standaloneValidators(contract));

  /** What both kinds find, which is the same. */
  function findings(validator: string, value: unknown): unknown[] {
    const [lazy, standalone] = [validators[name](validator), compiled[validator]].map(
      (validate) => validate && { valid: validate(value), errors: validate.errors },
    );
    expect(standalone).toBeDefined();
    expect(standalone).toEqual(lazy);
    return lazy?.errors ?? [];
  }

  test("are as many", () => {
    expect(Object.keys(compiled)).toEqual(Object.keys(requestSchemas(contract)));
  });

  const examples = operations(contract).flatMap((operation) =>
    requestExamples(operation).map((example) => ({
      id: operation.id,
      example: example.key,
      value: example.at("value").value,
    })),
  );

  test.each(examples)("accept $id $example", ({ id, value }) => {
    expect(findings(`${id} body`, value)).toEqual([]);
  });

  test.each(bodies(sent.invalidBodies))("reject $what for the same reasons", ({ id, value }) => {
    expect(findings(`${id} body`, value)).not.toEqual([]);
  });

  test.each(bodies(sent.acceptedBodies))("accept $what", ({ id, value }) => {
    expect(findings(`${id} body`, value)).toEqual([]);
  });

  const rejected = Object.entries(sent.invalidArguments).flatMap(([id, all]) =>
    all.map(([parameter, value]) => ({ id, parameter, value })),
  );

  test.each(rejected)("reject $id with $parameter $value", ({ id, parameter, value }) => {
    expect(findings(`${id} parameters`, { [parameter]: value })).not.toEqual([]);
  });

  function bodies(table: Bodies) {
    // What the sandbox itself sends, no operation takes.
    const taken = Object.entries(table).filter(([id]) => examples.some((one) => one.id === id));
    return taken.flatMap(([id, all]) =>
      Object.entries(all).map(([what, { example, change }]) => {
        const shown = examples.find((one) => one.id === id && one.example === example);
        return { id, what: `${what} (${id})`, value: changed(shown?.value, change) };
      }),
    );
  }
});

test("the bundled contracts survive a round trip through JSON", () => {
  expect(JSON.parse(JSON.stringify(contract))).toEqual({ ...contract });
});

/** Runs a CommonJS module, and gives what it exports. */
function run(code: string): Record<string, ValidateFunction> {
  const exports = {};
  const load = runInThisContext(`(exports, require) => {${code}\n}`);
  load(exports, createRequire(import.meta.url));
  return exports;
}
