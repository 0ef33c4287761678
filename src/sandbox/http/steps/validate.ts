import type { UnknownField } from "../../contract-facts/drop-unknown-fields.ts";
import { ValidationError } from "../../errors.ts";
import type { RoutedExchange } from "../exchange.ts";
import { warningsAbout } from "../request-warnings.ts";
import { unmetExpectations } from "../unmet-expectations.ts";
import { validateRequest } from "../validate-against-schema.ts";

/** Warns also about an invalid request: a misspelt field may be what makes it invalid. */
export function validate<Each extends RoutedExchange>(exchange: Each): Each {
  const { endpoint, path, query = {}, body, request, company } = exchange;
  const input = { path, query, headers: request.headers, body, bodyLength: request.body.length };
  const result = validateRequest(endpoint, input, endpoint.validators);
  const unknown = [...unknownParameters(endpoint.queryNames, query), ...result.unknown];
  // Acquirers usually reject these. The service's description does not say whether the service does.
  const taxIdProblems =
    result.valid && company?.checkTaxIds
      ? unmetExpectations(result.valid.body, endpoint.body?.taxIds)
      : [];
  const problems = [...result.problems, ...taxIdProblems];
  const valid = problems.length === 0 ? result.valid : undefined;
  return {
    ...exchange,
    valid,
    hasUnknownFields: unknown.length > 0,
    warnings: warningsAbout(valid?.body, endpoint.body, unknown),
    rejection: valid ? undefined : new ValidationError(problems),
  };
}

/** A misspelt filter would return everything, and be hard to find. */
function unknownParameters(
  known: string[],
  query: Readonly<Record<string, string>>,
): UnknownField[] {
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [name], known }));
}
