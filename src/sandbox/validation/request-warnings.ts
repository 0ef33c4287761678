import { redactShown } from "../../text/redact-by-search.ts";
import { similarName } from "../../text/similar-name.ts";
import type { UnknownField } from "../contract-facts/drop-unknown-fields.ts";
import type { Route } from "../contract-facts/routes-from-contract.ts";
import { unmetExpectations } from "./unmet-expectations.ts";

/** The longest name of an unknown field that a warning shows. */
const MAX_NAME_LENGTH = 50;
/** The limits of the warnings in the response header `x-sandbox-warning`, whose length leaves room for their number. */
const MAX_HEADER_WARNINGS = 5;
const MAX_HEADER_LENGTH = 950;

/**
 * What is allowed in a body, but probably a mistake. It never contains a value, which may be a secret. The
 * values of an invalid body, which is undefined here, are not checked. A request with a valid body may be rejected
 * too, so no warning says what became of it.
 */
export function warningsAbout(
  body: unknown,
  route: Route["body"],
  unknown: readonly UnknownField[],
): string[] {
  return [
    ...unknown.map(describeUnknown),
    ...unmetExpectations(body, route?.taxIds),
    ...unmetExpectations(body, route?.plausible),
  ];
}

/**
 * The value of the header `x-sandbox-warning`. Warnings beyond the limits are only counted. Percent-encoding keeps
 * names that the caller chose from adding a header, and `; ` from dividing a warning.
 */
export function warningHeader(warnings: readonly string[]): string {
  const shown: string[] = [];
  for (const warning of warnings.slice(0, MAX_HEADER_WARNINGS).map(encodeURIComponent)) {
    if ([...shown, warning].join("; ").length > MAX_HEADER_LENGTH) break;
    shown.push(warning);
  }
  const left = warnings.length - shown.length;
  if (left > 0) shown.push(encodeURIComponent(`and ${left} more, on the timeline`));
  return shown.join("; ");
}

function describeUnknown({ path, known }: UnknownField): string {
  const name = path.at(-1) ?? "";
  const meant = similarName(name.slice(0, MAX_NAME_LENGTH), known);
  const shown = [...path.slice(0, -1), shownName(name)].join(".");
  const correction = meant === undefined ? "" : `: did you mean ${meant}?`;
  return `${shown} is unknown and was ignored${correction}`;
}

/** Redacts before it cuts: a part of a secret is not recognized. */
function shownName(name: string): string {
  const redacted = redactShown(name);
  const isLong = redacted.length > MAX_NAME_LENGTH;
  const shown = isLong ? `${redacted.slice(0, MAX_NAME_LENGTH)}…` : redacted;
  // Replaces half of a surrogate pair, which cannot be percent-encoded.
  return new TextDecoder().decode(new TextEncoder().encode(shown));
}
