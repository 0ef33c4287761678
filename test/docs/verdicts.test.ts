import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { assumptionList } from "../../scripts/docs/contract-tables.ts";
import { prepareForRedoc } from "../../scripts/docs/reference.ts";
import { verdictsByAssumption } from "../../scripts/docs/verdicts.ts";
import { ScriptError } from "../../scripts/exit-status.ts";
import type { JsonObject } from "../../src/contract/cursor.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { service } from "../sandbox/contract-examples.ts";

const folder = mkdtempSync(join(tmpdir(), "centavo-verdicts-"));
const file = join(folder, "verdicts.json");
afterAll(() => rmSync(folder, { recursive: true }));

const verdictsOf = (content: unknown) => {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return verdictsByAssumption(service, file);
};
const run = (date: string, environment: string, verdict: string, observations: number) => ({
  ...{ date, environment, requests: 60 },
  verdicts: { tokencreate: { verdict, observations } },
});

test.each([
  [[], ""],
  [[run("2026-11-25", "sandbox", "contradicted", 0)], ""],
  [
    [run("2026-11-25", "production", "held", 1)],
    "Not contradicted in 1 observation on 2026-11-25 (production).",
  ],
  [
    [run("2026-11-25", "test", "contradicted", 3)],
    "Contradicted on 2026-11-25 (test environment).",
  ],
  // The order in the file does not count, and what held before a contradiction is not added.
  [
    [
      run("2026-11-25", "test", "held", 4),
      run("2026-11-23", "test", "contradicted", 9),
      run("2026-11-24", "test", "held", 8),
      run("2026-11-22", "test", "held", 100),
    ],
    "Not contradicted in 12 observations up to 2026-11-25 (test environment).",
  ],
  // What holds in one environment says nothing about the other.
  [
    [run("2026-11-24", "test", "contradicted", 0), run("2026-11-25", "production", "held", 2)],
    "Not contradicted in 2 observations on 2026-11-25 (production). Contradicted on 2026-11-24 (test environment).",
  ],
])("runs %j: %s", (runs, text) => {
  expect(verdictsOf({ runs }).get("tokencreate")).toBe(text);
});

test("the list of assumptions shows how each is checked, and its verdict", () => {
  const list = (verdicts: string) => assumptionList(service, readAssumptionChecks(), verdicts);
  verdictsOf({ runs: [run("2026-11-25", "production", "held", 2)] });
  const start = "the pair yields the token. *Only `--write` shows it.";
  expect(list(file)).toContain(`${start} Not contradicted in 2 observations on 2026-11-25`);
  const without = list(join(folder, "none.json"));
  expect(without).toContain(`${start}* Affects`);
  expect(without).toContain("*A read shows it.*");
  expect(without).toContain("*Only recorded traffic shows it.*");
  expect(without).toContain("*Nobody can observe it: it takes an account");
});

test("the reference has the verdicts on its assumptions", () => {
  const known = new Map([["response-wrongkeys", "Contradicted on 2026-11-25 (production)."]]);
  const shown = JSON.stringify(prepareForRedoc(service.value as JsonObject, [], known));
  expect(shown).toContain("assumes status 401. Contradicted on 2026-11-25 (production).");
});

test.each([
  ["{\n", /: it is not JSON\./],
  [[], /: it must be object\./],
  [{ runs: [{ ...run("today", "test", "held", 1) }] }, /: \/runs\/0\/date must match pattern/],
  [{ runs: [run("2026-11-25", "test", "perhaps", 1)] }, /verdict must be equal to one of/],
  [
    { runs: [{ ...run("2026-11-25", "test", "held", 1), verdicts: { nothing: {} } }] },
    /: \/runs\/0\/verdicts\/nothing is no assumption of the contract\./,
  ],
])("the file %j fails with one line that says what to do", (content, problem) => {
  const read = () => verdictsOf(content);
  expect(read).toThrow(ScriptError);
  expect(read).toThrow(problem);
  expect(read).toThrow(
    /^\S*verdicts\.json: [^\n]* Correct it, or write the file anew with [^\n]*\.$/,
  );
});
