/** Compares operations with their facts. Each difference is a sentence. */
import { branches, compare, compareObject, type Problems, property } from "./compare-schemas.ts";
import { entriesOf, type Fact } from "./notation.ts";
import { type Contract, isMarked, type Json } from "./read-contract.ts";
import { errorData, operations, returnCodes } from "./resources/index.ts";

const JSON_TYPE = "application/json";

export function* compareOperation(contract: Contract, id: string): Problems {
  const { call, bearer, header, query, unnamed, body, ...shown } = operations[id] ?? { call: "" };
  const found = contract.operations.get(id);
  if (!found)
    return yield `${id} is missing: give its path a file in openapi/paths/, then run npm run generate`;
  if (found.call !== call) yield `${id} is ${found.call}, stated ${call}`;
  if (isMarked(found)) yield `${id} or its path is marked, though it is stated`;
  const security = JSON.stringify(bearer === false ? [] : [{ bearerAuth: [] }]);
  if (JSON.stringify(found.security) !== security) yield `${id} has not the security ${security}`;

  const identifiers = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => [`${name}!`, "uuid"]);
  yield* compareParameters(found, "path", Object.fromEntries(identifiers));
  yield* compareParameters(found, "header", { ...header });
  yield* compareParameters(found, "query", { ...query }, unnamed);
  yield* compareParameters(found, "cookie", {});

  const { requestBody } = found;
  if (body) yield* compareBody(requestBody, body, `${id} request`, "unstated");
  else if (requestBody && !isMarked(requestBody))
    yield `${id} request is neither stated nor marked`;

  const { data, meta, message = "string | null" } = shown;
  const envelope = data && { "data!": data, ...(meta && { "meta!": meta }), "message!": message };
  yield* compareBody(found.responses["200"], envelope ?? {}, `${id} response`, "required");
  yield* compareErrors(found, id);
}

function* compareParameters(found: Json, place: string, named: object, unnamed = {}): Problems {
  const at = `${found.operationId} ${place}`;
  const those: Json[] = found.parameters.filter((each: Json) => each.in === place);
  const properties = those.map((each) => [
    each.name,
    isMarked(each) ? { "x-inferred": each["x-inferred"], allOf: [each.schema] } : each.schema,
  ]);
  const schema = {
    properties: Object.fromEntries(properties),
    required: those.filter((each) => each.required).map((each) => each.name),
  };
  yield* compareObject(branches(schema), { ...named, ...unnamed }, at, "unstated");
  const names = entriesOf({ ...named });
  for (const each of those) {
    const isNamed = names.has(each.name);
    if (isNamed === isMarked(each)) {
      yield `${at}.${each.name} ${isNamed ? "is marked, though it is stated" : "has a name neither stated nor marked"}`;
    }
  }
}

function* compareBody(
  body: Json,
  fact: Fact,
  at: string,
  byDefault: "required" | "unstated",
): Problems {
  const types = Object.keys(body?.content ?? {}).join();
  if (types !== JSON_TYPE) return yield `${at} is ${types || "empty"}, not JSON`;
  yield* compare(branches(body.content[JSON_TYPE].schema), fact, at, byDefault);
}

function* compareErrors({ responses }: Json, id: string): Problems {
  const stated = Object.entries(returnCodes)
    .filter(([, { at }]) => (at ? at === id : operations[id]?.bearer !== false))
    .map(([returnCode, code]) => ({ ...code, returnCode: Number(returnCode) }));
  const missing = new Set(stated);
  const { 200: _, ...errors } = responses;
  for (const [status, response] of Object.entries<Json>(errors)) {
    const at = `${id} response ${status}`;
    const known = stated.find((code) => code.status === status);
    if (!known && !isMarked(response)) yield `${at} is neither stated nor marked`;
    if (known && isMarked(response)) yield `${at} is marked, though it is stated`;
    yield* compareBody(response, { "data!": errorData }, at, "required");

    for (const example of Object.values<Json>(response.content[JSON_TYPE].examples)) {
      const { returnCode, message } = example.value.data;
      const words = `${id} shows ${status} "${message}"`;
      const listed = returnCodes[returnCode]?.message;
      if (returnCode !== undefined && message !== listed) yield `${words}, stated "${listed}"`;
      if (listed && isMarked(example)) yield `${words}, and marks what is stated`;
      if (!listed && !isMarked(example)) yield `${words}, neither stated nor marked`;
      if (listed && known && known.returnCode !== returnCode) yield `${words}, stated elsewhere`;
      for (const code of stated) {
        const isShown = code.returnCode === returnCode && code.message === message;
        if (isShown && (code.status ?? status) === status) missing.delete(code);
      }
    }
  }
  for (const { returnCode, message } of missing) yield `${id} shows no ${returnCode} "${message}"`;
}

/** The transitions of the status in an operation's response. */
export function transitionsOf({ operations }: Contract, id: string) {
  const { schema } = operations.get(id).responses["200"].content[JSON_TYPE];
  const status = property(property(branches(schema), "data"), "status").flat();
  const all = new Set<Json>(status.flatMap((part) => part.schema["x-transitions"] ?? []));
  return [...all].flatMap(({ from, to, trigger, paymentMethods = [""], ...rest }) =>
    [from].flat().flatMap((one) =>
      paymentMethods.map((method: string) => ({
        words: `${method} ${one} -> ${to} by ${trigger}`.trim(),
        marked: isMarked(rest),
      })),
    ),
  );
}
