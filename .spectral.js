// `npx spectral lint` in this folder uses this file. Spectral's editor extension should too, but this is
// untested. Redocly has its own file: redocly.yaml.
import owasp from "@stoplight/spectral-owasp-ruleset";
import { arazzo, oas } from "@stoplight/spectral-rulesets";
import bearerTokenRequired from "./lint/spectral/operations/bearer-token-required.js";
import bodyHasExample from "./lint/spectral/operations/body-has-example.js";
import exampleNamedForOperation from "./lint/spectral/operations/example-named-for-operation.js";
import listDocumentsSortOrder from "./lint/spectral/operations/list-documents-sort-order.js";
import operationDescription from "./lint/spectral/operations/operation-description.js";
import operationIdMatchesTag from "./lint/spectral/operations/operation-id-matches-tag.js";
import parameterHasExample from "./lint/spectral/operations/parameter-has-example.js";
import summaryInSentenceCase from "./lint/spectral/operations/summary-in-sentence-case.js";
import tagInOneGroup from "./lint/spectral/operations/tag-in-one-group.js";
import errorResponseIsDeclared from "./lint/spectral/responses/error-response-is-declared.js";
import errorUsesEnvelope from "./lint/spectral/responses/error-uses-envelope.js";
import responseDataIsComponent from "./lint/spectral/responses/response-data-is-component.js";
import responseDeclaresRequiredProperties from "./lint/spectral/responses/response-declares-required-properties.js";
import responseExampleHasNoCardNumber from "./lint/spectral/responses/response-example-has-no-card-number.js";
import responseHasNoSecret from "./lint/spectral/responses/response-has-no-secret.js";
import responseHasNoXFractionDigits from "./lint/spectral/responses/response-has-no-x-fraction-digits.js";
import returnCodeInCatalogue from "./lint/spectral/responses/return-code-in-catalogue.js";
import returnCodeIsDescribed from "./lint/spectral/responses/return-code-is-described.js";
import returnCodeIsUsed from "./lint/spectral/responses/return-code-is-used.js";
import amountHasUnit from "./lint/spectral/schemas/amount-has-unit.js";
import amountIsInteger from "./lint/spectral/schemas/amount-is-integer.js";
import componentNameInPascalCase from "./lint/spectral/schemas/component-name-in-pascal-case.js";
import discriminatorIsMapped from "./lint/spectral/schemas/discriminator-is-mapped.js";
import enumIsClosedOrExtensible from "./lint/spectral/schemas/enum-is-closed-or-extensible.js";
import extensibleEnumHasXInferred from "./lint/spectral/schemas/extensible-enum-has-x-inferred.js";
import extensionIsKnown from "./lint/spectral/schemas/extension-is-known.js";
import multipleOfIsInteger from "./lint/spectral/schemas/multiple-of-is-integer.js";
import secretIsMarked from "./lint/spectral/schemas/secret-is-marked.js";
import transitionsFitTheContract from "./lint/spectral/schemas/transitions-fit-the-contract.js";
import xInferredIsSentence from "./lint/spectral/schemas/x-inferred-is-sentence.js";

export default {
  extends: [
    [oas, "all"],
    [arazzo, "all"],
    [owasp, "off"],
  ],
  aliases: {
    Operation: ["$.paths[*][get,put,post,delete,options,head,patch,trace]"],
  },
  rules: {
    // The service's description names no contact.
    "contact-properties": "off",
    // The contract has the license's SPDX identifier. OpenAPI 3.1 allows only one of the two.
    "license-url": "off",
    // Redocly's runner splits an operationId at its dots.
    "arazzo-step-operationPath": "off",
    // Tags are in the order in which a newcomer needs them.
    "openapi-tags-alphabetical": "off",
    // Redocly already validates the examples. Doing it twice would double the time.
    "oas3-valid-media-example": "off",
    // Redocly also finds unused components, and unused files.
    "oas3-unused-component": "off",

    "owasp:api1:2023-no-numeric-ids": "error",
    "owasp:api2:2023-no-http-basic": "error",
    "owasp:api2:2023-no-api-keys-in-url": "error",
    "owasp:api2:2023-auth-insecure-schemes": "error",

    "centavo:operation-id-matches-tag": operationIdMatchesTag,
    "centavo:operation-description": operationDescription,
    "centavo:summary-in-sentence-case": summaryInSentenceCase,
    "centavo:bearer-token-required": bearerTokenRequired,
    "centavo:error-response-is-declared": errorResponseIsDeclared,
    "centavo:list-documents-sort-order": listDocumentsSortOrder,
    "centavo:tag-in-one-group": tagInOneGroup,
    "centavo:body-has-example": bodyHasExample,
    "centavo:parameter-has-example": parameterHasExample,
    "centavo:example-named-for-operation": exampleNamedForOperation,
    "centavo:error-uses-envelope": errorUsesEnvelope,
    "centavo:return-code-is-described": returnCodeIsDescribed,
    "centavo:return-code-in-catalogue": returnCodeInCatalogue,
    "centavo:return-code-is-used": returnCodeIsUsed,
    "centavo:amount-has-unit": amountHasUnit,
    "centavo:amount-is-integer": amountIsInteger,
    "centavo:multiple-of-is-integer": multipleOfIsInteger,
    "centavo:response-has-no-x-fraction-digits": responseHasNoXFractionDigits,
    "centavo:response-data-is-component": responseDataIsComponent,
    "centavo:response-declares-required-properties": responseDeclaresRequiredProperties,
    "centavo:discriminator-is-mapped": discriminatorIsMapped,
    "centavo:component-name-in-pascal-case": componentNameInPascalCase,
    "centavo:secret-is-marked": secretIsMarked,
    "centavo:response-has-no-secret": responseHasNoSecret,
    "centavo:response-example-has-no-card-number": responseExampleHasNoCardNumber,
    "centavo:enum-is-closed-or-extensible": enumIsClosedOrExtensible,
    "centavo:extensible-enum-has-x-inferred": extensibleEnumHasXInferred,
    "centavo:x-inferred-is-sentence": xInferredIsSentence,
    "centavo:extension-is-known": extensionIsKnown,
    "centavo:transitions-fit-the-contract": transitionsFitTheContract,
  },
  overrides: [
    {
      files: ["openapi/**"],
      rules: {
        // It reports a path that is a `$ref` as invalid: stoplightio/spectral#2655.
        "oas3-schema": "off",
        // With `resolved`, a rule sees all files, not only the entry, but no mark next to a `$ref`.
        "centavo:x-inferred-is-sentence": { ...xInferredIsSentence, resolved: true },
        "centavo:extension-is-known": { ...extensionIsKnown, resolved: true },
      },
    },
    {
      files: ["openapi/sandbox-control/openapi.yaml", "generated/sandbox-control.*"],
      rules: {
        // The catalogue has the service's return codes. Codes below -90000 belong to the sandbox's own
        // rules, and test/contract checks their examples.
        "centavo:return-code-is-used": "off",
        "centavo:return-code-in-catalogue": {
          ...returnCodeInCatalogue,
          then: { ...returnCodeInCatalogue.then, functionOptions: { ownBelow: -90_000 } },
        },
        // These two statuses refer to operations of the service. The sandbox's own are not assumptions.
        "centavo:transitions-fit-the-contract": {
          ...transitionsFitTheContract,
          given:
            "$.components.schemas[?(@ && @['x-transitions'] && !@property.match(/^(Payment|Subscription)Status$/))]",
          then: { ...transitionsFitTheContract.then, functionOptions: { assumed: false } },
        },
      },
    },
  ],
};
