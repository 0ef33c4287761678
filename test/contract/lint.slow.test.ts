import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { describe, expect, test } from "vitest";
import definition from "../../.spectral.js";
import type { Changes } from "./contract-changes.ts";
import { seenByHouseRules, seenInControl, unfinished } from "./lint-fixtures.ts";

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

function cases(violations: Changes) {
  return Object.entries(violations).flatMap(([rule, table]) =>
    Object.entries(table).map(([violation, make]) => ({ rule, violation, make })),
  );
}
