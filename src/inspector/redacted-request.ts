import type { RequestLogEntry } from "../../generated/sandbox-control-types.ts";
import { isObject } from "../contract/cursor.ts";
import { cardOutcomes, testOutcomes } from "../sandbox/domain/test-outcomes.ts";
import { isRedacted } from "../sandbox/request-log/redact-by-contract.ts";
import { objectOf } from "./contract.ts";

/** A request of the log as a form can send it again. */
export interface WithoutRedacted {
  body: unknown;
  query: Record<string, unknown>;
  /** The outcome that the test card in it forces, if the log tells which. */
  outcome: string | undefined;
  /** The redacted fields that have to be typed again: the log does not have them. */
  missing: string[];
}

/**
 * Leaves out what the log redacts. Only a card is replaced, by the test card with the outcome of the request: any other
 * would give another outcome, without a word.
 */
export function withoutRedacted({ body, query, response }: RequestLogEntry): WithoutRedacted {
  const outcome = `${objectOf(objectOf(response).data).status}`;
  const card = cardWith(outcome);
  const redacted = redactedFields({ body, query });
  const standIns: Record<string, string> =
    card === undefined ? {} : { cardNumber: card, securityCode: ANY_CODE };
  return {
    body: withStandIns(body, standIns),
    query: objectOf(withStandIns(query, standIns)),
    outcome: card !== undefined && redacted.includes("cardNumber") ? outcome : undefined,
    missing: redacted.filter((name) => !(name in standIns)),
  };
}

/** The names of the fields that the log redacts, wholly or in part. */
export function redactedFields(value: unknown): string[] {
  const names = new Set<string>();
  const search = (each: unknown, name: string) => {
    if (isRedacted(each)) names.add(name);
    else if (Array.isArray(each)) for (const item of each) search(item, name);
    else if (isObject(each)) for (const [key, field] of Object.entries(each)) search(field, key);
  };
  search(value, "");
  return [...names];
}

/** No outcome depends on it. */
const ANY_CODE = "123";

/** The test card of payments that have this status and keep it. A pending one becomes something later, unknown here. */
function cardWith(status: string): string | undefined {
  return cardOutcomes.find(({ outcome }) => {
    const forced = testOutcomes[outcome];
    return forced.status === status && forced.later.length === 0;
  })?.cardNumber;
}

function withStandIns(value: unknown, standIns: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withStandIns(item, standIns));
  if (!isObject(value)) return isRedacted(value) ? "" : value;
  const fields = Object.entries(value).flatMap(([name, field]) => {
    if (!isRedacted(field)) return [[name, withStandIns(field, standIns)]];
    return name in standIns ? [[name, standIns[name]]] : [];
  });
  return Object.fromEntries(fields);
}
