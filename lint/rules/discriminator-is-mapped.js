import { discriminatorIsMapped } from "../functions/discriminator-is-mapped.js";

/**
 * Without its mapping a generator takes the schema's name for the tag, and the union collapses.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @.discriminator)]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: discriminatorIsMapped },
};
