import fc from "fast-check";
import type { Cursor } from "../../src/contract/cursor.ts";
import { START } from "../sandbox/company-fixture.ts";
import { cardNumbers, oddTexts } from "./hostile-values.ts";
import { type Chance, seed } from "./seeded-random.ts";

/** What values are made with. */
export interface Source {
  chance: Chance;
  /** An id or a key that exists, by the name of the field, where there is one. */
  known(name: string): string | undefined;
}

/** Makes a value that a schema allows; `LEFT_OUT` where there must be none. */
export type Make = (source: Source) => unknown;

const LEFT_OUT = Symbol("left out");

/** Values that lead somewhere, where any would do by the schema, and those that take no long time. */
const chosen: Record<string, readonly unknown[]> = {
  cardNumber: cardNumbers,
  expirationYear: ["2030", "2026", "2020", "0000", "9999"],
  amount: [1, 2, 100, 4990, 999_991, 999_992, 999_993, 999_994, 9_999_999_999, 2 ** 53 - 1],
  installments: [1, 2, 3, 12, 24, 25, 2 ** 31 - 1],
  document: ["39053344705", "390.533.447-05", "52998224725", "11222333000181"],
  frequency: [1, 7, 30, 366, 2 ** 31, 2 ** 53 - 1],
  duration: [1, 2, 12, 2 ** 53 - 1],
  tolerancePeriod: [0, 1, 5, 2 ** 53 - 1],
  days: [1, 2, 3, 30],
  seconds: [1, 3_600, 86_400],
  latency: [1, 2, 5],
  times: [1, 2, 2 ** 53 - 1],
  page: [1, 2, 3, 2 ** 31, 2 ** 53 - 1],
  postbackUrl: [
    "http://127.0.0.1:1/postbacks",
    "http://[::1]:1/",
    "https://shop.example/postbacks",
    "http://name:word@127.0.0.1:1/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://2130706433:1/%0d%0ax-injected:%201",
  ],
};

const formats: Record<string, (chance: Chance) => string> = {
  uuid: uuid,
  date: (chance) => day(chance.between(-400, 4000)),
  "date-time": (chance) => `${day(chance.below(60))}T0${chance.below(10)}:00:00Z`,
  ipv4: (chance) => Array.from({ length: 4 }, () => chance.below(256)).join("."),
  uri: (chance) => `urn:${chance.digits(5)}`,
};

