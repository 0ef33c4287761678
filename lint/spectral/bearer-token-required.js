import { bearerTokenRequired } from "./functions/bearer-token-required.js";

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
