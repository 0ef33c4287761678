import { entriesOf, operations } from "../read-contract.js";

/**
 * Few operations work without a token, each for a reason. Any other would be a security hole.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  severity: "error",
  message: "{{error}}",
  then: {
    function: bearerTokenRequired,
    functionOptions: {
      except: {
        "auth.createToken": "creates the token",
        "companies.create": "creates the keys for a token",
        "health.get": "is called before any company exists",
        "health.ready": "is called by balancers, which have no company",
      },
    },
  },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any, { except: Record<string, string> }>} */
function bearerTokenRequired(contract, { except }) {
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
