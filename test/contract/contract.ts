/** Holds a bundled contract against the facts: `compare…` yields what it finds wrong, in words. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  errorData,
  type Fact,
  type Fields,
  type Kind,
  kinds,
  type Operation,
  operations,
  returnCodes,
  type Transition,
  token,
  transitions,
} from "./facts.ts";

interface Element {
  "x-inferred"?: string;
  [key: string]: unknown;
}
interface Schema extends Element {
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  type?: string | string[];
  enum?: unknown[];
}
interface Media extends Element {
  schema?: Schema;
  examples?: Record<string, Element & { value: { data: Element } }>;
}
interface Body extends Element {
  content?: Record<string, Media>;
}
interface Parameter extends Element {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Described extends Element {
  operationId: string;
  call: string;
  parameters: Parameter[];
  security: Record<string, unknown>[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
type PathItem = Element & Partial<Record<string, Described>> & { parameters?: Parameter[] };
interface Document {
  info: Element;
  servers: Element[];
  security?: Described["security"];
  paths: Record<string, PathItem>;
  components: { securitySchemes: Record<string, Element> };
}
export interface Contract {
  version: unknown;
  servers: unknown[];
  tokens: string[];
  operations: Map<string, Described>;
}

/** One schema object, and whether it or one around it is marked. */
interface Part {
  schema: Schema;
  marked: boolean;
}
/** The parts that hold together on one way through the `oneOf`s of a schema. */
type Branch = Part[];
/** Whether a field must be there of which nothing else is said. */
type ByDefault = "required" | "unstated";
type Problems = Generator<string, void>;

// Reading the contract

export function read(bundle: unknown): Contract {
  const document = resolve(bundle, bundle, new Map()) as Document;
  const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const described: Described = {
        ...(isMarked(item) && { "x-inferred": item["x-inferred"] }),
        ...operation,
        call: `${method.toUpperCase()} ${path}`,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
        security: operation.security ?? document.security ?? [],
      };
      return [[operation.operationId, described] as const];
    }),
  );
  const schemes = Object.entries(document.components.securitySchemes);
  const isToken = (scheme: Element) =>
    Object.entries(token).every(([key, value]) => scheme[key] === value);
  return {
    version: document.info.version,
    servers: document.servers.map((server) => server.url),
    tokens: schemes.filter(([, scheme]) => isToken(scheme)).map(([name]) => name),
    operations: new Map(found),
  };
}

/** Without `$ref`s. What stands beside one adds to a schema, and replaces in anything else. */
function resolve(value: unknown, root: unknown, seen: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => resolve(each, root, seen));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...rest } = value as Element;
  const own: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, resolve(each, root, seen)]),
  );
  if (typeof $ref !== "string") return own;
  if (!seen.has($ref)) {
    const steps = $ref.split("/").slice(1);
    const target = steps.reduce((at, step) => {
      const next = (at as Element)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
      if (next === undefined) throw new Error(`${$ref} leads nowhere`);
      return next;
    }, root);
    seen.set($ref, resolve(target, root, seen));
  }
  const target = seen.get($ref) as Schema;
  if (Object.keys(own).length === 0) return target;
  const isSchema = $ref.startsWith("#/components/schemas/");
  return isSchema ? { ...own, allOf: [...(own.allOf ?? []), target] } : { ...target, ...own };
}

function isMarked(element: Element): boolean {
  return Boolean(element["x-inferred"]?.trim());
}

// Walking a schema

