import { Spectral } from "@stoplight/spectral-core";
import type { JsonObject, Path } from "../lint/place.ts";
import { ContractError, type Problem, problemOf } from "../lint/problem.ts";
import ruleset from "../lint/ruleset.ts";
import { locate, readSource, type Source, unreachedFiles } from "../lint/source.ts";
import { bundleContract } from "./bundle.ts";
import { runCommand } from "./command.ts";
import * as redocly from "./redocly.ts";

export const CONTRACT = "openapi/openapi.yaml";

/** What a rule says about a place in the bundle. */
export type BundleFinding = {
  path: Path;
  rule: string;
  message: string;
  severity: Problem["severity"];
};

/**
 * The bundled contract, once it has passed every rule.
 * @throws {ContractError} naming each problem by file, line and rule.
 */
export async function lintContract(entry: string): Promise<JsonObject> {
  const source = readSource(entry);
  const document = await bundleContract(source);
  const [sourceProblems, bundleFindings] = await Promise.all([
    redocly.lint(entry),
    lintBundle(document),
  ]);
  const problems = [
    ...sourceProblems,
    ...bundleFindings.map((finding) => inSource(source, finding)),
    ...unreachedFiles(source).map(unusedFile),
  ];
  if (problems.length > 0) throw new ContractError(problems);
  return document;
}

const spectral = new Spectral();
spectral.setRuleset(ruleset);

/** Spectral takes the bundle: it misreads a path that is split into files. */
export async function lintBundle(document: JsonObject): Promise<BundleFinding[]> {
  const results = await spectral.run(document);
  return results.map(({ path, code, message, severity }) => ({
    path,
    rule: String(code),
    message,
    severity: severity === 0 ? "error" : "warning",
  }));
}

function inSource(source: Source, { path, ...finding }: BundleFinding): Problem {
  return { ...locate(source, path), ...finding };
}

function unusedFile(file: string): Problem {
  const advice = "Nothing in the contract refers to this file: refer to it, or delete it.";
  return problemOf(file, "centavo:file-is-used", advice);
}

if (import.meta.main) {
  await runCommand(async () => {
    await lintContract(CONTRACT);
    console.log(`${CONTRACT} and all that it refers to: no problems.`);
  });
}
