import { type Cursor, isObject } from "./cursor.ts";
import { mediaTypes, operations, parameters, responses } from "./operations.ts";

/** What a schema in another one is to it: what it extends, a form that it may take, a field, an item, or a condition. */
type Role = "base" | "form" | "field" | "item" | "condition";

const SINGLE: Readonly<Record<string, Role>> = {
  items: "item",
  additionalProperties: "condition",
  unevaluatedProperties: "condition",
  propertyNames: "condition",
  contains: "condition",
  not: "condition",
  if: "condition",
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: "condition",
  else: "condition",
};
const SEVERAL: Readonly<Record<string, Role>> = {
  allOf: "base",
  oneOf: "form",
  anyOf: "form",
  prefixItems: "condition",
  properties: "field",
  patternProperties: "condition",
  dependentSchemas: "condition",
};

/** A field of a value, at any depth. The fields of an array's items count as those of the array. */
export interface SchemaField {
  path: string[];
  /** All schemas that describe the field, or its items. */
  schemas: Cursor[];
}

/** The schemas directly in a schema, or in the target of its `$ref`, that have one of the roles. */
export function innerSchemas(schema: Cursor, ...roles: Role[]): Cursor[] {
  const inRoles = (keywords: Readonly<Record<string, Role>>) =>
    Object.keys(keywords).filter((keyword) => roles.includes(keywords[keyword] as Role));
  return [
    ...inRoles(SEVERAL).flatMap((keyword) => schema.at(keyword).members()),
    ...inRoles(SINGLE).map((keyword) => schema.at(keyword)),
  ].filter(({ exists }) => exists);
}

/** The schemas that can be reached from others through the roles, each once, and those others first. */
export function reachableSchemas(roots: Cursor[], ...roles: Role[]): Cursor[] {
  const reached = new Map<unknown, Cursor>();
  const visit = (schema: Cursor): void => {
    if (!isObject(schema.value) || reached.has(schema.value)) return;
    reached.set(schema.value, schema);
    innerSchemas(schema, ...roles).forEach(visit);
  };
  roots.forEach(visit);
  return [...reached.values()];
}

/** Every schema of the contract, inner ones included. */
export function allSchemas(contract: Cursor): Cursor[] {
  const bodies = operations(contract).flatMap((operation) => [
    operation.cursor.at("requestBody"),
    ...responses(operation).map(({ cursor }) => cursor),
  ]);
  const owners = [...operations(contract).flatMap(parameters), ...bodies.flatMap(mediaTypes)];
  const roots = [
    ...contract.at("components", "schemas").members(),
    ...owners.map((owner) => owner.at("schema")),
  ];
  return reachableSchemas(roots, "base", "form", "field", "item", "condition");
}

/** A schema and what it extends, the most general first. */
export function partsOf(schema: Cursor): Cursor[] {
  return [...innerSchemas(schema, "base").flatMap(partsOf), schema];
}

/** A schema with what it extends, and with the forms that it may take. */
export function formsOf(schema: Cursor): Cursor[] {
  return reachableSchemas([schema], "base", "form");
}

/** The fields that schemas declare, by their names. Several schemas may describe the same field. */
export function fieldsIn(schemas: Cursor[]): Map<string, Cursor[]> {
  const fields = new Map<string, Cursor[]>();
  for (const field of schemas.flatMap((schema) => innerSchemas(schema, "field")))
    fields.set(field.key, [...(fields.get(field.key) ?? []), field]);
  return fields;
}

/** The names of the fields that one of the schemas requires. */
export function requiredIn(schemas: Cursor[]): string[] {
  return [...new Set(schemas.flatMap((schema) => textsAt(schema, "required")))];
}

/** The value of a keyword in the first of the schemas that has it. */
export function factIn(schemas: Cursor[], keyword: string): unknown {
  return schemas.map((schema) => schema.at(keyword).value).find((value) => value !== undefined);
}

/** The forms of an object between which a field decides, by the values of that field. */
export function variantsOf(
  schema: Cursor,
): { property: string; variants: Map<string, Cursor> } | undefined {
  const discriminator = schema.at("discriminator");
  if (!discriminator.exists) return undefined;
  const forms = innerSchemas(schema, "form");
  const variants = discriminator
    .at("mapping")
    .members()
    .flatMap(({ key, value }) =>
      forms.filter(({ reference }) => reference === value).map((form) => [key, form] as const),
    );
  return { property: `${discriminator.at("propertyName").value}`, variants: new Map(variants) };
}

/** The fields of a value at any depth. A field that contains itself is there once. */
export function fieldsWithin(schema: Cursor): SchemaField[] {
  return fieldsBelow(describing([schema]), [], new Set());
}

function fieldsBelow(
  schemas: Cursor[],
  path: string[],
  around: ReadonlySet<unknown>,
): SchemaField[] {
  return [...fieldsIn(schemas)].flatMap(([name, declared]) => {
    if (declared.some(({ value }) => around.has(value))) return [];
    const field = { path: [...path, name], schemas: describing(declared) };
    const inside = new Set([...around, ...declared.map(({ value }) => value)]);
    return [field, ...fieldsBelow(field.schemas, field.path, inside)];
  });
}

/** The schemas that describe a value, or its items. */
function describing(schemas: Cursor[]): Cursor[] {
  return reachableSchemas(schemas, "base", "form", "item");
}

/** The texts of a keyword that has one or a list of them. */
export function textsAt(schema: Cursor, keyword: string): string[] {
  const { value } = schema.at(keyword);
  return value === undefined ? [] : [value].flat().map(String);
}
