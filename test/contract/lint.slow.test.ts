import { readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { describe, expect, test } from "vitest";
import definition from "../../.spectral.js";
import { firstOf } from "../nightly.ts";
import { run } from "../run-command-line.ts";
import type { Changes } from "./contract-changes.ts";
import { seenByHouseRules, seenInControl, unfinished } from "./lint-fixtures.ts";
import { TOOL_INPUTS, Workspace } from "./repository-copy.ts";

const SERVICE = "generated/openapi.json";
const CONTROL = "generated/sandbox-control.json";

const houseRules = Object.keys(definition.rules).filter((name) => name.startsWith("centavo:"));

const sound = new Map([SERVICE, CONTROL].map((file) => [file, readFileSync(file, "utf8")]));

test("both contracts have the same shared schemas, except for where a return code occurs", () => {
  const [service, control] = [...sound.values()].map((text) => {
    const { schemas } = JSON.parse(text, (key, value) =>
      key === "x-operations" ? undefined : value,
    ).components;
    return schemas as Contract;
  });
  const shared = Object.keys(service ?? {}).filter((name) => name in (control ?? {}));
  expect(shared.length).toBeGreaterThan(0);
  for (const name of shared) expect(control?.[name], name).toEqual(service?.[name]);
});

describe("one of our own rules detects", () => {
  test.each(cases(seenByHouseRules))("$violation ($rule)", async ({ rule, make }) => {
    expect(await brokenRules(SERVICE, make, rule)).toContain(rule);
  });

  test.each(cases(seenInControl))(
    "$violation in the control contract ($rule)",
    async (violation) => {
      const { rule, make } = violation;
      expect(await brokenRules(CONTROL, make, rule)).toContain(rule);
    },
  );
});

test("each of our own rules detects something", () => {
  expect(Object.keys(seenByHouseRules)).toEqual(expect.arrayContaining(houseRules));
});

test.each(Object.entries(unfinished))("none of our own rules fails on %s", async (_, make) => {
  expect(await brokenRules(SERVICE, make, ...houseRules)).toBeInstanceOf(Array);
});

test("npm run lint shows all causes: generated/ is out of date, and what each linter finds", {
  timeout: 180_000,
}, async () => {
  using broken = new Workspace(...TOOL_INPUTS);
  symlinkSync(resolve("node_modules"), join(broken.folder, "node_modules"));
  broken.edit("openapi/paths/payments.yaml", /summary: Create.*/, "summary: Pay It");
  broken.edit(
    "openapi/components/schemas/Message.yaml",
    /^/,
    "x-inferred: guess\nx-verify: sometimes\n",
  );
  broken.write("openapi/components/schemas/Plan.yaml", "type: object\n");
  broken.write("openapi/sandbox-control/components/schemas/Pong.yaml", "type: object\n");

  const { status, stdout, stderr } = await run(["npm", "run", "lint"], { cwd: broken.folder });

  const output = stdout + stderr;
  expect(status, output).toBe(1);
  for (const cause of [
    /^Out of date with openapi\/: generated\/openapi\.yaml, .*Run npm run generate\.$/m,
    /components\/schemas\/Plan\.yaml:1:1 .*\s+Nothing refers to this file/,
    /sandbox-control\/components\/schemas\/Pong\.yaml:1:1 .*\s+Nothing refers to this file/,
    /centavo\/assumption-has-check/,
    /centavo:summary-in-sentence-case/,
    /schemas\/Message\.yaml\n +\d+:\d+ +error +centavo:x-inferred-is-sentence /,
  ]) {
    expect(output).toMatch(cause);
  }
});

const ruleset = new Ruleset(definition, { source: resolve(".spectral.js") });

/** The rules of the root's own ruleset, or only some of them, as its command line applies them to a file. */
async function brokenRules(
  file: string,
  make: (contract: Contract) => void,
  ...only: string[]
): Promise<string[]> {
  for (const [name, rule] of Object.entries(ruleset.rules)) rule.enabled = only.includes(name);
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  const data = JSON.parse(sound.get(file) ?? "");
  make(data);
  const parsed = { data, ast: {}, lineMap: [], diagnostics: [] };
  const results = await spectral.run({
    parsed,
    source: resolve(file),
    getLocationForJsonPath: () => undefined,
  } as never);
  return results.map(({ code }) => String(code));
}

type Contract = Record<string, unknown>;

/** By day, one violation of each rule. */
function cases(violations: Changes) {
  return Object.entries(violations).flatMap(([rule, table]) =>
    firstOf(1, Object.entries(table)).map(([violation, make]) => ({ rule, violation, make })),
  );
}
