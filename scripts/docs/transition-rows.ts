import type { Cursor } from "../../src/contract/cursor.ts";

/** A row of the `x-transitions` of a status. */
export interface Transition {
  /** An empty array for the initial status. */
  readonly from: readonly string[];
  readonly to: string;
  readonly trigger: string;
  readonly methods: readonly string[];
  readonly assumed: boolean;
  /** The row itself. */
  readonly cursor: Cursor;
}

/** The transitions of a status schema, in the order of the contract. */
export function transitionsOf(status: Cursor): Transition[] {
  return status
    .at("x-transitions")
    .members()
    .map((cursor) => ({
      from: [cursor.at("from").value ?? []].flat().map(String),
      to: String(cursor.at("to").value),
      trigger: String(cursor.at("trigger").value).replace(/\.$/, ""),
      methods: cursor
        .at("paymentMethods")
        .members()
        .map(({ value }) => String(value)),
      assumed: cursor.at("x-inferred").exists,
      cursor,
    }));
}
