import type { JsonObject } from "../src/contract/place.ts";
import { bundleContract } from "./bundle.ts";
import { runCommand } from "./command.ts";
import { ContractError, type Problem, problemOf } from "./problem.ts";
import * as redocly from "./redocly.ts";
import { locate, readSource, type Source, unreachedFiles } from "./source.ts";
import type { BundleFinding } from "./spectral.ts";

export const ENTRY = "openapi/openapi.yaml";

/**
 * The bundled contract, once it has passed every rule.
 * @throws {ContractError} naming each problem by file, line and rule.
 */
export async function lintContract(entry: string): Promise<JsonObject> {
  const source = readSource(entry);
  const bundling = bundleContract(source);
  const [document, sourceProblems, bundleFindings] = await Promise.all([
    bundling,
    redocly.lint(entry),
    lintBundle(bundling),
  ]);
  const problems = [
    ...sourceProblems,
    ...bundleFindings.map((finding) => inSource(source, finding)),
    ...unreachedFiles(source).map(unusedFile),
  ];
  if (problems.length > 0) throw new ContractError(problems);
  return document;
}

/** Spectral takes as long to load as Redocly to bundle, so the one is done during the other. */
async function lintBundle(bundling: Promise<JsonObject>): Promise<BundleFinding[]> {
  const spectral = await import("./spectral.ts");
  return spectral.lint(await bundling);
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
    await lintContract(ENTRY);
    console.log(`${ENTRY} and all that it refers to: no problems.`);
  });
}
