import { pattern } from "@stoplight/spectral-functions";

/**
 * Types are called after components, so a name has to read as one; `-2` is a clash of two files.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components[schemas,parameters,responses,requestBodies,headers,links]",
  severity: "error",
  message: "{{error}}: use PascalCase, and one file of a name.",
  then: { field: "@key", function: pattern, functionOptions: { match: "^[A-Z][A-Za-z0-9]*$" } },
};
