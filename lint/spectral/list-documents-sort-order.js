import { listDocumentsSortOrder } from "./functions/list-documents-sort-order.js";

/**
 * Callers that read page by page must know where new items appear, or that the order is unknown.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: listDocumentsSortOrder },
};
