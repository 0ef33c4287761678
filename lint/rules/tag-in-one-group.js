import { tagInOneGroup } from "../functions/tag-in-one-group.js";

/**
 * A tag outside the groups vanishes from the docs' menu, and its operations with it.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  severity: "error",
  message: "{{error}}",
  then: { function: tagInOneGroup },
};
