const ORDER = /\border\b|\bthe (newest|oldest) first\b/;

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function listDocumentsSortOrder(operation, _, { path }) {
  const { operationId, description, responses } = Object(operation);
  const answer = responses?.["200"];
  const data = answer?.content?.["application/json"]?.schema?.properties?.data;
  if (data?.type !== "array" || ORDER.test(`${description} ${answer.description}`)) return [];
  return [
    {
      message: `${operationId} does not say in what order its items come: say it, or that it is not known.`,
      path: [...path, "responses", "200", "description"],
    },
  ];
}
