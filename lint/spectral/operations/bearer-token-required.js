import { entriesOf, operations } from "../../read-contract.js";

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
        "companies.delete": "is for the operator, who has no company",
        "companies.list": "is for the operator, who has no company",
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
    const [, name] = path;
    const parameters = [operation.parameters, contract.paths[`${name}`]?.parameters].flat();
    // Who has this key needs no token.
    const takesOperatorKey = parameters.some((each) => each?.name === "x-operator-key");
    const security = [operation.security ?? contract.security ?? []].flat();
    const reason = except[operationId];
    if (reason && security.length > 0) {
      return { message: `${operationId} ${reason}, so it needs no token: set security: [].`, path };
    }
    const isRequired =
      security.length > 0 &&
      security.every(
        (/** @type {object} */ choice) =>
          bearers.some((name) => name in Object(choice)) ||
          (takesOperatorKey && Object.keys(choice).length === 0),
      );
    if (reason || isRequired) return [];
    const advice = "remove its security, or require the bearer scheme";
    return { message: `${operationId} can be called without the bearer token: ${advice}.`, path };
  });
}
