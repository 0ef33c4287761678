/**
 * Violations that a person could introduce into the contract, by the rule that must detect them.
 * Each is applied to a copy of the bundle.
 */

// biome-ignore lint/suspicious/noExplicitAny: a violation breaks the shape that a type would promise.
type Contract = any;

export type Violations = Record<string, Record<string, (contract: Contract) => void>>;

const JSON_BODY = "application/json";

/** Sound wordings that a rule could take for a violation. */
export const acceptedByHouseRules: Violations = {
  "centavo:list-documents-sort-order": Object.fromEntries(
    ["oldest first", "The newest payment first", "Sorted by amount", "In no known order"].map(
      (order) => [
        order,
        ({ paths }: Contract) => {
          const list = paths["/customers"].get;
          list.description = "Returns one page.";
          list.responses["200"].description = `One page of customers. ${order}.`;
        },
      ],
    ),
  ),
};

export const seenByHouseRules: Violations = {
  "centavo:operation-id-matches-tag": {
    "an operation id of one word": ({ paths }) => {
      paths["/payments"].post.operationId = "createPayment";
    },
    "an operation under another tag": ({ paths }) => {
      paths["/payments"].post.tags = ["customers"];
    },
    "an operation under two tags": ({ paths }) => {
      paths["/payments"].post.tags.push("cards");
    },
  },
  "centavo:summary-in-sentence-case": {
    "a summary in title case": ({ paths }) => {
      paths["/payments"].post.summary = "Create a Payment";
    },
    "a summary in lower case": ({ paths }) => {
      paths["/payments"].post.summary = "create a payment";
    },
    "a summary with a final period": ({ paths }) => {
      paths["/payments"].post.summary = "Create a payment.";
    },
  },
  "centavo:operation-description": {
    "an operation described by a fragment": ({ paths }) => {
      paths["/payments"].post.description = "creates a payment";
    },
  },
  "centavo:bearer-token-required": {
    "an operation without security": ({ paths }) => {
      paths["/payments"].get.security = [];
    },
    "a bearer token that may be left out": ({ security }) => {
      security.push({});
    },
    "a token needed to get a token": ({ paths }) => {
      delete paths["/auth"].post.security;
    },
  },
  "centavo:error-response-is-declared": {
    "an operation that never finds its request invalid": ({ paths }) => {
      delete paths["/payments"].get.responses["400"];
    },
    "an operation that never finds its id invalid": ({ paths }) => {
      delete paths["/payments/{paymentId}"].get.responses["400"];
    },
    "an operation that never misses its token": ({ paths }) => {
      delete paths["/payments"].get.responses["401"];
    },
    "an operation that never finds its keys wrong": ({ paths }) => {
      delete paths["/auth"].post.responses["401"];
    },
  },
  "centavo:tag-in-one-group": {
    "a tag outside the groups": (contract) => {
      contract["x-tagGroups"][1].tags.pop();
    },
    "a tag in two groups": (contract) => {
      contract["x-tagGroups"][1].tags.push("auth");
    },
    "a group of a misspelt tag": (contract) => {
      contract["x-tagGroups"][1].tags.push("plans");
    },
    "a tag that nothing uses": (contract) => {
      contract.tags.push({ name: "plans", description: "Nothing has this tag." });
      contract["x-tagGroups"][1].tags.push("plans");
    },
  },
  "centavo:body-has-example": {
    "a request body without an example": ({ paths }) => {
      delete paths["/payments"].post.requestBody.content[JSON_BODY].examples;
    },
    "an error without an example": ({ components }) => {
      components.responses.Unauthorized.content[JSON_BODY].examples = {};
    },
  },
  "centavo:parameter-has-example": {
    "a parameter without an example": ({ components }) => {
      delete components.parameters.PaymentId.example;
    },
  },
  "centavo:example-named-for-operation": {
    "an example named for no operation": ({ components: { examples } }) => {
      examples["payment.create.card"] = examples["payments.create.card"];
    },
  },
  "centavo:error-uses-envelope": {
    "an error in a shape of its own": ({ components }) => {
      components.responses.PaymentNotFound.content[JSON_BODY].schema = { type: "object" };
    },
    "an error without a body": ({ components }) => {
      delete components.responses.Unexpected.content;
    },
  },
  "centavo:return-code-is-described": {
    "a return code without a name": ({ components: { schemas } }) => {
      schemas.ReturnCode["x-enum-varnames"].pop();
    },
    "a return code without a meaning": ({ components: { schemas } }) => {
      schemas.ReturnCode["x-enum-descriptions"][0] = "not authorized";
    },
    "a return code more than operations": ({ components: { schemas } }) => {
      schemas.ReturnCode["x-stated-for"].shift();
    },
    "a return code listed twice": ({ components: { schemas } }) => {
      const codes = schemas.ReturnCode["x-extensible-enum"];
      codes[1] = codes[0];
    },
  },
  "centavo:return-code-is-used": {
    "a return code that no error shows": ({ components }) => {
      const { ReturnCode } = components.schemas;
      ReturnCode["x-extensible-enum"].push(-9000);
      ReturnCode["x-enum-varnames"].push("PlanNotFound");
      ReturnCode["x-enum-descriptions"].push("No plan has this id.");
      ReturnCode["x-stated-for"].push(null);
      ReturnCode["x-what-to-do"].push("Check the id.");
    },
    "a return code that its own operation does not show": ({ components }) => {
      components.schemas.ReturnCode["x-stated-for"][7] = "payments.list";
    },
  },
  "centavo:return-code-in-catalogue": {
    "a mistyped return code": ({ components }) => {
      components.examples["error.PaymentNotFound"].value.data.returnCode = -7780;
    },
    "a return code of the sandbox's own rules": ({ components }) => {
      components.examples["error.RefundRefused"].value.data.returnCode = -90302;
    },
    "a second message of a return code": ({ components }) => {
      const { examples } = components.responses.PaymentNotFound.content[JSON_BODY];
      const { value } = components.examples["error.PaymentNotFound"];
      examples.PaymentNotFound = { value: { data: { ...value.data, message: "Não encontrado" } } };
    },
    "a return code under another name": ({ components }) => {
      const { examples } = components.responses.PaymentNotFound.content[JSON_BODY];
      examples.NotFound = examples.PaymentNotFound;
    },
  },
  "centavo:list-documents-sort-order": {
    "a list in no order": ({ paths }) => {
      paths["/customers"].get.responses["200"].description = "One page of customers.";
    },
  },
  "centavo:multiple-of-is-integer": {
    "a step that is a fraction": ({ components }) => {
      components.schemas.Percentage.multipleOf = 0.01;
    },
  },
  "centavo:response-has-no-x-fraction-digits": {
    "a response whose decimals are counted": ({ components }) => {
      components.schemas.PaymentSplit.properties.splitPercentage["x-fraction-digits"] = 2;
    },
  },
  "centavo:response-data-is-component": {
    "a response that is written out in place": ({ components: { schemas } }) => {
      schemas.SubaccountDeleted.properties.data = schemas.DeletedSubaccount;
    },
    "a list of things without a name": ({ components: { schemas } }) => {
      schemas.CustomerList.properties.data.items = schemas.Customer;
    },
  },
  "centavo:amount-has-unit": {
    "an amount that does not say in what": ({ components }) => {
      delete components.schemas.SubscriptionSplit.properties.splitAmount["x-unit"];
    },
  },
  "centavo:amount-is-integer": {
    "an amount that may be a fraction": ({ components }) => {
      components.schemas.Withdrawal.properties.liquidAmount = { type: "number" };
    },
  },
  "centavo:response-declares-required-properties": {
    "a returned object that promises no field": ({ components }) => {
      delete components.schemas.Withdrawal.required;
    },
  },
  "centavo:discriminator-is-mapped": {
    "a discriminator without a mapping": ({ components }) => {
      delete components.schemas.Payment.discriminator.mapping;
    },
    "two kinds of payment mapped crosswise": ({ components }) => {
      const { mapping } = components.schemas.Payment.discriminator;
      [mapping.card, mapping.pix] = [mapping.pix, mapping.card];
    },
    "a kind of payment that is mapped only": ({ components }) => {
      components.schemas.Payment.oneOf.pop();
    },
  },
  "centavo:component-name-in-pascal-case": {
    "two files of one name": ({ components: { schemas } }) => {
      schemas["Payment-2"] = schemas.Payment;
    },
    "a link that is not named like a component": ({ components: { links } }) => {
      links.readPayment = links.ReadPayment;
    },
  },
  "centavo:secret-is-marked": {
    "a key that is not marked": ({ components }) => {
      delete components.schemas.TokenCreate.properties.publicKey["x-sensitive"];
    },
    "a token that is marked as no secret": ({ components }) => {
      components.schemas.Token.properties.access_token["x-sensitive"] = false;
    },
    "a token that other tools show": ({ components }) => {
      delete components.schemas.Token.properties.access_token.format;
    },
    "a password that is not marked": ({ components }) => {
      components.schemas.CardRead.properties.pin = { type: "string", format: "password" };
    },
    "a token in a header": ({ components }) => {
      components.parameters.SubaccountContext.name = "x-subaccount-token";
    },
    "a password in a header that is not marked": ({ components }) => {
      components.parameters.SubaccountContext.schema = { type: "string", format: "password" };
    },
    "a card number in one more request": ({ components }) => {
      components.schemas.PaymentRefund.properties.cardNumber = { type: "string" };
    },
  },
  "centavo:response-has-no-secret": {
    "a security code in a response": ({ components }) => {
      components.schemas.CardDetails.properties.securityCode = { type: "string" };
    },
    "a stored card that comes back whole": ({ components }) => {
      components.schemas.CardRead.properties.data.$ref = "#/components/schemas/CardTokenize";
    },
  },
  "centavo:response-example-has-no-card-number": {
    "a card number in a response": ({ components }) => {
      components.examples["cards.get.card"].value.data.holderName = "4111 1111 1111 1111";
    },
  },
  "centavo:enum-is-closed-or-extensible": {
    "an enum of one value": ({ components }) => {
      components.schemas.CompanyType.enum = ["PF"];
    },
    "a set both open and closed": ({ components }) => {
      components.schemas.CustomerStatus.enum = ["APPROVED", "PENDING"];
    },
    "an open set written as a union": ({ components }) => {
      const known = { enum: ["APPROVED", "PENDING"] };
      components.schemas.CustomerStatus = { anyOf: [known, { type: "string" }] };
    },
    "an open set of integers written as a union": ({ components }) => {
      components.schemas.ReturnCode = { anyOf: [{ const: -1001 }, { type: "integer" }] };
    },
  },
  "centavo:extensible-enum-has-x-inferred": {
    "an open set that is not marked": ({ components }) => {
      delete components.schemas.CustomerStatus["x-inferred"];
    },
    "an open set of texts that are to be integers": ({ components }) => {
      components.schemas.CustomerStatus.type = "integer";
    },
    "an open set of booleans": ({ components }) => {
      components.schemas.CustomerStatus.type = "boolean";
    },
    "an open set with a value twice": ({ components }) => {
      components.schemas.CustomerStatus["x-extensible-enum"].push("APPROVED");
    },
  },
  "centavo:x-inferred-is-sentence": {
    "a mark that gives no reason": ({ components }) => {
      components.schemas.CustomerStatus["x-inferred"] = "Assumed.";
    },
    "a mark next to a $ref that is not a sentence": ({ components }) => {
      components.schemas.Payment.oneOf[0]["x-inferred"] = "its shape is assumed, as it is";
    },
    "a mark over two lines": ({ paths }) => {
      paths["/payments"].get["x-inferred"] = "One line is assumed.\nThis is two.";
    },
  },
  "centavo:extension-is-known": {
    "a misspelt mark": ({ components }) => {
      components.schemas.CustomerStatus["x-infered"] = "Only APPROVED is shown.";
    },
  },
  "centavo:transitions-fit-the-contract": {
    "a transition to a status that is none": ({ components }) => {
      components.schemas.SubscriptionStatus["x-transitions"][1].to = "PAUSED";
    },
    "a transition by an operation that is none": ({ components }) => {
      components.schemas.SubscriptionStatus["x-transitions"][1].trigger = "subscriptions.pause";
    },
    "an assumed transition that is not marked": ({ components }) => {
      delete components.schemas.SubscriptionStatus["x-transitions"].at(-1)["x-inferred"];
    },
    "a transition of a payment method that is none": ({ components }) => {
      components.schemas.PaymentStatus["x-transitions"][0].paymentMethods = ["credit"];
    },
  },
};

