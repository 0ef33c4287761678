import { tagInOneGroup } from "./functions/tag-in-one-group.js";

/**
 * The docs' menu does not show a tag that is in no group, nor its operations.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  severity: "error",
  message: "{{error}}",
  then: { function: tagInOneGroup },
};
