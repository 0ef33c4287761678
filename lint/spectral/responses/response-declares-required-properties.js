const SCHEMA_KEYWORDS = ["items", "additionalProperties", "unevaluatedProperties", "contains"];
const LIST_KEYWORDS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAP_KEYWORDS = ["properties", "patternProperties", "dependentSchemas"];

/**
 * If all fields of a response are optional, callers must check for fields that are always present. If
 * the presence of a field depends on others, use `dependentRequired` or `oneOf`.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].schema",
  severity: "error",
  message: "This response object does not say which fields are always present: add required.",
  then: { function: responseDeclaresRequiredProperties },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function responseDeclaresRequiredProperties(schema, _options, { path }) {
  return [...schemasWithin(schema, path)]
    .filter(({ value }) => Object.keys(value.properties ?? {}).length > 0)
    .filter(({ value }) => !declaresRequired(value))
    .map((object) => ({ message: "No required fields.", path: object.path }));
}

/**
 * A schema and its inner schemas, without those under if, then, else and not: these test an object, they
 * do not describe it.
 * @param {any} value
 * @param {(string | number)[]} path
 * @returns {Generator<{ value: any, path: (string | number)[] }>}
 */
function* schemasWithin(value, path) {
  if (typeof value !== "object" || value === null) return;
  yield { value, path };
  for (const keyword of SCHEMA_KEYWORDS) yield* schemasWithin(value[keyword], [...path, keyword]);
  for (const keyword of [...LIST_KEYWORDS, ...MAP_KEYWORDS]) {
    for (const [key, inner] of Object.entries(value[keyword] ?? {})) {
      yield* schemasWithin(inner, [...path, keyword, key]);
    }
  }
}

/**
 * @param {any} schema
 * @returns {boolean}
 */
function declaresRequired(schema) {
  const { required, dependentRequired, oneOf, anyOf } = Object(schema);
  const cases = [...(oneOf ?? []), ...(anyOf ?? [])];
  return (
    required?.length > 0 ||
    Object.keys(Object(dependentRequired)).length > 0 ||
    (cases.length > 0 && cases.every(declaresRequired))
  );
}
