import { assumptionId, isMarked } from "../../../src/contract/assumptions.ts";
import type { Cursor } from "../../../src/contract/cursor.ts";
import { operations } from "../../../src/contract/operations.ts";
import { headingAnchor } from "../markdown-files.ts";
import { code } from "./markdown-table.ts";

/** A row of the `x-transitions` of a status. */
export interface Transition {
  /** An empty array for the initial status. */
  readonly from: readonly string[];
  readonly to: string;
  readonly trigger: string;
  readonly methods: readonly string[];
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
      cursor,
    }));
}

/** For a guide: what follows each status, by what, and whether that is assumed. */
export function transitionList(contract: Cursor, schema: string): string {
  const transitions = transitionsOf(contract.at("components", "schemas", schema));
  const byStart = Map.groupBy(transitions, ({ from }) => from.map(code).join(", "));
  return [...byStart]
    .map(([from, next]) => {
      const lines = next.map((each) => `    - ${code(each.to)}: ${causeOf(each, contract)}`);
      return [`- ${from || code("(creation)")}`, ...lines].join("\n");
    })
    .join("\n");
}

function causeOf({ trigger, methods, cursor }: Transition, contract: Cursor): string {
  const isOperation = operations(contract).some(({ id }) => id === trigger);
  const cause = isOperation ? `[${trigger}](../reference.md#${headingAnchor(trigger)})` : trigger;
  const only = methods.length > 0 ? ` (${methods.join(", ")})` : "";
  if (!isMarked(cursor)) return cause + only;
  return `${cause}${only} · [assumed](../assumptions.md#${assumptionId(contract, cursor)})`;
}
