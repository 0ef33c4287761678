import { Spectral } from "@stoplight/spectral-core";
import ruleset from "../lint/ruleset.ts";
import { isObject, type JsonObject, type Path, Place } from "../src/contract/place.ts";

/** What a rule says about a place in the bundle. */
export type BundleFinding = { path: Path; rule: string; message: string };

type Resolver = NonNullable<NonNullable<ConstructorParameters<typeof Spectral>[0]>["resolver"]>;

/**
 * Spectral's own resolver draws a graph of all references and copies the document at each of them. That
 * takes a quarter of the run, and more than in proportion; a bundle refers to nothing but itself.
 */
const resolver = {
  uriCache: {},
  resolve: async (bundle: JsonObject) => ({ result: inlined(bundle), graph: null, errors: [] }),
} as unknown as Resolver;

const spectral = new Spectral({ resolver });
spectral.setRuleset(ruleset);

/** Spectral takes the bundle: it misreads a path that is split into files. */
export async function lint(bundle: JsonObject): Promise<BundleFinding[]> {
  const results = await spectral.run(asParsed(bundle));
  return results.map(({ path, code, message }) => ({ path, rule: String(code), message }));
}

/** It would write the bundle as a text and read that, to find lines that are those of no file. */
function asParsed(data: JsonObject) {
  const parsed = { data, ast: {}, lineMap: [], diagnostics: [] };
  return { parsed, getLocationForJsonPath: () => undefined };
}

/** A bundle with what is referred to in the place of each `$ref`, but for one within itself. */
function inlined(bundle: JsonObject): unknown {
  const targets = new Map<string, unknown>();

  function inline(place: Place): unknown {
    const { value, reference } = place;
    if (reference !== undefined) return targetOf(place, reference);
    if (Array.isArray(value)) return place.ownMembers().map(inline);
    if (!isObject(value)) return value;
    return Object.fromEntries(place.ownMembers().map((member) => [member.key, inline(member)]));
  }

  function targetOf(place: Place, reference: string): unknown {
    if (!targets.has(reference)) {
      targets.set(reference, place.value);
      targets.set(reference, inline(place.target));
    }
    return targets.get(reference);
  }

  return inline(Place.root(bundle));
}
