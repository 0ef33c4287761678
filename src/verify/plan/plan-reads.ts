import { isObject } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  nameOf,
  type Operation,
  operations,
  parametersIn,
} from "../../contract/operations.ts";
import { filterParameters, shownAt } from "../checks/list-response.ts";
import type { Knowledge } from "../run-state.ts";
import {
  type FilterPart,
  failing,
  type PlannedRequest,
  pathValues,
  request,
  UNKNOWN,
} from "./planned-request.ts";

interface ReadPlan {
  /** With ids that do not exist: a service that knows all of them is a mock, and has no data to check. */
  unknownIds: PlannedRequest[];
  /** What exists, lists first, in the order in which the requests teach each other ids. */
  data: PlannedRequest[];
  /** Filters, and what the service should reject. */
  checks: PlannedRequest[];
}

/** The requests that only read. */
export function planReads(knowledge: Knowledge): ReadPlan {
  const reads = operations(knowledge.contract).filter((each) => httpMethodOf(each) === "GET");
  const lists = reads.filter(isList);
  const others = reads.filter((operation) => !isList(operation));
  return {
    unknownIds: reads.flatMap(unknownIds),
    data: [
      ...lists.map(firstPage),
      ...others.map((operation) =>
        request(operation, "a resource that exists", { as: operation.id }),
      ),
    ],
    checks: [
      ...reads
        .slice(0, 1)
        .map((operation) =>
          failing(operation, "no-token", "without a token", { isAnonymous: true }),
        ),
      // Three failures in a row end a run, and some services fail at each id that is none.
      ...alternating(reads.flatMap(invalidIds), lists.flatMap(invalidQueries)),
      ...lists.flatMap((operation) => filters(operation, knowledge)),
    ],
  };
}

function firstPage(operation: Operation): PlannedRequest {
  return request(operation, "the first page", { as: operation.id });
}

function alternating<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, index) => [
    some.slice(index, index + 1),
    others.slice(index, index + 1),
  ]).flat(2);
}

function unknownIds(operation: Operation): PlannedRequest[] {
  const path = pathValues(operation, () => UNKNOWN);
  const contexts = parametersIn(operation, "header").map(() =>
    failing(operation, "unknown-id", "for a subaccount that does not exist", {
      subaccountId: UNKNOWN,
    }),
  );
  if (Object.keys(path).length === 0) return contexts;
  return [failing(operation, "unknown-id", "with an id that does not exist", { path })];
}

function invalidIds(operation: Operation): PlannedRequest[] {
  const path = pathValues(operation, () => "not-an-id");
  if (Object.keys(path).length === 0) return [];
  return [failing(operation, "invalid-id", "with an id that is none", { path })];
}

/** One request for each limit of a parameter, just beyond it. */
function invalidQueries(operation: Operation): PlannedRequest[] {
  return parametersIn(operation, "query").flatMap((parameter) => {
    const name = nameOf(parameter);
    const { minimum, maximum } = Object(parameter.at("schema").value);
    const beyond = [Number(minimum) - 1, Number(maximum) + 1].filter(
      (value) => !Number.isNaN(value),
    );
    return beyond.map((value) =>
      failing(operation, "invalid-query", `with ${name}=${value}`, {
        query: { [name]: `${value}` },
      }),
    );
  });
}

/**
 * Each filter, with a value that an item has, and again if that finds nothing; two at once; and with a part of a value. A
 * filter whose value no item shows is sent with an id that exists, and with one that does not.
 */
function filters(operation: Operation, knowledge: Knowledge): PlannedRequest[] {
  const all = filterParameters(operation).map((parameter) => ({
    name: nameOf(parameter),
    fields: shownAt(operation, parameter, knowledge),
    kind: parameter.at("schema", "x-refers-to").value,
    isText: isAnyText(parameter.at("schema").value),
  }));
  const shown = all.filter(({ fields }) => fields.length > 0);
  const filtered = (purpose: string, chosen: typeof all, part: FilterPart, more = {}) =>
    request(operation, purpose, {
      query: Object.fromEntries(
        chosen.map(({ name, fields }) => [name, { items: operation.id, fields, part }]),
      ),
      ...more,
    });
  const page = { ...firstPage(operation), isOnlyIfMissing: true };
  const twice = (purpose: string, chosen: typeof all, part: FilterPart) => [
    filtered(purpose, chosen, part),
    { ...page, purpose: "the first page again, if that found nothing" },
    filtered(`${purpose}, again`, chosen, part, { isAgain: true, isOnlyIfMissing: true }),
  ];
  const NONE = { expect: { outcome: "none" } } as const;
  return [
    ...shown.flatMap((each) => twice(`filtered by ${each.name}`, [each], "distinct")),
    ...(shown.length > 1 ? twice("with two filters at once", shown.slice(0, 2), "first") : []),
    ...shown
      .filter(({ isText }) => isText)
      .map((each) => filtered(`filtered by a part of ${each.name}`, [each], "half", NONE)),
    ...all
      .filter(({ fields }) => fields.length === 0)
      .flatMap(({ name, kind }) => [
        request(operation, `filtered by ${name}`, { query: { [name]: { known: `${kind}` } } }),
        request(operation, `filtered by an unknown ${name}`, {
          query: { [name]: UNKNOWN },
          ...NONE,
        }),
      ]),
  ];
}

/** Whether any text may be the value, so that a part of it may be one too. */
function isAnyText(schema: unknown): boolean {
  return isObject(schema) && schema.type === "string" && schema.format === undefined;
}
