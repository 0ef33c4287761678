import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import {
  isList,
  nameOf,
  type Operation,
  parametersIn,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf } from "../../contract/schema-fields.ts";
import type { Exchange } from "../exchange.ts";
import { type Finding, kindOf } from "../finding.ts";
import type { Knowledge } from "../run-state.ts";
import { parameterValue } from "./error-response.ts";
import { describeValue } from "./response-schema.ts";

/** Checks a page of a list: its order, its default limits, and its filters. */
export function checkList(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { operation, status, body } = exchange;
  if (!isList(operation) || !isObject(body) || !Array.isArray(body.data)) return [];
  if (status !== 200 || knowledge.isStateless) return [];
  const page: Page = { items: body.data.filter(isObject), meta: Object(body.meta) };
  const findings = [
    ...checkOrder(exchange, page, knowledge),
    ...checkDefaults(exchange, page, knowledge),
    ...filtersIn(exchange).flatMap((filter) => checkFilter(exchange, filter, page, knowledge)),
  ];
  if (filtersIn(exchange).length === 0 && typeof page.meta.total === "number")
    knowledge.totals.set(operation.id, page.meta.total);
  return findings;
}

interface Page {
  items: JsonObject[];
  meta: JsonObject;
}

function checkOrder(
  { operation }: Exchange,
  { items }: Page,
  { assumptions }: Knowledge,
): Finding[] {
  const pointer = operation.cursor.at("responses", "200").target.pointer;
  const field = assumptions.get(pointer)?.check?.order;
  if (field === undefined) return [];
  const times = items
    .map((item) => item[field])
    .filter(isString)
    .map((time) => Date.parse(time));
  const ascending = times.findIndex(
    (time, index) => index > 0 && time > (times[index - 1] as number),
  );
  const expected = `the greatest ${field} first`;
  if (ascending > 0)
    return [
      { pointer, holds: false, at: `/data/${ascending}/${field}`, expected, got: "a later one" },
    ];
  const isProven = new Set(times).size > 1;
  return isProven ? [{ pointer, holds: true, at: "/data", expected, got: "that order" }] : [];
}

/** Without a parameter, `meta` shows its default. */
function checkDefaults(
  { operation, query }: Exchange,
  { items, meta }: Page,
  { assumptions }: Knowledge,
): Finding[] {
  return parametersIn(operation, "query").flatMap((parameter) => {
    const name = nameOf(parameter);
    const pointer = parameter.at("schema").pointer;
    const fallback = parameter.at("schema", "default").value;
    if (name in query || fallback === undefined || !assumptions.get(pointer)?.check) return [];
    const isMore = name === "limit" && items.length > Number(fallback);
    const got = isMore ? items.length : meta[name];
    if (got === undefined) return [];
    return [
      {
        pointer,
        holds: got === fallback,
        at: `/meta/${name}`,
        expected: `${fallback}`,
        got: shownNumber(got),
      },
    ];
  });
}

function shownNumber(value: unknown): string {
  return typeof value === "number" ? `${value}` : kindOf(value);
}

interface Filter {
  parameter: Cursor;
  name: string;
  value: unknown;
}

/** The parameters that restrict which items there are. Those of the page have a default. */
export function filterParameters(operation: Operation): Cursor[] {
  return parametersIn(operation, "query").filter(
    (parameter) => !parameter.at("schema", "default").exists,
  );
}

function filtersIn({ operation, query }: Exchange): Filter[] {
  return filterParameters(operation).flatMap((parameter) => {
    const name = nameOf(parameter);
    const text = query[name];
    return text === undefined ? [] : [{ parameter, name, value: parameterValue(parameter, text) }];
  });
}

/**
 * The items have the value that a filter asks for, and the filter leaves something out. What a filter does to items that
 * do not show the value only their number tells.
 */
function checkFilter(
  exchange: Exchange,
  filter: Filter,
  { items, meta }: Page,
  knowledge: Knowledge,
): Finding[] {
  const { operation } = exchange;
  const { parameter, name, value } = filter;
  const pointer = ownerOfFilter(exchange, parameter, knowledge);
  if (pointer === undefined) return [];
  const all = knowledge.totals.get(operation.id);
  const isShown = itemFields(operation).has(name);
  const at = `query ${name}`;
  const wrong = isShown ? items.findIndex((item) => item[name] !== value) : -1;
  if (wrong >= 0)
    return [
      {
        pointer,
        holds: false,
        at,
        expected: "only items with the value",
        got: `another at /data/${wrong}: ${describeField(operation, name, items[wrong]?.[name])}`,
      },
    ];
  if (all === undefined || typeof meta.total !== "number" || filtersIn(exchange).length > 1)
    return [];
  if (meta.total < all)
    return [{ pointer, holds: true, at, expected: "fewer items", got: "fewer items" }];
  const matchesNothing = !isShown && exchange.probe !== undefined;
  return matchesNothing && items.length > 0
    ? [{ pointer, holds: false, at, expected: "no item", got: "all items" }]
    : [];
}

/** A word of a set, or the kind of value: a title may be somebody's name. */
function describeField(operation: Exchange["operation"], name: string, value: unknown): string {
  const [schema] = itemFields(operation).get(name) ?? [];
  return schema ? describeValue(schema.target, value) : kindOf(value);
}

/** The assumption about a filter, or about all filters of its list. */
function ownerOfFilter(
  { operation }: Exchange,
  parameter: Cursor,
  { assumptions }: Knowledge,
): string | undefined {
  const response = operation.cursor.at("responses", "200").target;
  return [parameter, response]
    .map(({ pointer }) => pointer)
    .find((each) => assumptions.get(each)?.check);
}

/** The fields of the items of a list. */
export function itemFields(operation: Operation): Map<string, Cursor[]> {
  return fieldsIn(formsOf(successSchema(operation).at("properties", "data", "items")));
}