/** In the sandbox's control contract, where a rule asks for something else than in the service's. */
export const seenInControl: Violations = {
  "centavo:bearer-token-required": {
    "a clock that anybody can move": ({ paths }) => {
      paths["/_sandbox/clock/advance"].post.security = [];
    },
    "a token needed to get a key pair": ({ paths }) => {
      delete paths["/_sandbox/companies"].post.security;
    },
  },
  "centavo:error-response-is-declared": {
    "a clock that takes any moment": ({ paths }) => {
      delete paths["/_sandbox/clock/advance"].post.responses["400"];
    },
    "a balance for anybody": ({ paths }) => {
      delete paths["/_sandbox/balance"].get.responses["401"];
    },
  },
  "centavo:example-named-for-operation": {
    "an example named for no webhook": ({ components: { examples } }) => {
      examples["paymentPaid.card"] = examples["statusChanged.payment.request"];
    },
  },
  "centavo:response-declares-required-properties": {
    "a case of an object that promises no field": ({ components }) => {
      delete components.schemas.Fault.oneOf[0].required;
    },
  },
  "centavo:return-code-in-catalogue": {
    "a return code that is neither the service's nor the sandbox's": ({ components }) => {
      components.examples["error.StepRefused"].value.data.returnCode = -9050;
    },
  },
  "centavo:transitions-fit-the-contract": {
    "a review by an operation that is none": ({ components }) => {
      components.schemas.SandboxWithdrawalStatus["x-transitions"][0].trigger = "withdrawals.pay";
    },
  },
  "centavo:response-has-no-secret": {
    "a key in one more response": ({ components }) => {
      components.schemas.Clock.properties.privateKey = { type: "string" };
    },
    "a key pair in one more response": ({ components }) => {
      components.schemas.ClockRead.properties.data.$ref = "#/components/schemas/NewCompany";
    },
    "a card number next to the keys": ({ components }) => {
      components.schemas.NewCompany.properties.cardNumber = { type: "string" };
    },
  },
};

