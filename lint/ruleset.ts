import type { RuleDefinition, RulesetDefinition } from "@stoplight/spectral-core";
import documentation from "@stoplight/spectral-documentation";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { oas } from "@stoplight/spectral-rulesets";
import { type JsonObject, Place } from "../src/contract/place.ts";
import type { Rule } from "./rule.ts";
import {
  errorUsesEnvelope,
  returnCodeInCatalogue,
  returnCodeIsDescribed,
  returnCodeIsUsed,
} from "./rules/errors.ts";
import { bodyHasExample, exampleNamedForOperation, parameterHasExample } from "./rules/examples.ts";
import { extensionIsKnown } from "./rules/extensions.ts";
import {
  bearerTokenRequired,
  listSaysItsOrder,
  operationIdMatchesTag,
  refusalIsDeclared,
  tagInOneGroup,
} from "./rules/operations.ts";
import { inferredIsSentence, operationDescription, summaryInSentenceCase } from "./rules/prose.ts";
import {
  amountIsInteger,
  answerDataIsNamed,
  componentIsNamed,
  decimalsAreCounted,
  discriminatorIsMapped,
  responseDeclaresRequired,
} from "./rules/schemas.ts";
import {
  responseExampleHasNoCardNumber,
  responseHasNoSecret,
  secretIsMarked,
} from "./rules/secrets.ts";
import { openSetIsMarked, setIsOpenOrClosed } from "./rules/sets.ts";
import { transitionsFitTheContract } from "./rules/transitions.ts";

export const houseRules: Record<string, Rule> = {
  "centavo:operation-id-matches-tag": operationIdMatchesTag,
  "centavo:operation-description": operationDescription,
  "centavo:summary-in-sentence-case": summaryInSentenceCase,
  "centavo:bearer-token-required": bearerTokenRequired,
  "centavo:refusal-is-declared": refusalIsDeclared,
  "centavo:list-says-its-order": listSaysItsOrder,
  "centavo:tag-in-one-group": tagInOneGroup,
  "centavo:body-has-example": bodyHasExample,
  "centavo:parameter-has-example": parameterHasExample,
  "centavo:example-named-for-operation": exampleNamedForOperation,
  "centavo:error-uses-envelope": errorUsesEnvelope,
  "centavo:return-code-is-described": returnCodeIsDescribed,
  "centavo:return-code-in-catalogue": returnCodeInCatalogue,
  "centavo:return-code-is-used": returnCodeIsUsed,
  "centavo:amount-is-integer": amountIsInteger,
  "centavo:decimals-are-counted": decimalsAreCounted,
  "centavo:answer-data-is-named": answerDataIsNamed,
  "centavo:response-declares-required": responseDeclaresRequired,
  "centavo:discriminator-is-mapped": discriminatorIsMapped,
  "centavo:component-is-named": componentIsNamed,
  "centavo:secret-is-marked": secretIsMarked,
  "centavo:response-has-no-secret": responseHasNoSecret,
  "centavo:response-example-has-no-card-number": responseExampleHasNoCardNumber,
  "centavo:set-is-open-or-closed": setIsOpenOrClosed,
  "centavo:open-set-is-marked": openSetIsMarked,
  "centavo:inferred-is-sentence": inferredIsSentence,
  "centavo:extension-is-known": extensionIsKnown,
  "centavo:transitions-fit-the-contract": transitionsFitTheContract,
};

function spectralRule(rule: Rule): RuleDefinition {
  return {
    given: "$",
    resolved: false,
    severity: "error",
    message: "{{error}}",
    // biome-ignore lint/suspicious/noThenProperty: Spectral's name for what a rule runs.
    then: {
      function: (document: JsonObject) =>
        [...rule(Place.root(document))].map(({ place, message }) => ({
          message,
          path: [...place.path],
        })),
    },
  };
}

/** The packages' own types do not fit the core's, though the core takes their rulesets. */
const shipped = (ruleset: unknown) => ruleset as RulesetDefinition;

const ruleset: RulesetDefinition = {
  extends: [
    [shipped(oas), "all"],
    [shipped(owasp), "off"],
    [shipped(documentation), "off"],
  ],
  rules: {
    // The service's description names no address, person or mailbox to put there.
    "contact-properties": "off",
    // OpenAPI 3.1 has the license's SPDX identifier instead, and allows one of the two.
    "license-url": "off",
    // Tags stand in the order in which a newcomer needs them.
    "openapi-tags-alphabetical": "off",
    // Redocly holds the same examples against the same schemas, and this doubles the run.
    "oas3-valid-media-example": "off",
    // Redocly sees what nothing refers to, and centavo:file-is-used does in the files.
    "oas3-unused-component": "off",

    "owasp:api1:2023-no-numeric-ids": "error",
    "owasp:api2:2023-no-http-basic": "error",
    "owasp:api2:2023-no-api-keys-in-url": "error",
    "owasp:api2:2023-auth-insecure-schemes": "error",

    "docs-media-type-examples-or-schema": "error",
    "docs-parameter-examples-or-schema": "error",

    ...Object.fromEntries(
      Object.entries(houseRules).map(([name, rule]) => [name, spectralRule(rule)]),
    ),
  },
};

export default ruleset;
