import { entriesOf, follow } from "../../read-contract.js";

/**
 * Without a mapping, generators use the names of the schemas as tags, and the union matches nothing.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @.discriminator)]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: discriminatorIsMapped },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
function discriminatorIsMapped({ discriminator, oneOf }, _options, { document, path }) {
  const contract = /** @type {import("../../read-contract.js").JsonObject} */ (document.data);
  const { propertyName, mapping } = discriminator;
  const members = entriesOf(oneOf).map(([, member]) => member?.$ref);
  const mapped = entriesOf(mapping).map(([, reference]) => reference);
  const unmapped = members
    .filter((reference) => !mapped.includes(reference))
    .map((reference) => ({
      message: `${reference} is not in the discriminator's mapping: add it under its ${propertyName}.`,
      path: [...path, "discriminator"],
    }));
  const mismapped = entriesOf(mapping).flatMap(([tag, reference]) => {
    const tagPath = [...path, "discriminator", "mapping", tag];
    if (!members.includes(reference)) {
      const advice = "add it there, or remove the mapping";
      return {
        message: `${tag} is mapped to ${reference}, which is not in oneOf: ${advice}.`,
        path: tagPath,
      };
    }
    if (acceptedTags(contract, reference, propertyName).includes(tag)) return [];
    const advice = `correct the mapping, or its ${propertyName}`;
    return {
      message: `${tag} is mapped to ${reference}, which does not accept it: ${advice}.`,
      path: tagPath,
    };
  });
  return [...unmapped, ...mismapped];
}

/**
 * @param {import("../../read-contract.js").JsonObject} contract
 * @param {string} reference
 * @param {string} property
 */
function acceptedTags(contract, reference, property) {
  const { properties } = follow(contract, { $ref: reference }).value;
  const tag = follow(contract, properties?.[property]).value;
  return [tag.const, ...(tag.enum ?? [])];
}
