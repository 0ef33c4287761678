import openapiTS, {
  astToString,
  NUMBER,
  STRING,
  tsIntersection,
  tsLiteral,
  tsUnion,
} from "openapi-typescript";
import ts from "typescript";
import { isObject, type JsonObject, Place } from "../src/contract/place.ts";
import { comment } from "./typescript.ts";

/**
 * The types of the contract: `paths`, `components` and `operations` by openapi-typescript, and a
 * plain name for each schema, so that nobody has to know how the generator nests them.
 */
export async function makeTypes(contract: JsonObject): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withoutDiscriminators(contract)), {
    // A default makes a field of a request optional, not present.
    defaultNonNullable: false,
    transform: openSet,
  });
  const nested = astToString(nodes.filter((node) => !isEmptyPart(node)))
    // Editors show a tag's name before its text; the description is no tag, it is the text.
    .replaceAll("@description ", "")
    // They show as code what is indented by four, as the generator does with all lines but the first.
    .replaceAll(/^( *\*) {4}(?= )/gm, "$1");
  return `${nested}\n${plainNames(Place.root(contract))}`;
}

/**
 * Each member of a union holds its tag as a constant, which is all that TypeScript needs to narrow.
 * Told of the discriminator too, the generator would declare the tag a second time.
 */
function withoutDiscriminators(contract: JsonObject): JsonObject {
  const copy = structuredClone(contract);
  for (const { value } of Place.root(copy).descendants()) {
    if (isObject(value) && isObject(value.discriminator)) delete value.discriminator;
  }
  return copy;
}

/** The generator names a part of the document even where there is none. */
function isEmptyPart(node: ts.Node): boolean {
  return ts.isTypeAliasDeclaration(node) && ["webhooks", "$defs"].includes(node.name.text);
}

/** A set that is only partly known: editors offer what is known, the compiler accepts the rest. */
function openSet(schema: object): ts.TypeNode | undefined {
  const known = knownValues(schema as JsonObject);
  if (!known) return undefined;
  const open = typeof known[0] === "number" ? NUMBER : STRING;
  const anyOther = tsIntersection([open, ts.factory.createTypeLiteralNode([])]);
  return tsUnion([...known.map(tsLiteral), anyOther]);
}

function knownValues(schema: JsonObject): (string | number)[] | undefined {
  if (Array.isArray(schema["x-extensible-enum"])) return schema["x-extensible-enum"];
  const alternatives = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [];
  const constants = alternatives.filter((alternative) => "const" in alternative);
  return constants.length > 0 && constants.length < alternatives.length
    ? constants.map((constant) => constant.const as string | number)
    : undefined;
}

function plainNames(contract: Place): string {
  return contract
    .at("components", "schemas")
    .members()
    .map((schema) => {
      const told = comment([schema.at("description").value]);
      return `${told}export type ${schema.key} = components["schemas"]["${schema.key}"];`;
    })
    .join("\n\n");
}
