import { listDocumentsSortOrder } from "../functions/list-documents-sort-order.js";

/**
 * Who walks through pages has to know what a new item does to them, or that nobody knows.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: listDocumentsSortOrder },
};
