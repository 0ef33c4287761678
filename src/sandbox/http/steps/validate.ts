import type { UnknownField } from "../../contract-facts/drop-unknown-fields.ts";
import { ValidationError } from "../../errors.ts";
import type { RoutedExchange } from "../exchange.ts";
import { warningsAbout } from "../request-warnings.ts";
import { validateRequest } from "../validate-against-schema.ts";
import { wrongTaxIds } from "../wrong-tax-ids.ts";

/** Warns also about an invalid request: a misspelt field may be what makes it invalid. */
export function validate<Each extends RoutedExchange>(exchange: Each): Each {
  const { endpoint, path, query = {}, body, request, company } = exchange;
  const input = { path, query, headers: request.headers, body, bodyLength: request.body.length };
  const result = validateRequest(endpoint, input, endpoint.validators);
  const unknown = [...unknownParameters(endpoint.queryNames, query), ...result.unknown];
  const taxIdProblems =
    result.valid && company?.checkTaxIds
      ? problemsOf(wrongTaxIds(result.valid.body, endpoint.body))
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

/** Acquirers usually reject these. The service's description does not say whether the service does. */
function problemsOf(wrong: ReturnType<typeof wrongTaxIds>): string[] {
  return wrong.map(({ name, kinds }) => `${name} must be a ${kinds} with correct check digits`);
}