export const seenBySpectral: Violations = {
  "operation-description": {
    "an operation that is not described": ({ paths }) => {
      delete paths["/payments"].post.description;
    },
  },
  "owasp:api2:2023-no-http-basic": {
    "basic authentication": ({ components }) => {
      components.securitySchemes.bearerAuth.scheme = "basic";
    },
  },
  "owasp:api2:2023-no-api-keys-in-url": {
    "a key in the query": ({ components }) => {
      components.securitySchemes.bearerAuth = { type: "apiKey", in: "query", name: "key" };
    },
  },
  "owasp:api1:2023-no-numeric-ids": {
    "a number for an id in a path": ({ components }) => {
      components.parameters.PaymentId.schema = { type: "integer" };
    },
  },
  "operation-tag-defined": {
    "a tag that is not declared": ({ tags }) => {
      tags.shift();
    },
  },
  "tag-description": {
    "a tag that is not described": ({ tags }) => {
      delete tags[0].description;
    },
  },
  "docs-media-type-examples-or-schema": {
    "a body that is empty of both": ({ components }) => {
      components.responses.Unauthorized.content[JSON_BODY] = {};
    },
  },
  "oas3-valid-schema-example": {
    "a default beyond its own limits": ({ components }) => {
      components.parameters.Limit.schema.default = 101;
    },
  },
  "operation-parameters": {
    "a parameter given twice": ({ paths }) => {
      const { parameters } = paths["/payments"].get;
      parameters.push(parameters.at(-1));
    },
  },
};

