const OPERATION_ID = /^(?<tag>[a-z][A-Za-z]*)\.[a-z][A-Za-z]*$/;

/**
 * The id is the method that people call, e.g. `payments.create`. Its first part is its group in the docs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: operationIdMatchesTag },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function operationIdMatchesTag(operation, _options, { path }) {
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
