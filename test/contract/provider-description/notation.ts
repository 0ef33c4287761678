import { returnCodes } from "./resources/index.ts";

/**
 * The notation of the facts in resources/. The fact of a field is
 *   a kind            "uuid", "string | null", "boolean = false" (a default)
 *   a set of values   "one of PF PJ" is complete, "some of APPROVED" is open
 *   "absent"          the description states that the field is not there
 *   { … } or [ … ]    an object, or an array of items of one fact
 * "~" before a kind: the description states the rule elsewhere, for the same thing. The contract may
 * apply it here, and need not.
 *
 * A key names one or more fields of one kind. "!": the description states that the field is there.
 * "?": it can be missing, or no example shows it for every case. Without either, the contract requires
 * the field of a response and marks that; of a request it may require it, and then marks that.
 * A key "field=value" holds the fields that come with that value. A later key wins, so that what
 * differs can follow `...resource`.
 */
export type Fact = string | Fields | readonly [Fact];
export interface Fields {
  readonly [names: string]: Fact;
}

/** Identifiers in the path are required UUIDs, all of them. */
interface Operation {
  readonly call: string;
  readonly bearer?: false;
  readonly header?: Fields;
  readonly query?: Fields;
  /** Query parameters that are stated without a name: the contract names them, and says so. */
  readonly unnamed?: Fields;
  readonly body?: Fields;
  /** Without it the response is not shown. */
  readonly data?: Fact;
  readonly meta?: Fields;
  /** Without it nothing is said of this operation, and the convention holds: string or null. */
  readonly message?: string;
}

/** Without `at`, a code is stated for all that needs the token. */
interface ReturnCode {
  readonly message: string;
  readonly at?: string;
  readonly status?: string;
}

export type Operations = Readonly<Record<string, Operation>>;
export type ReturnCodes = Readonly<Record<number, ReturnCode>>;
/**
 * The key is the operation whose response has the status. `method from -> to by trigger`: from null at creation, from
 * "any" where the description names no status, and to "nothing" where the trigger is stated to lead nowhere.
 */
export type Transitions = Readonly<Record<string, readonly string[]>>;
/** Fields that the description names without a meaning, by schema. The contract must mark theirs. */
export type Unexplained = Readonly<Record<string, readonly string[]>>;
/** The fields that keys name one by one, each with its "!" or "?", except those of one case only. */
export function entriesOf(fields: Fields): Map<string, { fact: Fact; need: string }> {
  const plain = Object.entries(fields).filter(([key]) => !key.includes("="));
  const entries = plain.flatMap(([key, fact]) =>
    key.split(" ").map((word) => {
      const [, name = "", need = ""] = /^(.*?)([!?]?)$/.exec(word) ?? [];
      return [name, { fact, need }] as const;
    }),
  );
  return new Map(entries);
}

/** What a schema must accept and reject, however it is written. */
interface Kind {
  readonly types: readonly string[];
  readonly accepts?: readonly unknown[];
  readonly rejects?: readonly unknown[];
  /** A closed set of values, and an open one. */
  readonly closed?: readonly unknown[];
  readonly known?: readonly unknown[];
}

const text = (accepts: string[], rejects: string[]): Kind => ({
  types: ["string"],
  accepts,
  rejects,
});
const int32 = { types: ["integer"], accepts: [400, -9999], rejects: [2 ** 31] };
const splitOfPayment = {
  subaccountId: "7b1f4c1e-5d3a-4f0e-9a57-0d9f2c6b8e11",
  splitType: "percentage",
  splitPercentage: 10,
  liquidAmount: 1000,
  chargebackLiable: false,
};

const kinds: Readonly<Record<string, Kind>> = {
  any: { types: [] },
  int32,
  "return code": { ...int32, known: Object.keys(returnCodes).map(Number) },
  "page number": { types: ["integer"], accepts: [1, 1000], rejects: [0] },
  "page size": { types: ["integer"], accepts: [1, 100], rejects: [0, 101] },
  "2 decimals": {
    types: ["number"],
    accepts: [10, 12.5, 0.29, 33.33, 64.1],
    rejects: [33.333, 0.001],
  },
  "array of string": { types: ["array"], accepts: [["one", "two"]], rejects: [[7]] },
  "empty array": { types: ["array"], accepts: [[]], rejects: [[splitOfPayment]] },
  uuid: text(["7b1f4c1e-5d3a-4f0e-9a57-0d9f2c6b8e11"], ["42", "7b1f4c1e"]),
  date: text(["2026-02-28"], ["28/02/2026", "2026-13-01", "2026-02-28T12:34:56.789Z"]),
  timestamp: text(
    ["2026-02-28T12:34:56.789Z"],
    ["2026-02-28", "2026-02-28T12:34:56Z", "2026-02-28T12:34:56.789-03:00", "noon.000Z"],
  ),
  "timestamp, milliseconds or not": text(
    ["2026-02-28T12:34:56.789Z", "2026-02-28T12:34:56Z"],
    ["2026-02-28", "2026-02-28T12:34:56-03:00", "noon.000Z"],
  ),
  "timestamp with offset": text(
    ["2026-02-28T23:59:59-03:00", "2026-02-28T23:59:59.000-03:00", "2026-02-28T23:59:59Z"],
    ["2026-02-28", "2026-02-28T23:59:59", "noon.000-03:00"],
  ),
  url: text(["https://shop.example/postback?id=7"], ["no address", ""]),
  "url or empty": text(["https://shop.example/postback?id=7", ""], ["no address"]),
  ipv4: text(["200.147.3.157"], ["::1", "200.147.3", "200.147.3.999"]),
  "<seconds>s": text(["3600s"], ["3600", "s", "1h"]),
  "13 to 16 digits": text(
    ["4111111111111", "41111111111111", "411111111111111", "4111111111111111"],
    ["411111111111", "41111111111111111", "4111 1111 1111 1111", "411111111111111x"],
  ),
  "3 to 4 digits": text(["123", "0123"], ["12", "12345", "12x"]),
  "4 digits": text(["4111", "0001"], ["411", "41111", "411x"]),
  MM: text(["01", "09", "10", "12"], ["00", "13", "1", "012", "1x"]),
  YYYY: text(["2031"], ["31", "20311", "203x"]),
  "with check digit": text(["0001-0", "1234567-8"], ["00010", "0001-"]),
};

/** The kind, or one of several, that a fact names. Unlisted names are types of JSON. */
export function kindOf(fact: string): Kind {
  const [, how, list = ""] = /^(one|some) of (.+)$/.exec(fact) ?? [];
  const set = list.split(" ");
  if (how === "one") return { types: ["string"], accepts: set, closed: set };
  if (how === "some") return { types: ["string"], accepts: [...set, "ANOTHER"], known: set };
  const all = fact.split(" | ").map((name): Kind => kinds[name] ?? { types: [name] });
  return all.reduce((left, right) => ({
    types: [...left.types, ...right.types],
    accepts: [...(left.accepts ?? []), ...(right.accepts ?? [])],
    rejects: [...(left.rejects ?? []), ...(right.rejects ?? [])],
  }));
}
