import { entriesOf, operations } from "../each-operation.js";

/** @type {import("@stoplight/spectral-core").RulesetFunction<any, { except: Record<string, string> }>} */
export function bearerTokenRequired(contract, { except }) {
  const bearers = entriesOf(contract.components?.securitySchemes)
    .filter(([, scheme]) => scheme?.scheme === "bearer")
    .map(([name]) => name);
  return operations(contract).flatMap(({ operation, path }) => {
    const { operationId } = operation;
    const security = [operation.security ?? contract.security ?? []].flat();
    const reason = except[operationId];
    if (reason && security.length > 0) {
      return { message: `${operationId} ${reason}, so it needs no token: set security: [].`, path };
    }
    const isRequired =
      security.length > 0 &&
      security.every((/** @type {object} */ choice) =>
        bearers.some((name) => name in Object(choice)),
      );
    if (reason || isRequired) return [];
    const advice = "remove its security, or require the bearer scheme";
    return { message: `${operationId} can be called without the bearer token: ${advice}.`, path };
  });
}
