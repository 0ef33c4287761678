import { enumeration } from "@stoplight/spectral-functions";

/**
 * No tool reports a misspelt extension, so its content would be lost silently.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@property && @property.match(/^x-/))]~",
  resolved: false,
  severity: "error",
  message:
    "Unknown extension: {{error}}. Use one of these, or add it to lint/spectral/schemas/extension-is-known.js.",
  then: {
    function: enumeration,
    functionOptions: {
      values: [
        "x-displayName",
        "x-enum-descriptions",
        "x-enum-varnames",
        "x-extensible-enum",
        "x-fraction-digits",
        "x-guide",
        "x-inferred",
        "x-operations",
        "x-recorded",
        "x-refers-to",
        "x-replaces",
        "x-sensitive",
        "x-serverUrl",
        "x-stated-for",
        "x-status",
        "x-tagGroups",
        "x-tax-id",
        "x-transitions",
        "x-summary",
        "x-unit",
        "x-verify",
        "x-what-to-do",
      ],
    },
  },
};