/** A random id, which nothing has. */
export function uuid(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

/** What makes values of a schema; `name` is that of the field that has it. */
export function makerOf(schema: Cursor, name = ""): Make {
  const makers = formsOf(schema).map((form) => makerOfForm(form, name));
  return anyOf(makers);
}

function anyOf(makers: readonly Make[]): Make {
  return (source) => source.chance.pick(makers)(source);
}

/** A schema has as many forms as there are ways to choose; in each several schemas hold together. */
type Form = Cursor[];

function formsOf(schema: Cursor): Form[] {
  const referred = schema.reference ? formsOf(schema.target) : [[]];
  const all = own(schema, "allOf").flatMap((list) => list.ownMembers().map(formsOf));
  const choices = ["oneOf", "anyOf"].flatMap((keyword) =>
    own(schema, keyword).map((list) => list.ownMembers().flatMap(formsOf)),
  );
  return [[[schema]], referred, ...all, ...choices].reduce(together);
}

function together(some: Form[], others: Form[]): Form[] {
  return some.flatMap((form) => others.map((other) => [...form, ...other]));
}

/** What is in a schema itself; `at` would follow a reference too. */
function own(schema: Cursor, keyword: string): Cursor[] {
  return schema.ownMembers().filter(({ key }) => key === keyword);
}

function makerOfForm(form: Form, name: string): Make {
  if (form.some(({ value }) => value === false)) return () => LEFT_OUT;
  const stated = (keyword: string) =>
    form.flatMap((part) => own(part, keyword)).map(({ value }) => value);
  const [fixed] = stated("const");
  if (fixed !== undefined) return () => fixed;
  const [listed] = stated("enum") as unknown[][];
  if (listed) return ({ chance }) => chance.pick(listed);
  const types = stated("type").at(-1) ?? "object";
  return anyOf([types].flat().map((type) => makerOfType(`${type}`)(form, name, stated)));
}

type Stated = (keyword: string) => unknown[];

type MakerOf = (form: Form, name: string, stated: Stated) => Make;

function makerOfType(type: string): MakerOf {
  const found = makers[type];
  if (!found) throw new Error(`Nothing here makes a value of the type ${type}.`);
  return found;
}

const makers: Record<string, MakerOf> = {
  object: makerOfObject,
  array: makerOfArray,
  string: makerOfString,
  integer: makerOfNumber,
  number: makerOfNumber,
  boolean: () => (source) => source.chance.below(2) === 1,
  null: () => () => null,
};

function makerOfObject(form: Form, _: string, stated: Stated): Make {
  const required = new Set(stated("required").flat());
  const properties = form.flatMap((part) =>
    own(part, "properties").flatMap((all) => all.ownMembers()),
  );
  const fields = [...Map.groupBy(properties, ({ key }) => key)].map(([name, schemas]) => {
    const forms = schemas.map(formsOf).reduce(together);
    return { name, make: anyOf(forms.map((each) => makerOfForm(each, name))) };
  });
  return (source) => {
    const given = fields
      .filter(({ name }) => required.has(name) || source.chance.below(3) > 0)
      .map(({ name, make }) => [name, make(source)]);
    return Object.fromEntries(given.filter(([, value]) => value !== LEFT_OUT));
  };
}

function makerOfArray(form: Form, name: string): Make {
  const [items] = form.flatMap((part) => own(part, "items"));
  if (!items) return () => [];
  const make = makerOf(items, name);
  return (source) => Array.from({ length: source.chance.below(4) }, () => make(source));
}

function makerOfString(_: Form, name: string, stated: Stated): Make {
  // A password is hidden, and has any form.
  const [format] = stated("format").filter((name) => name !== "password");
  const [pattern] = stated("pattern");
  const free = format ? formats[`${format}`] : pattern ? matching(`${pattern}`) : anyText;
  if (!free) throw new Error(`Nothing here makes a text of the format ${format}.`);
  const usual = chosen[name] ?? stated("examples").flat();
  return ({ chance, known }) => {
    const there = known(name);
    if (there !== undefined && chance.below(20) > 0) return there;
    return usual.length > 0 && chance.below(4) > 0 ? chance.pick(usual) : free(chance);
  };
}

function anyText(chance: Chance): string {
  return chance.pick(oddTexts);
}

/** Texts of a pattern are made once, since to make them takes long. */
function matching(pattern: string): (chance: Chance) => string {
  const arbitrary = fc.stringMatching(new RegExp(pattern, "u"));
  const texts = fc.sample(arbitrary, { seed: Number.parseInt(seed, 16) | 0, numRuns: 50 });
  return (chance) => chance.pick(texts);
}

function makerOfNumber(_: Form, name: string, stated: Stated): Make {
  const values = chosen[name] ?? numbersWithin(stated);
  return ({ chance }) => chance.pick(values);
}

/** The limits of a number, the values next to them, and usual ones, as far as they are allowed. */
function numbersWithin(stated: Stated): number[] {
  const { least, most, step } = limitsOf(stated);
  const isWhole = stated("type").includes("integer");
  const shown = stated("examples").flat().map(Number);
  const near = [least, least + step, most - step, most, 1, 2, 10, 50];
  const all = [...shown, ...near, ...(isWhole ? [] : [0.5, 33.33])];
  return [...new Set(all)].filter((value) => value >= least && value <= most);
}

function limitsOf(stated: Stated) {
  const numbers = (keyword: string) => stated(keyword).map(Number);
  const step = stated("type").includes("integer") ? 1 : 0.01;
  const above = numbers("exclusiveMinimum").map((limit) => limit + step);
  return {
    step,
    least: Math.max(...numbers("minimum"), ...above, Number.MIN_SAFE_INTEGER),
    most: Math.min(...numbers("maximum"), Number.MAX_SAFE_INTEGER),
  };
}

function day(ahead: number): string {
  return new Date(Date.parse(START) + ahead * 86_400_000).toISOString().slice(0, 10);
}
