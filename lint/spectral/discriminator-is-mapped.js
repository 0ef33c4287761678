import { discriminatorIsMapped } from "./functions/discriminator-is-mapped.js";

/**
 * Without a mapping, generators use the names of the schemas as tags, and the union matches nothing.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @.discriminator)]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: discriminatorIsMapped },
};
