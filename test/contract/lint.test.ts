import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { houseRules } from "../../lint/ruleset.ts";
import { lintContracts } from "../../scripts/lint.ts";
import type { Problem } from "../../scripts/problem.ts";
import * as redocly from "../../scripts/redocly.ts";
import * as spectral from "../../scripts/spectral.ts";
import { Place } from "../../src/contract/place.ts";
import {
  type Mistakes,
  seenByHouseRules,
  seenByRedocly,
  seenBySpectral,
  seenInControl,
} from "./mistakes.ts";

const bundle = readFileSync("generated/openapi.json", "utf8");
const controlBundle = readFileSync("generated/sandbox-control.json", "utf8");

test("the contracts have no problems", async () => {
  const { service, control } = await lintContracts();
  expect(service).toEqual(JSON.parse(bundle));
  expect(control).toEqual(JSON.parse(controlBundle));
});

test("what the contracts share is one and the same, all but where a return code occurs", () => {
  const names = [bundle, controlBundle].map((text) =>
    Object.keys(JSON.parse(text).components.schemas),
  );
  const shared = (text: string) => {
    const { schemas } = JSON.parse(text, (key, value) =>
      key === "x-operations" ? undefined : value,
    ).components;
    return names[0]?.filter((name) => names[1]?.includes(name)).map((name) => schemas[name]);
  };
  expect(shared(controlBundle)).toEqual(shared(bundle));
});

describe("a rule of this house sees", () => {
  test.each(cases(seenByHouseRules))("$mistake ($rule)", ({ rule, make }) => {
    expect(findings(rule, JSON.parse(bundle))).toEqual([]);
    expect(findings(rule, withMistake(make))).not.toEqual([]);
  });

  test.each(cases(seenInControl))("$mistake in the control contract ($rule)", ({ rule, make }) => {
    expect(findings(rule, JSON.parse(controlBundle))).toEqual([]);
    expect(findings(rule, withMistake(make, controlBundle))).not.toEqual([]);
  });

  test.each(Object.keys(houseRules))("at least one mistake by %s", (rule) => {
    expect(Object.keys(seenByHouseRules)).toContain(rule);
  });

  function findings(rule: string, contract: Contract): unknown[] {
    return [...(houseRules[rule]?.(Place.root(contract)) ?? [])];
  }
});

describe.concurrent("Spectral sees", () => {
  let before: string[];
  beforeAll(async () => {
    before = await brokenRules(JSON.parse(bundle));
  });

  test.each(cases(seenBySpectral))("$mistake ($rule)", async ({ rule, make }) => {
    expect(before).not.toContain(rule);
    expect(await brokenRules(withMistake(make))).toContain(rule);
  });

  async function brokenRules(contract: Contract): Promise<string[]> {
    return (await spectral.lint(contract)).map(({ rule }) => rule);
  }
});

describe("Redocly sees", () => {
  const folder = mkdtempSync(join(tmpdir(), "centavo-lint-"));
  const sound = write("no mistake", JSON.parse(bundle));
  const mistaken = cases(seenByRedocly).map(({ rule, mistake, make }) => ({
    rule,
    mistake,
    file: write(mistake, withMistake(make)),
  }));
  let problems: Problem[];
  beforeAll(async () => {
    problems = await redocly.lint(sound, ...mistaken.map(({ file }) => file));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(mistaken)("$mistake ($rule)", ({ rule, file }) => {
    expect(brokenRules(sound)).not.toContain(rule);
    expect(brokenRules(file)).toContain(rule);
  });

  function write(name: string, contract: Contract): string {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(contract));
    return relative(".", file);
  }

  function brokenRules(of: string): string[] {
    return problems.filter(({ file }) => file === of).map(({ rule }) => rule);
  }
});

type Contract = Record<string, unknown>;

function withMistake(make: (contract: Contract) => void, sound = bundle): Contract {
  const contract = JSON.parse(sound);
  make(contract);
  return contract;
}

function cases(mistakes: Mistakes) {
  return Object.entries(mistakes).flatMap(([rule, table]) =>
    Object.entries(table).map(([mistake, make]) => ({ rule, mistake, make })),
  );
}
