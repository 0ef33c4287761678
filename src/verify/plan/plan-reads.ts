import type { Cursor } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  nameOf,
  type Operation,
  operations,
  parametersIn,
} from "../../contract/operations.ts";
import { filterParameters, itemFields } from "../checks/list-response.ts";
import {
  failing,
  type PlannedRequest,
  pathValues,
  type Reference,
  request,
  UNKNOWN,
} from "./planned-request.ts";

interface ReadPlan {
  /** With ids that do not exist. They come first: a service that knows such an id is a mock, and has no data to check. */
  unknownIds: PlannedRequest[];
  /** What exists. The requests come in the order in which they teach each other ids. */
  data: PlannedRequest[];
  /** Filters, and what the service should reject. */
  checks: PlannedRequest[];
}

/** The requests that only read. */
export function planReads(contract: Cursor): ReadPlan {
  const reads = operations(contract).filter((each) => httpMethodOf(each) === "GET");
  const lists = reads.filter(isList);
  const others = reads.filter((operation) => !isList(operation));
  return {
    unknownIds: reads.flatMap(unknownIds),
    data: [
      ...lists.map((operation) => request(operation, "the first page", { as: operation.id })),
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
      ...alternating(reads.flatMap(invalidIds), [
        ...lists.flatMap(invalidQueries),
        ...lists.flatMap(filters),
      ]),
    ],
  };
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

/** One request for each filter, with a value that not all items have, or that none has. */
function filters(operation: Operation): PlannedRequest[] {
  const shown = itemFields(operation);
  return filterParameters(operation).map((parameter) => {
    const name = nameOf(parameter);
    const value: Reference = shown.has(name) ? { items: operation.id, field: name } : UNKNOWN;
    return request(operation, `filtered by ${name}`, { query: { [name]: value } });
  });
}
