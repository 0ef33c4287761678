import { Spectral } from "@stoplight/spectral-core";
import ruleset from "../lint/ruleset.ts";
import type { JsonObject, Path } from "../src/contract/place.ts";

/** What a rule says about a place in the bundle. */
export type BundleFinding = { path: Path; rule: string; message: string };

const spectral = new Spectral();
spectral.setRuleset(ruleset);

/** Spectral takes the bundle: it misreads a path that is split into files. */
export async function lint(bundle: JsonObject): Promise<BundleFinding[]> {
  const results = await spectral.run(bundle);
  return results.map(({ path, code, message }) => ({ path, rule: String(code), message }));
}
