import { pattern } from "@stoplight/spectral-functions";

/**
 * Components give their names to types. A name like `Payment-2` means that two files have the same name.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components[schemas,parameters,responses,requestBodies,headers,links]",
  severity: "error",
  message: "{{error}}: use PascalCase, and a name that no other file has.",
  then: { field: "@key", function: pattern, functionOptions: { match: "^[A-Z][A-Za-z0-9]*$" } },
};
