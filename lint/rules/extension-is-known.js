import { enumeration } from "@stoplight/spectral-functions";

/**
 * No tool objects to a misspelt extension: it is an extension too, and what it says is lost.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@property && @property.match(/^x-/))]~",
  resolved: false,
  severity: "error",
  message: "Nothing reads this extension: {{error}}. Use one of these, or add it to them.",
  then: {
    function: enumeration,
    functionOptions: {
      values: [
        "x-displayName",
        "x-enum-descriptions",
        "x-enum-varnames",
        "x-extensible-enum",
        "x-fraction-digits",
        "x-inferred",
        "x-operations",
        "x-sensitive",
        "x-stated-for",
        "x-tagGroups",
        "x-transitions",
      ],
    },
  },
};
