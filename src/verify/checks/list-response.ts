import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import {
  isList,
  nameOf,
  type Operation,
  parametersIn,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf } from "../../contract/schema-fields.ts";
import { type Exchange, isSuccess, keyOf } from "../exchange.ts";
import { contradicted, type Finding, held, kindOf, numberOrKind, undecided } from "../finding.ts";
import { MAX_ITEMS } from "../match-schema.ts";
import type { Knowledge, Page } from "../run-state.ts";
import { parameterValue, wordsOf } from "./outcome.ts";

/** Checks a page of a list: its order, its default limits, and its filters. */
export function checkList(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { operation, status, body, query, probe } = exchange;
  if (!isList(operation)) return [];
  const sent = filtersOf(operation, knowledge).flatMap((each) => {
    const text = query[each.name];
    return text === undefined ? [] : { ...each, value: parameterValue(each.parameter, text) };
  });
  const filters = sent.filter(({ isOfPage }) => !isOfPage);
  if (status === 400 || status === 422) {
    const refusable = probe?.isControl ? sent : filters;
    return refusable.flatMap((each) => refused(exchange, each, refusable.length > 1));
  }
  if (!isSuccess(status) || !isObject(body) || !Array.isArray(body.data)) return [];
  const items = body.data.slice(0, MAX_ITEMS).filter(isObject);
  const page: Page = { items, meta: Object(body.meta) };
  const findings = [
    ...checkOrder(exchange, page, knowledge),
    ...checkDefaults(exchange, page, knowledge),
    ...(filters.length > 0 ? checkFilters(exchange, filters, page, knowledge) : []),
  ];
  // A page that we have restricted has not all that a filter may find.
  const isAny = probe ? Object.keys(query).length === 0 : filters.length === 0;
  if (isAny) knowledge.pages.set(operation.id, page);
  return findings;
}

/** The assumption about the order of a list, and maybe about its filters. */
function aboutList({ cursor }: Operation, { assumptions }: Knowledge) {
  return assumptions.get(cursor.at("responses", "200").target.pointer);
}

interface Filter {
  name: string;
  parameter: Cursor;
  /** Whether it says which part of the list to return. Those parameters have a default. */
  isOfPage: boolean;
  /** The assumption about it, or about all filters of its list. Undefined if the description states it. */
  pointer: string | undefined;
  /** The JSON pointers in an item at which it shows the value. */
  fields: readonly string[];
}

interface SentFilter extends Filter {
  value: unknown;
}

/** The parameters that say which items a list has. */
export function filtersOf(operation: Operation, knowledge: Knowledge): Filter[] {
  const { assumptions } = knowledge;
  const items = fieldsIn(formsOf(successSchema(operation).at("properties", "data", "items")));
  return parametersIn(operation, "query").map((parameter) => {
    const name = nameOf(parameter);
    const schema = parameter.at("schema");
    const own = [parameter, schema].find(({ pointer }) => {
      const { check } = assumptions.get(pointer) ?? {};
      return check && !check.keywords;
    });
    const isOfPage = schema.at("default").exists;
    const pointer = own?.pointer ?? (isOfPage ? undefined : aboutFilters(operation, knowledge));
    const shown = items.has(name) ? [`/${name}`] : [];
    const fields = assumptions.get(parameter.pointer)?.check?.fields ?? shown;
    return { name, parameter, isOfPage, pointer, fields };
  });
}

function aboutFilters(operation: Operation, knowledge: Knowledge): string | undefined {
  const { pointer, check } = aboutList(operation, knowledge) ?? {};
  return check?.filters ? pointer : undefined;
}

function checkOrder(exchange: Exchange, { items }: Page, knowledge: Knowledge): Finding[] {
  const { pointer, check } = aboutList(exchange.operation, knowledge) ?? {};
  const field = check?.order ?? "";
  const times = items.flatMap((item) => (isString(item[field]) ? [Date.parse(item[field])] : []));
  if (!pointer || times.length === 0) return [];
  const later = times.findIndex((time, index) => index > 0 && time > Number(times[index - 1]));
  const got = `the items are not sorted by ${field}, the latest first`;
  if (later >= 0) return [contradicted(pointer, { at: "order", got })];
  // Fewer have an order by chance.
  if (new Set(times).size < 4)
    return [undecided(pointer, `the list has fewer than four different ${field}`)];
  return [held(pointer, "sorted")];
}

/** Without a parameter, `meta` shows its default. */
function checkDefaults(
  { operation, query }: Exchange,
  { items, meta }: Page,
  { assumptions }: Knowledge,
): Finding[] {
  return parametersIn(operation, "query").flatMap((parameter): Finding[] => {
    const name = nameOf(parameter);
    const pointer = parameter.at("schema").pointer;
    const fallback = parameter.at("schema", "default").value;
    if (name in query || fallback === undefined || !assumptions.get(pointer)?.check) return [];
    const isMore = name === "limit" && items.length > Number(fallback);
    const got = isMore ? items.length : meta[name];
    if (got === undefined) return [];
    if (!isScalar(got)) return [undecided(pointer, `the response shows ${kindOf(got)} at ${name}`)];
    if (isSame(got, fallback)) return [held(pointer, "default")];
    const compared = { expected: `${fallback}`, got: numberOrKind(got) };
    return [contradicted(pointer, { at: `/meta/${name}`, ...compared })];
  });
}

