import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  nameOf,
  type Operation,
  parametersIn,
} from "../../contract/operations.ts";
import { filtersOf } from "../checks/list-response.ts";
import { keyOf } from "../exchange.ts";
import { createKnowledge, type Knowledge } from "../run-state.ts";
import { planWrites } from "./plan-writes.ts";
import {
  type FilterPart,
  failing,
  type PlannedRequest,
  pathValues,
  request,
  UNKNOWN,
  withControl,
} from "./planned-request.ts";

export interface PlanOptions {
  contract: Cursor;
  checks: JsonObject;
  write: boolean;
}

/** What a run of these options sends, in its order. */
export function planRequests({ contract, checks, write }: PlanOptions): PlannedRequest[] {
  const knowledge = createKnowledge(contract, checks);
  const reads = [...knowledge.operations.values()].filter((each) => httpMethodOf(each) === "GET");
  const lists = reads.filter(isList);
  const pages = lists.map(firstPage);
  // In the order in which they teach each other ids.
  const others = reads
    .filter((operation) => !isList(operation))
    .map((operation) => request(operation, "a resource that exists", { as: operation.id }));
  const withoutToken = reads.map((operation) =>
    failing(operation, "no-token", "without a token", { isAnonymous: true }),
  );
  // A list always exists: what answers it is the service. What knows all ids that do not exist is a mock.
  const first = [...pages.slice(0, 1), ...reads.flatMap(unknownIds), ...pages.slice(1), ...others];
  const checked = [
    ...withoutToken.slice(0, 1),
    // Three failures in a row end a run, and some services fail at each id that is none.
    ...reads.flatMap((operation, index) => [
      ...invalidIds(operation),
      ...lists.slice(index, index + 1).flatMap(invalidQueries),
    ]),
    ...lists.flatMap((operation) => filters(operation, knowledge)),
  ];
  if (!write) return [...first, ...checked];
  const writes = planWrites(knowledge);
  // What was made is read too.
  return [...first, ...writes.makes, ...pages, ...others, ...checked, ...writes.checks];
}

function firstPage(operation: Operation): PlannedRequest {
  return request(operation, "the first page", { as: operation.id });
}

/** With ids that do not exist, in the path or as the context. */
function unknownIds(operation: Operation): PlannedRequest[] {
  const path = pathValues(operation, () => UNKNOWN);
  if (Object.keys(path).length > 0)
    return [failing(operation, "unknown-id", "with an id that does not exist", { path })];
  const unknown = { subaccountId: UNKNOWN };
  return parametersIn(operation, "header").map(() =>
    failing(operation, "unknown-id", "for a subaccount that does not exist", unknown),
  );
}

function invalidIds(operation: Operation): PlannedRequest[] {
  const path = pathValues(operation, () => "not-an-id");
  if (Object.keys(path).length === 0) return [];
  return [failing(operation, "invalid-id", "with an id that is none", { path })];
}

/** One request for each limit of a parameter, just beyond it, and one that keeps to all of them. */
function invalidQueries(operation: Operation): PlannedRequest[] {
  const limits = parametersIn(operation, "query").map((parameter) => {
    const { minimum, maximum } = Object(parameter.at("schema").value);
    return { name: nameOf(parameter), minimum, beyond: [minimum - 1, maximum + 1] };
  });
  const least = limits.filter(({ minimum }) => minimum !== undefined);
  const query = Object.fromEntries(least.map(({ name, minimum }) => [name, `${minimum}`]));
  const variants = limits.flatMap(({ name, beyond }) =>
    beyond
      .filter((each) => !Number.isNaN(each))
      .map((each) =>
        failing(operation, "invalid-query", `with ${name}=${each}`, {
          query: { [name]: `${each}` },
        }),
      ),
  );
  const control = request(operation, "with a valid page and limit", { query, isControl: true });
  return withControl(operation.id, variants, [control]);
}

/**
 * Each filter, with a value that an item has, and again if that finds nothing; two at once; and with a part of a value. A
 * filter whose value no item shows is sent with an id that exists, and with one that does not.
 */
function filters(operation: Operation, knowledge: Knowledge): PlannedRequest[] {
  const own = filtersOf(operation, knowledge).filter(({ isOfPage }) => !isOfPage);
  const all = own.map(({ name, parameter, fields }) => {
    const { type, format } = Object(parameter.at("schema").value);
    const kind = parameter.at("schema", "x-refers-to").value;
    // A part of any text or number is one too.
    const isText = ["string", "integer", "number"].includes(type) && format === undefined;
    return { name, fields, kind, isText };
  });
  const shown = all.filter(({ fields }) => fields.length > 0);
  const filtered = (purpose: string, chosen: typeof all, part: FilterPart, more = {}) => {
    const values = chosen.map(({ name, fields }) => {
      const beside = chosen.find((each) => each.name !== name)?.fields ?? [];
      return [name, { items: operation.id, fields, part, beside }];
    });
    return request(operation, purpose, { query: Object.fromEntries(values), ...more });
  };
  const twice = (purpose: string, chosen: typeof all, part: FilterPart) => {
    const first = filtered(purpose, chosen, part);
    const again = keyOf(first);
    return [first, { ...firstPage(operation), again }, { ...first, again }];
  };
  const none = { expect: { outcome: "none" } } as const;
  return [
    ...shown.flatMap((each) => twice(`filtered by ${each.name}`, [each], "distinct")),
    ...(shown.length > 1 ? twice("with two filters at once", shown.slice(0, 2), "together") : []),
    ...shown
      .filter(({ isText }) => isText)
      .map((each) => filtered(`filtered by a part of ${each.name}`, [each], "half", none)),
    ...all
      .filter(({ fields }) => fields.length === 0)
      .flatMap(({ name, kind }) => {
        const unknown = { query: { [name]: UNKNOWN }, ...none };
        return [
          request(operation, `filtered by ${name}`, { query: { [name]: { known: `${kind}` } } }),
          request(operation, `filtered by an unknown ${name}`, unknown),
        ];
      }),
  ];
}
