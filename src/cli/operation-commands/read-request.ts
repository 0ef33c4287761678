import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { OperationRequest } from "../../client/call-operation.ts";
import { parseJson } from "../../client/parse-json.ts";
import { isObject } from "../../contract/cursor.ts";
import { withComingDays } from "../../sandbox/domain/move-dates-forward.ts";
import { parseMoney } from "../../text/format-money.ts";
import { type FlagValues, UsageError } from "../define-command.ts";
import {
  exampleBody,
  type OperationFlag,
  type OperationRow,
  type ValueType,
} from "./operation-table.ts";

/** The request that flags describe. The days of an example come after `now`. @throws {UsageError} */
export async function readRequest(
  row: OperationRow,
  values: FlagValues,
  now?: string,
): Promise<OperationRequest> {
  const given = (place: OperationFlag["in"]) =>
    row.flags
      .filter((flag) => flag.in === place && values[flag.name] !== undefined)
      .map((flag) => ({ flag, value: parsed(flag, values[flag.name]) }));
  const byName = (place: OperationFlag["in"]) =>
    Object.fromEntries(given(place).map(({ flag, value }) => [flag.path.join(), value]));
  const body = row.body && (await readBody(row, values, now));
  const isSecret = ({ flag }: { flag: OperationFlag }) => flag.kind === "secret";
  for (const field of given("body").toSorted((one, other) => +isSecret(one) - +isSecret(other))) {
    const { flag, value } = field;
    // The environment has a card for every call, but not each one takes a card.
    if (isSecret(field) && !hasField(body, flag.path.slice(0, -1))) continue;
    setField(body, flag.path, value);
  }
  return {
    path: given("path").map(({ value }) => value),
    query: byName("query"),
    headers: byName("header") as Record<string, string>,
    body,
  };
}

/** How a value of each type is typed, and what a text means as one. Undefined if it means none. */
export const VALUE_TYPES: Record<ValueType, ValueTypeOf> = {
  string: { placeholder: "TEXT", expected: "a text", parse: (given) => given },
  integer: {
    placeholder: "NUMBER",
    expected: "a whole number",
    parse: (given) => (/^-?\d{1,15}$/.test(given) ? Number(given) : undefined),
  },
  number: {
    placeholder: "NUMBER",
    expected: "a number, such as 3.5",
    parse: (given) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(given) ? Number(given) : undefined),
  },
  money: {
    placeholder: "AMOUNT",
    expected: "an amount, such as 4990 in centavos or 49,90 in reais",
    parse: parseMoney,
  },
  boolean: {
    placeholder: "true|false",
    expected: "true or false",
    parse: (given) => (/^(true|false)$/.test(given) ? given === "true" : undefined),
  },
  object: { placeholder: "JSON", expected: "JSON", parse: parseJson },
};

interface ValueTypeOf {
  placeholder: string;
  expected: string;
  parse(given: string): unknown;
}

/** Of a list, the value of an option is an item, or several as JSON. */
function parsed(flag: OperationFlag, given: unknown): unknown {
  const { parse } = VALUE_TYPES[flag.type];
  return Array.isArray(given) ? given.flatMap(parse) : parse(`${given}`);
}

async function readBody(
  row: OperationRow,
  { data, example }: FlagValues,
  now: string | undefined,
): Promise<unknown> {
  if (data === undefined && example === undefined) return {};
  if (data === undefined) {
    const body = exampleBody(row, `${example}`);
    return now === undefined ? body : withComingDays(body, Date.parse(now));
  }
  if (example !== undefined) throw new UsageError("--data does not go with --example");
  const given = `${data}`;
  const body = parseJson(await readData(given));
  if (body === undefined) throw new UsageError("--data is not JSON");
  const secret = row.flags.find(({ kind, path }) => kind === "secret" && hasField(body, path));
  if (secret && given !== "-" && !given.startsWith("@"))
    throw new UsageError(
      `others can see the ${secret.path.join(".")} in --data; put it into a file, as in --data @body.json`,
    );
  return body;
}

async function readData(given: string): Promise<string> {
  if (given === "-") return text(process.stdin);
  if (!given.startsWith("@")) return given;
  const file = given.slice(1);
  return readFile(file, "utf8").catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${code})`);
  });
}

/** @throws {UsageError} if there is something else where an object has to be. */
function setField(body: unknown, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (!isObject(body)) throw new UsageError(`the body has no place for ${name}`);
  if (rest.length === 0) body[name] = value;
  else {
    body[name] ??= {};
    setField(body[name], rest, value);
  }
}

function hasField(body: unknown, path: readonly string[]): boolean {
  const found = path.reduce((value, name) => (isObject(value) ? value[name] : undefined), body);
  return found !== undefined;
}