export const seenByRedocly: Violations = {
  struct: {
    "nullable instead of a type null": ({ components }) => {
      components.schemas.Message.nullable = true;
    },
    "a misspelt keyword": ({ components }) => {
      components.schemas.Payment.descripton = "A payment.";
    },
    "a response without a description": ({ components }) => {
      delete components.responses.Unauthorized.description;
    },
  },
  "no-unresolved-refs": {
    "a $ref to nothing": ({ components }) => {
      components.schemas.Payment.oneOf[0].$ref = "#/components/schemas/CreditCardPayment";
    },
  },
  "no-invalid-media-type-examples": {
    "an example that lost a required field": ({ components }) => {
      delete components.examples["payments.get.card"].value.data.amount;
    },
  },
  "no-invalid-schema-examples": {
    "a schema's example of another type": ({ components }) => {
      components.schemas.Centavos.examples = ["49,90"];
    },
  },
  "no-invalid-parameter-examples": {
    "a parameter's example beyond its limits": ({ components }) => {
      components.parameters.Limit.example = 0;
    },
  },
  "no-required-schema-properties-undefined": {
    "a required field that does not exist": ({ components }) => {
      components.schemas.Withdrawal.required.push("amuont");
    },
  },
  "no-enum-type-mismatch": {
    "a number in an enum of strings": ({ components }) => {
      components.schemas.CompanyType.enum.push(1);
    },
  },
  "no-duplicated-enum-values": {
    "a value listed twice": ({ components }) => {
      components.schemas.CompanyType.enum.push("PF");
    },
  },
  "operation-operationId": {
    "an operation without an id": ({ paths }) => {
      delete paths["/payments"].get.operationId;
    },
  },
  "operation-4xx-response": {
    "a callback without an error response": ({ paths }) => {
      const { statusChanged } = paths["/payments"].post.callbacks;
      delete statusChanged["{$request.body#/billingData/postbackUrl}"].post.responses["4XX"];
    },
  },
  "path-parameters-defined": {
    "a path parameter under another name": ({ components }) => {
      components.parameters.PaymentId.name = "id";
    },
  },
  "security-defined": {
    "a security scheme that is not declared": ({ paths }) => {
      paths["/payments"].get.security = [{ bearer: [] }];
    },
  },
  "operation-operationId-unique": {
    "one operation id for two operations": ({ paths }) => {
      paths["/payments"].get.operationId = "payments.create";
    },
  },
  "no-unused-components": {
    "a schema that nothing refers to": ({ components }) => {
      components.schemas.Plan = { type: "object", description: "Nothing refers to this." };
    },
  },
};