function branches(schema: Schema | boolean = {}, inherited = false): Branch[] {
  if (schema === false) return [];
  const own = schema === true ? {} : schema;
  const part = { schema: own, marked: inherited || isMarked(own) };
  const inside = (each: Schema) => branches(each, part.marked);
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
function inside(found: Branch[], pick: (schema: Schema) => Schema | undefined): Branch[] {
  return found.flatMap((branch) => {
    const said = branch.filter(({ schema }) => pick(schema) !== undefined);
    if (said.length === 0) return [];
    return said.map(({ schema, marked }) => branches(pick(schema), marked)).reduce(product);
  });
}

function property(found: Branch[], name: string): Branch[] {
  return inside(found, (schema) => schema.properties?.[name]);
}

function typesOf(branch: Branch): string[] {
  const sets = branch.flatMap(({ schema: { type } }) => (type ? [[type].flat()] : []));
  const within = (type: string, set: string[]) =>
    set.includes(type) || (type === "integer" && set.includes("number"));
  return sets.length === 0
    ? ["anything"]
    : [...new Set(sets.flat())].filter((type) => sets.every((set) => within(type, set)));
}

function valuesOf(branch: Branch): unknown[] | undefined {
  const sets = branch.flatMap(({ schema }) => [
    ...("const" in schema ? [[schema.const]] : []),
    ...(schema.enum ? [schema.enum] : []),
  ]);
  return sets[0]?.filter((value) => sets.every((set) => set.includes(value)));
}

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });
addFormats.default(ajv);

function validatorOf(found: Branch[]): (value: unknown) => boolean {
  const ways = found.map((branch) => ({
    allOf: branch.map(({ schema: { allOf, oneOf, anyOf, ...own } }) => own),
  }));
  return ajv.compile({ anyOf: ways });
}

// Reading a fact

function kindOf(fact: string): Kind {
  const [, how, list = ""] = /^(one|some) of (.+)$/.exec(fact) ?? [];
  const set = list.split(" ");
  if (how === "one") return { types: ["string"], accepts: set, closed: set };
  if (how === "some") return { types: ["string"], accepts: [...set, "ANOTHER"], known: set };
  const all = fact.split(" | ").map((name): Kind => kinds[name] ?? { types: [name] });
  return all.reduce((left, right) => ({
    types: [...left.types, ...right.types],
    accepts: [...(left.accepts ?? []), ...(right.accepts ?? [])],
    refuses: [...(left.refuses ?? []), ...(right.refuses ?? [])],
  }));
}

type Entries = Map<string, { fact: Fact; need: string }>;

function entriesOf(fields: Fields): Entries {
  const plain = Object.entries(fields).filter(([key]) => !key.includes("="));
  const entries = plain.flatMap(([key, fact]) =>
    key.split(" ").map((word) => {
      const [, name = "", need = ""] = /^(.*?)([!?]?)$/.exec(word) ?? [];
      return [name, { fact, need }] as const;
    }),
  );
  return new Map(entries);
}

// Comparing a schema with a fact

