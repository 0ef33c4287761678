const ORDER = /\border\b|\bthe (newest|oldest) first\b/;

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function listDocumentsSortOrder(operation, _, { path }) {
  const { operationId, description, responses } = Object(operation);
  const response = responses?.["200"];
  const data = response?.content?.["application/json"]?.schema?.properties?.data;
  if (data?.type !== "array" || ORDER.test(`${description} ${response.description}`)) return [];
  return [
    {
      message: `${operationId} does not document the order of its items: add it, or say that it is unknown.`,
      path: [...path, "responses", "200", "description"],
    },
  ];
}
