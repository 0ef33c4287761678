import { schema } from "@stoplight/spectral-functions";

/**
 * Types, docs and the error table are generated from the catalogue, so each entry must be complete.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @['x-stated-for'])]",
  severity: "error",
  message: "The catalogue of return codes is incomplete: {{error}}.",
  then: [
    {
      function: enumListsMatch,
      functionOptions: {
        properties: [
          "x-extensible-enum",
          "x-enum-varnames",
          "x-enum-descriptions",
          "x-what-to-do",
          "x-stated-for",
        ],
      },
    },
    {
      function: schema,
      functionOptions: {
        schema: {
          properties: {
            "x-extensible-enum": { uniqueItems: true, items: { type: "integer" } },
            "x-enum-varnames": { uniqueItems: true, items: { pattern: "^[A-Z][A-Za-z]+$" } },
            "x-enum-descriptions": { items: { pattern: '^[A-Z0-9`"-].*[.!?]$' } },
            "x-what-to-do": { items: { pattern: '^[A-Z0-9`"-].*[.!?]$' } },
          },
        },
      },
    },
  ],
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any, { properties: string[] }>} */
function enumListsMatch(target, { properties: [first = "", ...others] }, { path }) {
  const length = target[first]?.length ?? 0;
  return others
    .filter((name) => target[name]?.length !== length)
    .map((name) => ({
      message: `${name} does not match the ${length} values of ${first}: give it one entry for each, in the same order`,
      path: [...path, name],
    }));
}
