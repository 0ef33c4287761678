import type { JsonObject } from "../src/contract/place.ts";
import { type Bundle, bundleContracts } from "./bundle.ts";
import { runCommand } from "./command.ts";
import { ContractError, type Problem, problemOf } from "./problem.ts";
import * as redocly from "./redocly.ts";
import { isOwn, locate, readSource, unreachedFiles } from "./source.ts";
import type { BundleFinding } from "./spectral.ts";

/** The first files of the contracts. */
const ENTRIES = { service: "openapi/openapi.yaml", control: "openapi/sandbox/openapi.yaml" };

/** The contracts that are written here, each bundled into one document. */
export type Contracts = Record<keyof typeof ENTRIES, JsonObject>;

/**
 * Rules that hold a component against the operations of its contract. One that is shared speaks of
 * the operations at home, so it is judged there.
 */
const JUDGED_AT_HOME = ["centavo:return-code-is-used", "centavo:transitions-fit-the-contract"];

/**
 * The bundled contracts, once they have passed every rule.
 * @throws {ContractError} naming each problem by file, line and rule.
 */
export async function lintContracts(): Promise<Contracts> {
  const entries = Object.values(ENTRIES);
  const sources = entries.map(readSource);
  const bundling = bundleContracts(sources);
  const [bundles, ...problems] = await Promise.all([
    bundling,
    redocly.lint(...entries),
    lintBundles(bundling),
    sources.flatMap(unreachedFiles).map(unusedFile),
  ]);
  if (problems.flat().length > 0) throw new ContractError(problems.flat());
  const documents = Object.keys(ENTRIES).map((name, index) => [name, bundles[index]?.document]);
  return Object.fromEntries(documents);
}

/** Spectral takes as long to load as Redocly to bundle, so the one is done during the other. */
async function lintBundles(bundling: Promise<Bundle[]>): Promise<Problem[]> {
  const spectral = await import("./spectral.ts");
  const problems = (await bundling).map(async (bundle) =>
    (await spectral.lint(bundle.document)).flatMap((finding) => inSource(bundle, finding)),
  );
  return (await Promise.all(problems)).flat();
}

function inSource({ source }: Bundle, { path, ...finding }: BundleFinding): Problem[] {
  const position = locate(source, path);
  const isJudged = isOwn(source, position.file) || !JUDGED_AT_HOME.includes(finding.rule);
  return isJudged ? [{ ...position, ...finding }] : [];
}

function unusedFile(file: string): Problem {
  const advice = "Nothing in its contract refers to this file: refer to it, or delete it.";
  return problemOf(file, "centavo:file-is-used", advice);
}

if (import.meta.main) {
  await runCommand(async () => {
    await lintContracts();
    for (const entry of Object.values(ENTRIES)) {
      console.log(`${entry} and all that it refers to: no problems.`);
    }
  });
}