/**
 * Incomplete contracts, as an editor lints them. Other rules report what is missing; ours must
 * not fail on it, since Spectral then reports nothing at all.
 */
export const unfinished: Violations[string] = {
  "paths to be filled in": (contract) => {
    contract.paths = null;
  },
  "a path to be filled in": ({ paths }) => {
    paths["/payments"] = null;
  },
  "an operation to be filled in": ({ paths }) => {
    paths["/payments"].get = null;
  },
  "an operation whose fields are to be filled in": ({ paths }) => {
    const { get } = paths["/payments"];
    for (const name of Object.keys(get)) get[name] = null;
    get.callbacks = null;
  },
  "an operation without responses": ({ paths }) => {
    delete paths["/payments"].get.responses;
  },
  "a response to be filled in": ({ paths }) => {
    paths["/payments"].get.responses["400"] = null;
  },
  "a body to be filled in": ({ components }) => {
    components.responses.PaymentNotFound.content[JSON_BODY] = null;
  },
  "examples to be filled in": ({ components }) => {
    components.responses.PaymentNotFound.content[JSON_BODY].examples = null;
  },
  "an example to be filled in": ({ components }) => {
    components.responses.PaymentNotFound.content[JSON_BODY].examples.PaymentNotFound = null;
    components.examples["error.CardNotFound"] = null;
  },
  "components whose kinds are to be filled in": ({ components }) => {
    components.examples = null;
    components.securitySchemes = null;
  },
  "tags and groups to be filled in": (contract) => {
    contract.tags = [null];
    contract["x-tagGroups"] = [null, {}];
  },
  "security that is a text": (contract) => {
    contract.security = "bearer";
  },
  "return codes to be filled in": ({ components: { schemas } }) => {
    schemas.ReturnCode["x-extensible-enum"] = null;
  },
  "return codes without names and operations": ({ components: { schemas } }) => {
    delete schemas.ReturnCode["x-enum-varnames"];
    delete schemas.ReturnCode["x-stated-for"];
  },
  "return codes that are no list": ({ components: { schemas } }) => {
    schemas.ReturnCode["x-extensible-enum"] = {};
  },
  "a union to be filled in": ({ components: { schemas } }) => {
    schemas.PaymentCreate.oneOf = [null];
    schemas.PaymentCreate.discriminator.mapping.card = null;
  },
  "a schema whose fields are to be filled in": ({ components: { schemas } }) => {
    schemas.CardPayment.properties = null;
    schemas.CardPayment.required = null;
  },
  "transitions to be filled in": ({ components: { schemas } }) => {
    schemas.PaymentStatus["x-transitions"] = [null, {}];
    schemas.SubscriptionStatus["x-transitions"] = {};
  },
};
