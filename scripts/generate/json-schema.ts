import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const COMPONENTS = "#/components/schemas/";

/**
 * A schema of the contract as a standalone JSON Schema, with everything that it refers to in `$defs`.
 * It drops keywords that only OpenAPI has and turns assumptions into `$comment`, so that validators in
 * strict mode accept it.
 */
export function makeJsonSchema(contract: JsonObject, name: string, id: string): JsonObject {
  const schemas = Cursor.root(contract).at("components", "schemas");
  const used = new Set<string>([name]);
  // The loop also visits the names that it adds.
  for (const each of used) {
    for (const { reference } of schemas.at(each).descendants()) {
      if (reference?.startsWith(COMPONENTS)) used.add(reference.slice(COMPONENTS.length));
    }
  }
  const [, ...definitions] = [...used];
  return {
    $schema: DIALECT,
    $id: id,
    title: name,
    ...(asJsonSchema(schemas.at(name).value) as JsonObject),
    $defs: Object.fromEntries(
      definitions.map((each) => [each, asJsonSchema(schemas.at(each).value)]),
    ),
  };
}

function asJsonSchema(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => asJsonSchema(each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (inProperties) return [[key, asJsonSchema(member)]];
      if (key === "x-inferred") return [["$comment", `Assumed: ${member}`]];
      if (key === "$ref") return [[key, String(member).replace(COMPONENTS, "#/$defs/")]];
      if (key === "discriminator" || key.startsWith("x-")) return [];
      return [[key, asJsonSchema(member, key === "properties")]];
    }),
  );
}
