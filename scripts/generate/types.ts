import openapiTS, {
  astToString,
  NUMBER,
  STRING,
  tsIntersection,
  tsLiteral,
  tsUnion,
} from "openapi-typescript";
import ts from "typescript";
import { Cursor, isObject, type JsonObject, type Path } from "../../src/contract/cursor.ts";
import { comment } from "./format-typescript.ts";

/** The local name of the imported types of the base contract. */
const BASE = "Service";

/** The contract that defines the shared schemas, and the module with their types. */
export type BaseContract = { contract: JsonObject; types: string };

/**
 * The types of the contract: `paths`, `components` and `operations` by openapi-typescript, and a plain
 * name for each schema, so that users need not know how the generator nests them. The type and the
 * plain name of a shared schema are in the module of the base contract.
 */
export async function makeTypes(contract: JsonObject, base?: BaseContract): Promise<string> {
  const shared = new Map(base ? schemasOf(base.contract).map(typeInBase) : []);
  // The client does not call webhooks. For their receivers, the plain name of the schema is enough.
  const withoutWebhooks = { ...contract, webhooks: undefined };
  const nodes = await openapiTS(JSON.stringify(withoutConditions(withoutWebhooks)), {
    // A field of a request with a default is optional.
    defaultNonNullable: false,
    transform: (schema, { path }) => shared.get(path ?? "") ?? openSet(schema),
  });
  const own = schemasOf(contract).filter(({ path }) => !shared.has(pointer(path)));
  const names = new Set(own.map(({ key }) => key));
  const named = plainNames(nodes, own);
  const text = `${astToString(nodes.filter((node) => !isLeftOut(node)))}\n${named}`
    .replaceAll(/\bcomponents\["schemas"\]\["(\w+)"\]/g, (type, name) =>
      names.has(name) ? name : type,
    )
    // Editors would show the name of the tag before the description.
    .replaceAll("@description ", "")
    // Editors show lines that are indented by four as code. The generator indents all but the first.
    .replaceAll(/^( *\*) {4}(?= )/gm, "$1");
  const imported = base ? `import type { components as ${BASE} } from "${base.types}";\n\n` : "";
  return `${imported}${text}\n\n${transitionTypes(own)}`;
}

function schemasOf(contract: JsonObject): Cursor[] {
  return Cursor.root(contract).at("components", "schemas").members();
}

/** The JSON pointer of a shared schema, and the type that the generator writes for it. */
function typeInBase({ path, key }: Cursor): [string, ts.TypeNode] {
  return [pointer(path), ts.factory.createTypeReferenceNode(`${BASE}["schemas"]["${key}"]`)];
}

function pointer(path: Path): string {
  return `#/${path.join("/")}`;
}

/**
 * Removes what the generator would translate badly. Each member of a union has its tag as a constant,
 * which is all that TypeScript needs to narrow; with the discriminator, the generator would declare the
 * tag twice. And it would turn a `oneOf` that only tests which fields exist into a union of unknowns.
 */
function withoutConditions(contract: JsonObject): JsonObject {
  const copy = structuredClone(contract);
  for (const { value } of Cursor.root(copy).descendants()) {
    if (!isObject(value)) continue;
    if (isObject(value.discriminator)) delete value.discriminator;
    if (Array.isArray(value.oneOf) && value.oneOf.every(isCondition)) delete value.oneOf;
  }
  return copy;
}

function isCondition(alternative: JsonObject): boolean {
  return !("type" in alternative) && !("$ref" in alternative);
}

/** The generator declares these parts of a document even if the document does not have them. */
function isLeftOut(node: ts.Node): boolean {
  const isNamed = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
  return isNamed && ["webhooks", "$defs"].includes(node.name.text);
}

/** The type of an open enum: editors suggest the known values, and the compiler accepts any other. */
function openSet(schema: object): ts.TypeNode | undefined {
  const known = (schema as JsonObject)["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const open = typeof known[0] === "number" ? NUMBER : STRING;
  const anyOther = tsIntersection([open, ts.factory.createTypeLiteralNode([])]);
  return tsUnion([...known.map(tsLiteral), anyOther]);
}

const EXPORT = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];

/**
 * The schemas by their plain names, to which the nested types then refer: editors show a type by the name that it was declared
 * with.
 */
function plainNames(nodes: ts.Node[], schemas: Cursor[]): string {
  const components = nodes.find(
    (node) => ts.isInterfaceDeclaration(node) && node.name.text === "components",
  ) as ts.InterfaceDeclaration;
  const nested = memberOf(components, "schemas").type as ts.TypeLiteralNode;
  return schemas
    .map((schema) => {
      const { key } = schema;
      const member = memberOf(nested, key);
      const alias = ts.factory.createTypeAliasDeclaration(EXPORT, key, undefined, member.type);
      member.type = ts.factory.createTypeReferenceNode(key);
      return comment([schema.at("description").value]) + astToString(alias);
    })
    .join("\n");
}

/** A member of an object's type. The generator has just made it, so it can still be changed. */
function memberOf(object: ts.InterfaceDeclaration | ts.TypeLiteralNode, name: string) {
  const members = object.members as Iterable<ts.PropertySignature & { type: ts.TypeNode }>;
  const found = [...members].find((member) => (member.name as ts.Identifier).text === name);
  if (!found) throw new Error(`The generator wrote no ${name}.`);
  return found;
}

/**
 * The transitions of each status as a type. A table with a key for each transition does not compile if
 * one is missing or misspelt.
 */
function transitionTypes(schemas: Cursor[]): string {
  return schemas
    .filter((schema) => schema.at("x-transitions").exists)
    .map((schema) => {
      const transitions = schema
        .at("x-transitions")
        .members()
        .flatMap((row) =>
          [row.at("from").value].flat().map((from) => `"${from ?? "NEW"} → ${row.at("to").value}"`),
        );
      const creation = transitions.some((one) => one.includes('"NEW →'))
        ? " Creation starts from `NEW`."
        : "";
      const text = `A transition of ${schema.key} that the contract allows.${creation}`;
      const union = [...new Set(transitions)].join(" | ");
      return `${comment([text])}export type ${schema.key}Transition = ${union};`;
    })
    .join("\n\n");
}