/** How a schema can say what a kind says by its samples. */
const shaping = [
  ...["format", "pattern", "minLength", "maxLength"],
  ...["minimum", "maximum", "multipleOf", "maxItems"],
];
const constraints = [
  ...shaping,
  ...["const", "enum", "x-extensible-enum", "default", "not", "if", "dependentRequired"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minItems", "uniqueItems", "contains"],
  ...["minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties"],
];

function* compare(found: Branch[], fact: Fact, at: string, byDefault: ByDefault): Problems {
  if (typeof fact === "string") return yield* compareKind(found, fact, at);
  const type = Array.isArray(fact) ? "array" : "object";
  yield* compareTypes(found, [type], at);
  const some = found.filter((branch) => typesOf(branch).includes(type));
  if (type === "object") return yield* compareObject(some, fact as Fields, at, byDefault);
  yield* compareKeywords(some, [], at);
  const items = inside(some, (schema) => schema.items);
  yield* compare(items, (fact as readonly [Fact])[0], `${at}[]`, byDefault);
}

function* compareKind(found: Branch[], fact: string, at: string): Problems {
  const [name = "", fallback] = fact.split(" = ");
  const may = name.startsWith("~");
  const kind = kindOf(name.replace("~", ""));
  yield* compareTypes(found, kind.types, at);
  yield* compareKeywords(
    found,
    [
      ...(kind.refuses?.length || may ? shaping : []),
      ...(kind.closed ? ["const", "enum"] : []),
      ...(kind.known ? ["const", "x-extensible-enum"] : []),
      ...(fallback ? ["default"] : []),
    ],
    at,
  );
  const accepts = validatorOf(found);
  for (const value of kind.accepts ?? []) {
    if (!accepts(value)) yield `${at} refuses ${JSON.stringify(value)}`;
  }
  for (const value of may ? [] : (kind.refuses ?? [])) {
    if (accepts(value)) yield `${at} accepts ${JSON.stringify(value)}`;
  }
  const schemas = found.flat().map(({ schema }) => schema);
  if (kind.closed) {
    const allowed = found.flatMap((branch) => valuesOf(branch) ?? ["anything"]);
    yield* compareSets(allowed, kind.closed, `${at} allows`);
  }
  if (kind.known) {
    const known = schemas.flatMap((schema) => [
      ...((schema["x-extensible-enum"] ?? []) as unknown[]),
      ...("const" in schema && !isMarked(schema) ? [schema.const] : []),
    ]);
    yield* compareSets(known, kind.known, `${at} knows`);
  }
  if (fallback && !schemas.some((schema) => String(schema.default) === fallback)) {
    yield `${at} does not default to ${fallback}`;
  }
}

function* compareSets(found: unknown[], stated: readonly unknown[], what: string): Problems {
  const surplus = new Set(found.filter((value) => !stated.includes(value)));
  const missing = stated.filter((value) => !found.includes(value));
  if (surplus.size) yield `${what} ${[...surplus].join(", ")}, which is not stated`;
  if (missing.length) yield `${what} no ${missing.join(", ")}, which is stated`;
}

function* compareTypes(found: Branch[], stated: readonly string[], at: string): Problems {
  if (stated.length === 0) return;
  const types = found.flatMap((branch) => {
    // A mark further out speaks of other things, so that only the field's own excuses a null.
    const mayBeNull = branch.some((part) => isMarked(part.schema)) && !stated.includes("null");
    return typesOf(branch).filter((type) => !(mayBeNull && type === "null"));
  });
  yield* compareSets(types, stated, `${at} is`);
}

function* compareKeywords(found: Branch[], stated: readonly string[], at: string): Problems {
  const narrows = (schema: Schema, word: string) => (schema[word] ?? true) !== true;
  const plain = found.flat().filter((part) => !part.marked);
  for (const word of constraints.filter((word) => !stated.includes(word))) {
    if (plain.some(({ schema }) => narrows(schema, word))) {
      yield `${at} has ${word}, which is neither stated nor marked`;
    }
  }
}

function* compareObject(
  found: Branch[],
  fields: Fields,
  at: string,
  byDefault: ByDefault,
): Problems {
  const cases = Object.keys(fields).filter((key) => key.includes("="));
  const [by] = cases[0]?.split("=") ?? [];
  if (!by) return yield* compareFields(found, entriesOf(fields), at, byDefault);

  const valuesIn = (branch: Branch) =>
    property([branch], by).flatMap((each) => (valuesOf(each) ?? []).map(String));
  const fact = fields[by] as string | undefined;
  if (fact) yield* compareKind(property(found, by), fact, `${at}.${by}`);
  const possible = fact ? kindOf(fact).closed : undefined;
  const values = new Set([
    ...cases.map((key) => key.slice(by.length + 1)),
    ...found.flatMap(valuesIn),
  ]);
  for (const value of values) {
    if (possible && !possible.includes(value)) continue;
    const ways = found.filter((branch) => valuesIn(branch).includes(value));
    const own = fields[`${by}=${value}`] as Fields | undefined;
    const where = `${at} (${by} ${value})`;
    if (ways.length === 0) yield `${where} is missing`;
    const all = own ? { ...fields, [by]: `one of ${value}`, ...own } : {};
    yield* compareFields(ways, entriesOf(all), where, byDefault);
  }
}

function* compareFields(
  found: Branch[],
  expected: Entries,
  at: string,
  byDefault: ByDefault,
): Problems {
  yield* compareKeywords(found, [], at);
  for (const [name, { fact, need }] of expected) {
    const where = `${at}.${name}`;
    const field = property(found, name);
    if (fact === "absent" && field.length > 0) yield `${where} is there, stated to be absent`;
    if (fact === "absent") continue;
    if (field.length === 0) {
      yield `${where} is missing`;
      continue;
    }
    yield* compare(field, fact, where, byDefault);

    const must = need === "!" || (need === "" && byDefault === "required");
    const demands = found.map((branch) =>
      branch.filter(({ schema }) => schema.required?.includes(name)),
    );
    const some = demands.flat();
    if (must && demands.some((parts) => parts.length === 0)) yield `${where} is not required`;
    if (need === "?" && some.length > 0) yield `${where} is required, stated to be optional`;
    if (!must && some.some((part) => !part.marked)) {
      yield `${where} is required, which is neither stated nor marked`;
    }
  }
  const surplus = (names: (part: Part, branch: Branch) => string[]) => {
    const all = found.flatMap((branch) => branch.flatMap((part) => names(part, branch)));
    return new Set(all.filter((name) => !expected.has(name)));
  };
  const bare = (branch: Branch) => (name: string) =>
    property([branch], name).some((parts) => parts.some((part) => !part.marked));
  const fields = surplus(({ schema }, branch) =>
    Object.keys(schema.properties ?? {}).filter(bare(branch)),
  );
  for (const name of fields) yield `${at}.${name} is neither stated nor marked`;
  if (byDefault === "required") return;
  const demanded = surplus(({ schema, marked }) => (marked ? [] : (schema.required ?? [])));
  for (const name of demanded) yield `${at}.${name} is required, without a mark`;
}

// Comparing an operation with its facts

export function* compareOperation(contract: Contract, id: string): Problems {
  const stated = operations[id] as Operation;
  const found = contract.operations.get(id);
  if (!found) return yield `${id} is missing`;
  if (found.call !== stated.call) yield `${id} is ${found.call}, stated ${stated.call}`;
  if (isMarked(found)) yield `${id} or its path is marked, though it is stated`;

  const ways = found.security.map((way) => Object.keys(way));
  const asks =
    ways.length > 0 && ways.every((way) => way.some((it) => contract.tokens.includes(it)));
  if (stated.bearer === false && ways.length > 0) yield `${id} asks for a token`;
  if (stated.bearer !== false && !asks) yield `${id} does without a bearer token`;

  const identifiers = [...stated.call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "uuid"]);
  const { header, query, unnamed } = stated;
  yield* compareParameters(found, "path", Object.fromEntries(identifiers), {});
  yield* compareParameters(found, "header", { ...header }, {});
  yield* compareParameters(found, "query", { ...query }, { ...unnamed });
  yield* compareParameters(found, "cookie", {}, {});

  const request = found.requestBody;
  if (stated.body) yield* compareBody(request ?? {}, stated.body, `${id} request`, "unstated");
  else if (request && !isMarked(request)) yield `${id} request is neither stated nor marked`;

  const { data, meta, message = "string | null" } = stated;
  const envelope = data && { data, ...(meta && { meta }), message };
  yield* compareBody(found.responses["200"] ?? {}, envelope ?? {}, `${id} response`, "required");
  yield* compareErrors(found, id);
}

