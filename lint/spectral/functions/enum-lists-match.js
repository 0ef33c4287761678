/** @type {import("@stoplight/spectral-core").RulesetFunction<any, { properties: string[] }>} */
export function enumListsMatch(target, { properties: [first = "", ...others] }, { path }) {
  const length = target[first]?.length ?? 0;
  return others
    .filter((name) => target[name]?.length !== length)
    .map((name) => ({
      message: `${name} does not match the ${length} values of ${first}: give it one entry for each, in the same order`,
      path: [...path, name],
    }));
}
