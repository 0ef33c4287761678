import type { Cursor } from "../../src/contract/cursor.ts";
import {
  examples,
  nameOf,
  type Operation,
  parametersIn,
  requiredIn,
} from "../../src/contract/operations.ts";

/** The TypeScript code that calls an operation, with the example ids of the contract. */
export function callExpression(
  client: string,
  operation: Operation,
  body: string | undefined,
): string {
  const ids = parametersIn(operation, "path").map((parameter) =>
    JSON.stringify(exampleOf(parameter)),
  );
  const query = requiredIn(operation, "query").map(
    (parameter) => `${nameOf(parameter)}: ${JSON.stringify(parameter.at("example").value)}`,
  );
  const headers = requiredIn(operation, "header").map(
    (parameter) => `"${nameOf(parameter)}": ${JSON.stringify(exampleOf(parameter))}`,
  );
  const options = headers.length > 0 ? [`{ headers: { ${headers.join(", ")} } }`] : [];
  // Options come after the query, so it cannot be left out before them.
  const isSkipped = options.length > 0 && parametersIn(operation, "query").length > 0;
  const noQuery = isSkipped ? "{}" : undefined;
  const payload = body ?? (query.length > 0 ? `{ ${query.join(", ")} }` : noQuery);
  const values = [...ids, ...(payload === undefined ? [] : [payload]), ...options];
  return `${client}.${operation.id}(${values.join(", ")})`;
}

/** A value as a TypeScript literal: no quotes around property names, and a comma at the end of each line. */
export function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, "$1$2:")
    .replaceAll(/(?<![{[,])(?=\n\s*[}\]])/g, ",");
}

export function exampleOf(parameter: Cursor): string {
  return String(parameter.at("example").value ?? examples(parameter)[0]?.at("value").value);
}
