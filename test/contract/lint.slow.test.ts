import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { Ruleset, Spectral } from "@stoplight/spectral-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import definition from "../../.spectral.js";
import type { Changes } from "./contract-changes.ts";
import {
  acceptedByHouseRules,
  seenByHouseRules,
  seenByRedocly,
  seenBySpectral,
  seenInControl,
  unfinished,
} from "./lint-fixtures.ts";

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

test.each(cases(acceptedByHouseRules))("$rule accepts: $violation", async ({ rule, make }) => {
  expect(await brokenRules(SERVICE, make, rule)).toEqual([]);
});

test.each(Object.entries(unfinished))("none of our own rules fails on %s", async (_, make) => {
  expect(await brokenRules(SERVICE, make, ...houseRules)).toBeInstanceOf(Array);
});

test.each(cases(seenBySpectral))("Spectral detects $violation ($rule)", async ({ rule, make }) => {
  expect(await brokenRules(SERVICE, () => {}, rule)).toEqual([]);
  expect(await brokenRules(SERVICE, make, rule)).toContain(rule);
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
  const data = withMistake(make, sound.get(file));
  const parsed = { data, ast: {}, lineMap: [], diagnostics: [] };
  const results = await spectral.run({
    parsed,
    source: resolve(file),
    getLocationForJsonPath: () => undefined,
  } as never);
  return results.map(({ code }) => String(code));
}

/** One run over a file for each violation: many seconds, and more than a minute on a busy machine. */
const REDOCLY_TIMEOUT = 300_000;

describe("Redocly detects", () => {
  const folder = mkdtempSync(join(tmpdir(), "centavo-lint-"));
  const all = cases({ none: { "no violation": () => {} }, ...seenByRedocly }).map((one) => ({
    ...one,
    file: relative(".", join(folder, `${one.violation}.json`)),
  }));
  const [sane, ...violating] = all;
  const broken = new Map<string | undefined, string[]>();

  beforeAll(() => {
    for (const { file, make } of all) {
      writeFileSync(file, JSON.stringify(withMistake(make, sound.get(SERVICE))));
    }
    for (const { ruleId, file } of redoclyProblems(all.map(({ file }) => file))) {
      broken.set(file, [...(broken.get(file) ?? []), ruleId]);
    }
  }, REDOCLY_TIMEOUT);
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(violating)("$violation ($rule)", ({ rule, file }) => {
    expect(broken.get(sane?.file) ?? []).not.toContain(rule);
    expect(broken.get(file)).toContain(rule);
  });
});

type RedoclyReport = { problems: { ruleId: string; location: { source: { ref: string } }[] }[] };

/** Redocly's command line fails, as it should, and writes a document for each file. */
function redoclyProblems(files: string[]): { ruleId: string; file: string }[] {
  const command = ["lint", ...files, "--format=json", "--max-problems=1000"];
  try {
    execFileSync("npx", ["redocly", ...command], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const reports: RedoclyReport[] = stdout
      .split(/(?<=^\})\s*(?=\{$)/m)
      .map((report) => JSON.parse(report));
    return reports
      .flatMap(({ problems }) => problems)
      .map(({ ruleId, location: [at] }) => ({ ruleId, file: `${at?.source.ref}` }));
  }
  throw new Error("Redocly has found no violation.");
}

type Contract = Record<string, unknown>;

function withMistake(make: (contract: Contract) => void, text = "{}"): Contract {
  const contract = JSON.parse(text);
  make(contract);
  return contract;
}

function cases(violations: Changes) {
  return Object.entries(violations).flatMap(([rule, table]) =>
    Object.entries(table).map(([violation, make]) => ({ rule, violation, make })),
  );
}
