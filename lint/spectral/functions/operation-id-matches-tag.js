const OPERATION_ID = /^(?<tag>[a-z][A-Za-z]*)\.[a-z][A-Za-z]*$/;

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function operationIdMatchesTag(operation, _, { path }) {
  const { operationId, tags } = Object(operation);
  const tag = OPERATION_ID.exec(operationId)?.groups?.tag;
  if (!tag) {
    return [
      {
        message: `"${operationId}" is not a valid operation id: write tag.verb, as in payments.create.`,
        path: [...path, "operationId"],
      },
    ];
  }
  if (tags?.length === 1 && tags[0] === tag) return [];
  return [
    {
      message: `${operationId} must have exactly one tag, "${tag}": set it, or rename the operation.`,
      path: [...path, "tags"],
    },
  ];
}
