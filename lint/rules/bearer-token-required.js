import { bearerTokenRequired } from "../functions/bearer-token-required.js";

/**
 * Few operations come before the token, and each for a reason; one left open by slip is a hole.
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
        "auth.createToken": "hands out the token",
        "companies.create": "hands out the keys for a token",
        "health.get": "is called before there is a company",
      },
    },
  },
};