function* compareParameters(
  { operationId, parameters }: Described,
  place: string,
  named: Fields,
  unnamed: Fields,
): Problems {
  const at = `${operationId} ${place}`;
  const those = parameters.filter((each) => each.in === place);
  const schema = {
    properties: Object.fromEntries(
      those.map(({ name, schema = {}, "x-inferred": mark }) => [
        name,
        mark ? { "x-inferred": mark, allOf: [schema] } : schema,
      ]),
    ),
    required: those.filter((each) => each.required).map((each) => each.name),
  };
  const byDefault = place === "path" ? "required" : "unstated";
  yield* compareObject(branches(schema), { ...named, ...unnamed }, at, byDefault);
  for (const each of those) {
    const isNamed = entriesOf(named).has(each.name);
    if (isNamed && isMarked(each)) yield `${at}.${each.name} is marked, though it is stated`;
    if (!isNamed && !isMarked(each))
      yield `${at}.${each.name} has a name neither stated nor marked`;
  }
}

function* compareBody(body: Body, fact: Fact, at: string, byDefault: ByDefault): Problems {
  const types = Object.keys(body.content ?? {}).join();
  const media = body.content?.["application/json"];
  if (types !== "application/json" || !media) return yield `${at} is ${types || "empty"}, not JSON`;
  yield* compare(branches(media.schema, isMarked(body) || isMarked(media)), fact, at, byDefault);
}

