const ORDER =
  /\border\b(?! to\b)|\b(sorted|ascending|descending)\b|\b(newest|oldest|earliest|latest)\b.{0,20}\bfirst\b/i;

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

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function listDocumentsSortOrder(operation, _options, { path }) {
  const { operationId, description, responses } = Object(operation);
  const response = responses?.["200"];
  const data = response?.content?.["application/json"]?.schema?.properties?.data;
  if (data?.type !== "array" || ORDER.test(`${description} ${response.description}`)) return [];
  return [
    {
      message: `${operationId} does not document the order of its items: describe it, such as "oldest first", "the newest first" or "sorted by name", or say that the order is unknown.`,
      path: [...path, "responses", "200", "description"],
    },
  ];
}
