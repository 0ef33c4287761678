import { type Cursor, isObject } from "../../src/contract/cursor.ts";
import type { Operation } from "../../src/contract/operations.ts";
import { complete } from "../contract/invalid-requests.ts";
import { shownBy } from "../mock/contract-examples.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { cardNumbers, oddTexts } from "./hostile-values.ts";
import type { Chance } from "./seeded-random.ts";

/** What values are made with. */
export interface Source {
  chance: Chance;
  /** An id or a key that exists, by the name of the field, where there is one. */
  known(name: string): string | undefined;
}

/** Makes a value that the contract allows, or almost. */
export type Make = (source: Source) => unknown;

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

/** A random id, which nothing has. */
export function uuid(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join("");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

/** The values of the fields that take one of some, by their names. */
const listed: Record<string, unknown[]> = {};
for (const contract of [service, control]) collectLists(contract.at("components", "schemas"), "");

function collectLists(schema: Cursor, name: string): void {
  for (const member of schema.ownMembers()) {
    if (member.key === "enum") listed[name] = [...(listed[name] ?? []), ...(member.value as [])];
    else if (isObject(member.value) || Array.isArray(member.value))
      collectLists(member, /^(allOf|oneOf|anyOf|items|\d+)$/.test(member.key) ? name : member.key);
  }
}

/** Bodies that the contract shows for an operation, with all that they may have, and with other values in places. */
export function makerOfBody(operation: Operation): Make {
  const shown = shownBy(operation).map(({ request }) => complete(request).body);
  return (source) => varied(source.chance.pick(shown), "", source);
}

export function makerOfParameter(parameter: Cursor): Make {
  const name = `${parameter.at("name").value}`;
  const schema = parameter.at("schema");
  const isLimited = ["enum", "pattern", "format"].some((keyword) => schema.at(keyword).exists);
  const isText = schema.at("type").value === "string" && !isLimited;
  const listed = schema.at("enum").value as unknown[] | undefined;
  const usual = listed ?? chosen[name] ?? [parameter.at("example").value];
  const most = (schema.at("maxLength").value as number | undefined) ?? Number.POSITIVE_INFINITY;
  const odd = oddTexts.filter((text) => [...text].length <= most);
  return ({ chance, known }) => {
    const there = known(name);
    if (there !== undefined && chance.below(20) > 0) return there;
    return chance.pick(isText && chance.below(4) === 0 ? odd : usual);
  };
}

function varied(value: unknown, name: string, source: Source): unknown {
  const { chance, known } = source;
  if (Array.isArray(value)) {
    const items = value.map((item) => varied(item, name, source));
    return chance.pick([items, items, items.slice(1), [...items, ...items]]);
  }
  if (isObject(value)) {
    const kept = Object.entries(value).filter(() => chance.below(12) > 0);
    return Object.fromEntries(kept.map(([key, field]) => [key, varied(field, key, source)]));
  }
  const there = typeof value === "string" ? known(name) : undefined;
  if (there !== undefined && chance.below(20) > 0) return there;
  const usual = chosen[name] ?? listed[name] ?? [value];
  if (typeof value === "string" && chance.below(8) === 0) return chance.pick(oddTexts);
  return chance.pick([value, chance.pick(usual)]);
}