function* compareErrors({ responses }: Described, id: string): Problems {
  const stated = Object.entries(returnCodes)
    .filter(([, code]) => (code.at ? code.at === id : operations[id]?.bearer !== false))
    .map(([returnCode, code]) => ({ ...code, returnCode: Number(returnCode) }));
  const errors = Object.entries(responses).filter(([status]) => status !== "200");
  const shown = errors.flatMap(([status, response]) =>
    Object.values(response.content?.["application/json"]?.examples ?? {}).map((example) => ({
      returnCode: example.value.data.returnCode,
      message: example.value.data.message,
      status,
      marked: isMarked(response) || isMarked(example),
    })),
  );
  for (const { returnCode, message, status } of stated) {
    const same = (it: (typeof shown)[number]) =>
      it.returnCode === returnCode && it.message === message && (status ?? it.status) === it.status;
    if (!shown.some(same)) yield `${id} shows no error ${returnCode} "${message}"`;
  }
  for (const { marked, status, returnCode, message } of shown) {
    const known = stated.some((code) => code.status === status && code.returnCode === returnCode);
    if (!marked && !known) yield `${id} shows ${status} "${message}", neither stated nor marked`;
  }
  for (const [status, response] of errors) {
    const at = `${id} response ${status}`;
    const known = stated.some((code) => code.status === status);
    if (!known && !isMarked(response)) yield `${at} is neither stated nor marked`;
    if (known && isMarked(response)) yield `${at} is marked, though it is stated`;
    yield* compareBody(response, { data: errorData }, at, "required");
  }
}

// Comparing what more than one operation shares

/** The messages that stand beside the listed return codes. */
export function* compareMessages({ operations }: Contract): Problems {
  const codes = [...operations.values()]
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => property(dataOf(response), "returnCode").flat());
  for (const schema of new Set(codes.map((part) => part.schema))) {
    const { const: code, "x-message": message } = schema;
    if (code === undefined || isMarked(schema)) continue;
    const stated = returnCodes[Number(code)]?.message;
    if (message !== stated) yield `${code} has message "${message}", stated "${stated}"`;
  }
}

/** The transitions at the status of what an operation returns. */
export function* compareTransitions({ operations }: Contract, id: string): Problems {
  const schemas = property(dataOf(operations.get(id)?.responses["200"]), "status")
    .flat()
    .flatMap(({ schema }) => (schema["x-transitions"] ?? []) as Element[]);
  const found = [...new Set(schemas)].flatMap(({ from, paymentMethods = "", ...rest }) =>
    [from].flat().flatMap((one) =>
      [paymentMethods].flat().map((method) => ({
        to: rest.to,
        words: `${id}: ${method} ${one} -> ${rest.to} by ${rest.trigger}`,
        marked: isMarked(rest),
        leaves: (stated: Transition) =>
          stated.trigger === rest.trigger &&
          (stated.from === one || stated.from === "any") &&
          (stated.paymentMethod ?? method) === method,
      })),
    ),
  );
  const stated = transitions[id] ?? [];
  for (const one of stated) {
    const words = `${id}: ${one.from} -> ${one.to} by ${one.trigger}`;
    const those = found.filter((other) => other.leaves(one));
    if (one.to === null && those.length > 0) yield `${words} is possible`;
    if (one.to !== null && !those.some((other) => other.to === one.to && !other.marked)) {
      yield `${words} is missing, or marked`;
    }
  }
  for (const { words, to, marked, leaves } of found) {
    const known = stated.some((one) => leaves(one) && one.to === to);
    if (!known && !marked) yield `${words} is neither stated nor marked`;
  }
}

function dataOf(response: Body | undefined): Branch[] {
  return property(branches(response?.content?.["application/json"]?.schema), "data");
}
