import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isMarked, type Schema } from "./resolve-contract.ts";

/** One schema object, and whether it or one around it is marked. */
export interface Part {
  schema: Schema;
  marked: boolean;
  /** Whether a mark says that its fields are assumed to be there, and says nothing else of them. */
  presumed: boolean;
}
/** The parts that hold together on one way through the `oneOf`s of a schema. */
export type Branch = Part[];

const PRESUMED = "No field is said to be always present or to be optional";

export function branches(
  schema: Schema | boolean = {},
  inherited = false,
  presumed = false,
): Branch[] {
  if (schema === false) return [];
  const own = schema === true ? {} : schema;
  const presumes = own["x-inferred"]?.startsWith(PRESUMED) ?? false;
  const part = {
    schema: own,
    marked: inherited || (isMarked(own) && !presumes),
    presumed: presumed || presumes,
  };
  const inside = (each: Schema) => branches(each, part.marked, part.presumed);
  const ways = [own.oneOf, own.anyOf].filter((choice) => choice !== undefined);
  return [...(own.allOf ?? []).map(inside), ...ways.map((choice) => choice.flatMap(inside))].reduce(
    product,
    [[part]],
  );
}

/** Every way through the one with every way through the other. */
function product(left: Branch[], right: Branch[]): Branch[] {
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

/** What all parts of each branch together say of something inside them. */
export function inside(found: Branch[], pick: (schema: Schema) => Schema | undefined): Branch[] {
  return found.flatMap((branch) => {
    const said = branch.filter(({ schema }) => pick(schema) !== undefined);
    if (said.length === 0) return [];
    return said.map(({ schema, marked }) => branches(pick(schema), marked)).reduce(product);
  });
}

export function property(found: Branch[], name: string): Branch[] {
  return inside(found, (schema) => schema.properties?.[name]);
}

export function typesOf(branch: Branch): string[] {
  const sets = branch.flatMap(({ schema: { type } }) => (type ? [[type].flat()] : []));
  const within = (type: string, set: string[]) =>
    set.includes(type) || (type === "integer" && set.includes("number"));
  return sets.length === 0
    ? ["anything"]
    : [...new Set(sets.flat())].filter((type) => sets.every((set) => within(type, set)));
}

export function valuesOf(branch: Branch): unknown[] | undefined {
  const sets = branch.flatMap(({ schema }) => [
    ...("const" in schema ? [[schema.const]] : []),
    ...(schema.enum ? [schema.enum] : []),
  ]);
  return sets[0]?.filter((value) => sets.every((set) => set.includes(value)));
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addKeyword({
  keyword: "x-fraction-digits",
  type: "number",
  validate: (most: number, value: number) => (`${value}`.split(".")[1] ?? "").length <= most,
});

export function validatorOf(found: Branch[]): (value: unknown) => boolean {
  const ways = found.map((branch) => ({
    allOf: branch.map(({ schema: { allOf, oneOf, anyOf, ...own } }) => own),
  }));
  return ajv.compile({ anyOf: ways });
}
