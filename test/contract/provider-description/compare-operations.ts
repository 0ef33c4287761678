/** Compares operations with their facts: `compare…` yields each difference as a sentence. */

import { type ByDefault, compare, compareObject, type Problems } from "./compare-schemas.ts";
import {
  entriesOf,
  type Fact,
  type Fields,
  type Operation,
  type Transition,
} from "./parse-shorthand.ts";
import {
  type Body,
  type Contract,
  type Described,
  type Element,
  isMarked,
} from "./resolve-contract.ts";
import { errorData, operations, returnCodes, transitions } from "./resources/index.ts";
import { type Branch, branches, property } from "./schema-branches.ts";

export function* compareOperation(contract: Contract, id: string): Problems {
  const stated = operations[id] as Operation;
  const found = contract.operations.get(id);
  if (!found) return yield `${id} is missing`;
  if (found.call !== stated.call) yield `${id} is ${found.call}, stated ${stated.call}`;
  if (isMarked(found)) yield `${id} or its path is marked, though it is stated`;
  yield* compareSecurity(found, stated, contract.tokens);

  const identifiers = [...stated.call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
    `${name}!`,
    "uuid",
  ]);
  const { header, query, unnamed } = stated;
  yield* compareParameters(found, "path", Object.fromEntries(identifiers), {});
  yield* compareParameters(found, "header", { ...header }, {});
  yield* compareParameters(found, "query", { ...query }, { ...unnamed });
  yield* compareParameters(found, "cookie", {}, {});

  const request = found.requestBody;
  if (stated.body) yield* compareBody(request ?? {}, stated.body, `${id} request`, "unstated");
  else if (request && !isMarked(request)) yield `${id} request is neither stated nor marked`;

  const { data, meta, message = "string | null" } = stated;
  const envelope = data && { "data!": data, ...(meta && { "meta!": meta }), "message!": message };
  yield* compareBody(found.responses["200"] ?? {}, envelope ?? {}, `${id} response`, "required");
  yield* compareErrors(found, id);
}

function* compareSecurity(
  { operationId, security }: Described,
  { bearer }: Operation,
  tokens: string[],
): Problems {
  const ways = security.map((way) => Object.keys(way));
  const asks = ways.length > 0 && ways.every((way) => way.some((name) => tokens.includes(name)));
  if (bearer === false && ways.length > 0) yield `${operationId} asks for a token`;
  if (bearer !== false && !asks) yield `${operationId} does without a bearer token`;
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
  yield* compare(branches(media.schema), fact, at, byDefault);
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
      marked: isMarked(response),
      invented: isMarked(example),
    })),
  );
  for (const { returnCode, message, status } of stated) {
    const isShown = shown.some(
      (error) =>
        error.returnCode === returnCode &&
        error.message === message &&
        (status ?? error.status) === error.status,
    );
    if (!isShown) yield `${id} shows no error ${returnCode} "${message}"`;
  }
  for (const { marked, invented, status, returnCode, message } of shown) {
    const words = `${id} shows ${status} "${message}"`;
    const listed = returnCodes[Number(returnCode)]?.message;
    const known = stated.some((code) => code.status === status && code.returnCode === returnCode);
    if (returnCode !== undefined && message !== listed) yield `${words}, stated "${listed}"`;
    if (listed && invented) yield `${words}, and marks what is stated`;
    if (!listed && !invented) yield `${words} in an example that is neither stated nor marked`;
    if (listed && !marked && !known) yield `${words}, neither stated nor marked`;
  }
  for (const [status, response] of errors) {
    const at = `${id} response ${status}`;
    const known = stated.some((code) => code.status === status);
    if (!known && !isMarked(response)) yield `${at} is neither stated nor marked`;
    if (known && isMarked(response)) yield `${at} is marked, though it is stated`;
    yield* compareBody(response, { "data!": errorData }, at, "required");
  }
}

const ANY = "any";

/** The transitions of the status in an operation's response. */
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
          (stated.from === one || stated.from === ANY) &&
          (stated.paymentMethod ?? method) === method,
      })),
    ),
  );
  const stated = transitions[id] ?? [];
  for (const one of stated) {
    const words = `${id}: ${one.from} -> ${one.to} by ${one.trigger}`;
    const those = found.filter((other) => other.leaves(one));
    if (one.to === null && those.length > 0) yield `${words} is possible`;
    const plain = (marked: boolean) => one.from === ANY || !marked;
    if (one.to !== null && !those.some(({ to, marked }) => to === one.to && plain(marked))) {
      yield `${words} is missing, or marked`;
    }
  }
  for (const { words, to, marked, leaves } of found) {
    const known = stated.some((one) => one.from !== ANY && leaves(one) && one.to === to);
    if (!known && !marked) yield `${words} is neither stated nor marked`;
  }
}

function dataOf(response: Body | undefined): Branch[] {
  return property(branches(response?.content?.["application/json"]?.schema), "data");
}