/** A refused name contradicts the filter. A value that no item has may be refused for what it is. */
function refused(
  exchange: Exchange,
  { name, pointer, fields }: Filter,
  isOneOfSeveral: boolean,
): Finding[] {
  const { operation, probe, status } = exchange;
  if (!probe || pointer === undefined) return [];
  const words = wordsOf(exchange);
  const isNamed = words.includes(name);
  const declared = parametersIn(operation, "query").map(nameOf);
  const isOther = words.some((word) => /[a-z][A-Z_]/.test(word) || declared.includes(word));
  if (!isNamed && isOther)
    return [undecided(pointer, `the service refused the filter ${name} for another reason`)];
  const isForItsName = probe.expect ? fields.length === 0 && isNamed : isNamed || !isOneOfSeveral;
  if (!isForItsName) return [];
  const got = `the service refuses the parameter (${status})`;
  return [contradicted(pointer, { at: `query ${name}`, got })];
}

/**
 * The items have the values that the filters ask for, all items that have them are among them, and each filter leaves
 * something out. What a filter does to items that do not show the value only their number tells.
 */
function checkFilters(
  { operation, probe }: Exchange,
  filters: readonly SentFilter[],
  { items, meta }: Page,
  knowledge: Knowledge,
): Finding[] {
  const all = knowledge.pages.get(operation.id);
  const shown = filters.filter(({ fields }) => fields.length > 0);
  const wrong = shown.filter((filter) => items.some((item) => !has(item, filter)));
  const known = all?.items.filter((item) => shown.every((filter) => has(item, filter))) ?? [];
  const ids = new Set(items.map(({ id }) => id));
  const isWhole = items.length === 0 || meta.total === items.length;
  const isLost = ({ id }: JsonObject) => items.length === 0 || (isString(id) && !ids.has(id));
  const isMissing = probe !== undefined && shown.length > 0 && isWhole && known.some(isLost);
  if (isMissing && probe.again === undefined) {
    // The list may be late.
    knowledge.open.add(keyOf({ operation, ...probe }));
    return [];
  }
  // Where each filter does what it should alone, the assumption about all of them is untrue, or true.
  const isNone = probe?.expect?.outcome === "none";
  const isPart = isNone && shown.length > 0;
  const isCommon = filters.length > 1 || isPart;
  const isFound = ({ name }: Filter) => knowledge.found.has(`${operation.id} ${name}`);
  const about = (chosen: readonly Filter[], find: (pointer: string, name: string) => Finding) =>
    chosen.flatMap((each): Finding[] => {
      const isOwn = !isCommon || !isFound(each);
      const pointer = isOwn ? each.pointer : aboutFilters(operation, knowledge);
      return pointer === undefined ? [] : [find(pointer, each.name)];
    });
  const wrongly = (chosen: readonly Filter[], got: (name: string) => string) =>
    about(chosen, (pointer, name) =>
      contradicted(pointer, { at: `query ${name}`, got: got(name) }),
    );
  const open = (reason: string) => about(filters, (pointer) => undecided(pointer, reason));
  if (wrong.length > 0)
    return wrongly(wrong, (name) => `the response has an item with another ${name}`);
  if (isMissing && (filters.length === 1 || filters.every(isFound)))
    return wrongly(filters, (name) => `the response lacks an item with this ${name}, twice`);
  if (isNone && !isPart && items.length > 0)
    return wrongly(filters, (name) => `the response has items, and none has this ${name}`);
  if (items.length > 0 && !isMissing)
    for (const { name } of filters) knowledge.found.add(`${operation.id} ${name}`);
  if (!filters.every(isFound)) return open("no item shows what the filter should find");
  // For each filter there is an item that only this one leaves out, or fewer items are counted.
  const isOnly = (filter: SentFilter) =>
    all?.items.some((item) => shown.every((each) => has(item, each) === (each !== filter)));
  const isSelective =
    shown.length === filters.length
      ? shown.every(isOnly)
      : Number(meta.total) < Number(all?.meta.total);
  if (!isSelective) return open("the filter left nothing out");
  return about(filters, (pointer) => held(pointer, "filtered"));
}

function has(item: JsonObject, { fields, value }: SentFilter): boolean {
  return fields.some((at) => isSame(valueAt(item, at), value));
}

/** Whether a service shows a value, as a number or a text: which of them it should be, the description says. */
function isSame(shown: unknown, value: unknown): boolean {
  if (!isScalar(shown)) return false;
  return typeof value === "number" ? Number(shown) === value : `${shown}` === value;
}

function isScalar(value: unknown): boolean {
  return typeof value === "number" || (isString(value) && value !== "");
}
