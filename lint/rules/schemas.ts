import { operations, successSchema } from "../../src/contract/operations.ts";
import { isObject, type Place } from "../../src/contract/place.ts";
import { propertiesOf, responseSchemas, schemas } from "../../src/contract/schemas.ts";
import type { Rule } from "../rule.ts";

const AMOUNT = /^amount$|Amount$/;
const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;
const NAMED_IN_PASCAL_CASE = [
  "schemas",
  "parameters",
  "responses",
  "requestBodies",
  "headers",
  "links",
];

/** Money in floating point loses centavos. Filters are no properties: some are numbers on purpose. */
export const amountIsInteger: Rule = function* (contract) {
  for (const property of propertiesOf(schemas(contract))) {
    if (!AMOUNT.test(property.key) || isInteger(property)) continue;
    yield {
      place: property,
      message: `${property.key} is an amount of money: make it an integer of centavos.`,
    };
  }
};

function isInteger(schema: Place): boolean {
  const types = [schema.at("type").value].flat().filter((type) => type !== "null");
  if (types.length === 1 && types[0] === "integer") return true;
  return schema.at("allOf").members().some(isInteger);
}

/**
 * Validators divide floating-point numbers, and to most of them 33.33 is no multiple of 0.01. What the
 * service answers is never refused for its decimals: a caller could do nothing about them.
 */
export const decimalsAreCounted: Rule = function* (contract) {
  for (const schema of schemas(contract)) {
    const step = schema.at("multipleOf");
    if (!step.exists || Number.isInteger(step.value)) continue;
    yield {
      place: step,
      message: "Validators disagree on a step that is a fraction: use x-fraction-digits.",
    };
  }
  for (const schema of responseSchemas(operations(contract))) {
    const digits = schema.at("x-fraction-digits");
    if (!digits.exists) continue;
    yield { place: digits, message: "An answer may have any decimals: drop x-fraction-digits." };
  }
};

/** Types and readers call a thing by its schema's name; one that is written out in place has none. */
export const answerDataIsNamed: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    const data = successSchema(operation).at("properties", "data");
    const thing = data.at("items").exists ? data.at("items") : data;
    if (!thing.exists || thing.reference) continue;
    yield {
      place: thing,
      message: `What ${operation.id} answers has no name: give it a schema of its own.`,
    };
  }
};

/**
 * A response type whose fields are all optional makes every reader check for what always comes.
 * Where presence truly depends on the case, `dependentRequired` says on what, or `oneOf` which cases
 * there are.
 */
export const responseDeclaresRequired: Rule = function* (contract) {
  for (const schema of responseSchemas(operations(contract))) {
    if (schema.reference || isCondition(schema)) continue;
    if (schema.at("properties").members().length === 0) continue;
    if (declaresRequired(schema)) continue;
    yield {
      place: schema,
      message: "This response object does not say which fields always come: add required.",
    };
  }
};

function declaresRequired(schema: Place): boolean {
  const declared = [schema.at("required"), schema.at("dependentRequired")];
  const cases = ["oneOf", "anyOf"].flatMap((keyword) => schema.at(keyword).members());
  return (
    declared.some((keyword) => keyword.members().length > 0) ||
    (cases.length > 0 && cases.every(declaresRequired))
  );
}

/** A schema under if, then, else or not tests an object; it does not describe one. */
function isCondition({ key }: Place): boolean {
  return ["if", "then", "else", "not"].includes(key);
}

/** Without its mapping a generator takes the schema's name for the tag, and the union collapses. */
export const discriminatorIsMapped: Rule = function* (contract) {
  for (const schema of schemas(contract)) {
    const discriminator = schema.at("discriminator");
    if (!isObject(discriminator.value)) continue;

    const property = String(discriminator.at("propertyName").value);
    const mapped = new Map<unknown, string>(
      discriminator
        .at("mapping")
        .members()
        .map(({ key, value }) => [value, key]),
    );
    for (const member of schema.at("oneOf").members()) {
      const { reference } = member;
      const tag = mapped.get(reference);
      if (!tag) {
        yield {
          place: discriminator,
          message: `${reference} is not in the discriminator's mapping: add it under its ${property}.`,
        };
      } else if (!acceptedTags(member, property).includes(tag)) {
        yield {
          place: discriminator.at("mapping", tag),
          message: `${tag} is mapped to ${reference}, which does not take it: correct the mapping, or its ${property}.`,
        };
      }
      mapped.delete(reference);
    }
    for (const [reference, tag] of mapped) {
      yield {
        place: discriminator.at("mapping", tag),
        message: `${tag} is mapped to ${reference}, which is not in oneOf: add it there, or drop the mapping.`,
      };
    }
  }
};

function acceptedTags(member: Place, property: string): unknown[] {
  const tag = member.at("properties", property);
  return [
    tag.at("const").value,
    ...tag
      .at("enum")
      .members()
      .map(({ value }) => value),
  ];
}

/** Types are called after components, so a name has to read as one; `-2` is a clash of two files. */
export const componentIsNamed: Rule = function* (contract) {
  const components = NAMED_IN_PASCAL_CASE.flatMap((kind) =>
    contract.at("components", kind).members(),
  );
  for (const component of components) {
    if (PASCAL_CASE.test(component.key)) continue;
    yield {
      place: component,
      message: `"${component.key}" is no name for a type: use PascalCase, and one file of a name.`,
    };
  }
};
