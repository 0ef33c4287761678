import openapiTS, {
  astToString,
  NUMBER,
  STRING,
  tsIntersection,
  tsLiteral,
  tsUnion,
} from "openapi-typescript";
import ts from "typescript";
import { Cursor, isObject, type JsonObject, type Path } from "../src/contract/cursor.ts";
import { comment } from "./format-typescript.ts";

/** What the types of another contract are called where they are imported. */
const HOME = "Service";

/** The contract whose schemas another shares, and the module that has their types. */
export type Home = { contract: JsonObject; types: string };

/**
 * The types of the contract: `paths`, `components` and `operations` by openapi-typescript, and a
 * plain name for each schema, so that nobody has to know how the generator nests them. A schema that
 * is shared has its type, and its plain name, at home.
 */
export async function makeTypes(contract: JsonObject, home?: Home): Promise<string> {
  const shared = new Map(home ? schemasOf(home.contract).map(typeAtHome) : []);
  // Nobody calls a webhook: its receiver needs the schema's plain name, and the client has no such operation.
  const called = { ...contract, webhooks: undefined };
  const nodes = await openapiTS(JSON.stringify(withoutTests(called)), {
    // A default makes a field of a request optional, not present.
    defaultNonNullable: false,
    transform: (schema, { path }) => shared.get(path ?? "") ?? openSet(schema),
  });
  const nested = astToString(nodes.filter((node) => !isLeftOut(node)))
    // Editors show a tag's name before its text; the description is no tag, it is the text.
    .replaceAll("@description ", "")
    // They show as code what is indented by four, as the generator does with all lines but the first.
    .replaceAll(/^( *\*) {4}(?= )/gm, "$1");
  const own = schemasOf(contract).filter(({ path }) => !shared.has(pointer(path)));
  const imported = home ? `import type { components as ${HOME} } from "${home.types}";\n\n` : "";
  return `${imported}${nested}\n${plainNames(own)}\n\n${transitionTypes(own)}`;
}

function schemasOf(contract: JsonObject): Cursor[] {
  return Cursor.root(contract).at("components", "schemas").members();
}

/** Where the generator finds a schema, and the type that it is to write there. */
function typeAtHome({ path, key }: Cursor): [string, ts.TypeNode] {
  return [pointer(path), ts.factory.createTypeReferenceNode(`${HOME}["schemas"]["${key}"]`)];
}

function pointer(path: Path): string {
  return `#/${path.join("/")}`;
}

/**
 * Each member of a union holds its tag as a constant, which is all that TypeScript needs to narrow.
 * Told of the discriminator too, the generator would declare the tag a second time. Of a choice
 * that only tests which fields there are it would make a union of unknowns.
 */
function withoutTests(contract: JsonObject): JsonObject {
  const copy = structuredClone(contract);
  for (const { value } of Cursor.root(copy).descendants()) {
    if (!isObject(value)) continue;
    if (isObject(value.discriminator)) delete value.discriminator;
    if (Array.isArray(value.oneOf) && value.oneOf.every(isTest)) delete value.oneOf;
  }
  return copy;
}

function isTest(alternative: JsonObject): boolean {
  return !("type" in alternative) && !("$ref" in alternative);
}

/** The generator names a part of the document even where there is none. */
function isLeftOut(node: ts.Node): boolean {
  const isNamed = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
  return isNamed && ["webhooks", "$defs"].includes(node.name.text);
}

/** A set that is only partly known: editors offer what is known, the compiler accepts the rest. */
function openSet(schema: object): ts.TypeNode | undefined {
  const known = (schema as JsonObject)["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const open = typeof known[0] === "number" ? NUMBER : STRING;
  const anyOther = tsIntersection([open, ts.factory.createTypeLiteralNode([])]);
  return tsUnion([...known.map(tsLiteral), anyOther]);
}

function plainNames(schemas: Cursor[]): string {
  return schemas
    .map((schema) => {
      const told = comment([schema.at("description").value]);
      return `${told}export type ${schema.key} = components["schemas"]["${schema.key}"];`;
    })
    .join("\n\n");
}

/**
 * The steps of each status, as a type: a table with a key for each step does not compile where one is
 * missing or misspelt.
 */
function transitionTypes(schemas: Cursor[]): string {
  return schemas
    .filter((schema) => schema.at("x-transitions").exists)
    .map((schema) => {
      const steps = schema
        .at("x-transitions")
        .members()
        .flatMap((row) =>
          [row.at("from").value].flat().map((from) => `"${from ?? "NEW"} → ${row.at("to").value}"`),
        );
      const about = `A step of a ${schema.key} that the contract allows. What is created comes from \`NEW\`.`;
      return `${comment([about])}export type ${schema.key}Transition = ${[...new Set(steps)].join(" | ")};`;
    })
    .join("\n\n");
}
