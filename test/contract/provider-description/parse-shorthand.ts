/**
 * The notation of the facts in stated/. The fact of a field is
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
export interface Operation {
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

export interface Transition {
  /** Null at creation; "any" where the description names no status, so that to name one is marked. */
  readonly from: string | null;
  /** Null where the trigger is stated to lead nowhere. */
  readonly to: string | null;
  readonly trigger: string;
  readonly paymentMethod?: string;
}

export interface ReturnCode {
  readonly message: string;
  /** Missing where the code is stated for all that needs the token. */
  readonly at?: string;
  readonly status?: string;
}

/** The fields that keys name one by one, each with its "!" or "?", except those of one case only. */
export type Entries = Map<string, { fact: Fact; need: string }>;

export function entriesOf(fields: Fields): Entries {
  const plain = Object.entries(fields).filter(([key]) => !key.includes("="));
  const entries = plain.flatMap(([key, fact]) =>
    key.split(" ").map((word) => {
      const [, name = "", need = ""] = /^(.*?)([!?]?)$/.exec(word) ?? [];
      return [name, { fact, need }] as const;
    }),
  );
  return new Map(entries);
}
