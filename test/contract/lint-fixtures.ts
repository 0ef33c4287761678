/** Violations that a person could introduce into the contract, by the rule that must detect them. */
import { changesIn } from "./contract-changes.ts";

/** Sound wordings that a rule could take for a violation. */
export const acceptedByHouseRules = changesIn(`
centavo:list-documents-sort-order
  an order, or none, in other words:
    GET /customers responses 200 description = "One page of customers. oldest first."
    GET /payments responses 200 description = "One page of payments. The newest payment first."
    GET /subaccounts responses 200 description = "One page of subaccounts. Sorted by name."
    GET /withdrawals responses 200 description = "One page of withdrawals. In no known order."
`);

export const seenByHouseRules = changesIn(`
centavo:operation-id-matches-tag
  an operation id of one word: POST /payments operationId = "createPayment"
  an operation under another tag: POST /payments tags = ["customers"]
  an operation under two tags: POST /payments tags + "cards"
centavo:summary-in-sentence-case
  a summary in title case: POST /payments summary = "Create a Payment"
  a summary in lower case: POST /payments summary = "create a payment"
  a summary with a final period: POST /payments summary = "Create a payment."
centavo:operation-description
  an operation described by a fragment: POST /payments description = "creates a payment"
centavo:bearer-token-required
  an operation without security: GET /payments security = []
  a bearer token that may be left out: security + {}
  a token needed to get a token: - POST /auth security
centavo:error-response-is-declared
  an operation that never finds its request invalid: - GET /payments responses 400
  an operation that never finds its id invalid: - GET /payments/{paymentId} responses 400
  an operation that never misses its token: - GET /payments responses 401
  an operation that never finds its keys wrong: - POST /auth responses 401
centavo:tag-in-one-group
  a tag outside the groups: - x-tagGroups 1 tags -1
  a tag in two groups: x-tagGroups 1 tags + "auth"
  a group of a misspelt tag: x-tagGroups 1 tags + "plans"
  a tag that nothing uses:
    tags + {"name":"plans","description":"Nothing has this tag."}
    x-tagGroups 1 tags + "plans"
centavo:body-has-example
  a request body without an example: - POST /payments requestBody JSON examples
  an error without an example: responses Unauthorized JSON examples = {}
centavo:parameter-has-example
  a parameter without an example: - parameters PaymentId example
centavo:example-named-for-operation
  an example named for no operation: examples payment.create.card < examples payments.create.card
centavo:error-uses-envelope
  an error in a shape of its own: responses PaymentNotFound JSON schema = {"type":"object"}
  an error without a body: - responses Unexpected content
centavo:return-code-is-described
  a return code without a name: - schemas ReturnCode x-enum-varnames -1
  a return code without a meaning: schemas ReturnCode x-enum-descriptions 0 = "not authorized"
  a return code more than operations: - schemas ReturnCode x-stated-for 0
  a return code listed twice: schemas ReturnCode x-extensible-enum 1 = -1001
centavo:return-code-is-used
  a return code that no error shows:
    schemas ReturnCode x-extensible-enum + -9000
    schemas ReturnCode x-enum-varnames + "PlanNotFound"
    schemas ReturnCode x-enum-descriptions + "No plan has this id."
    schemas ReturnCode x-stated-for + null
    schemas ReturnCode x-what-to-do + "Check the id."
  a return code that its operation lacks: schemas ReturnCode x-stated-for 7 = "payments.list"
centavo:return-code-in-catalogue
  a mistyped return code: examples error.PaymentNotFound value data returnCode = -7780
  a code of the sandbox's own: examples error.RefundRefused value data returnCode = -90302
  a second message of a return code:
    responses PaymentNotFound JSON examples PaymentNotFound < examples error.PaymentNotFound
    responses PaymentNotFound JSON examples PaymentNotFound value data message = "Não encontrado"
  another name: responses PaymentNotFound JSON examples NotFound < examples error.PaymentNotFound
centavo:list-documents-sort-order
  a list in no order: GET /customers responses 200 description = "One page of customers."
centavo:multiple-of-is-integer
  a step that is a fraction: schemas Percentage multipleOf = 0.01
centavo:response-has-no-x-fraction-digits
  counted decimals: schemas PaymentSplit properties splitPercentage x-fraction-digits = 2
centavo:response-data-is-component
  one written out in place: schemas SubaccountDeleted properties data < schemas DeletedSubaccount
  a list of things without a name: schemas CustomerList properties data items < schemas Customer
centavo:amount-has-unit
  an amount that does not say in what: - schemas SubscriptionSplit properties splitAmount x-unit
centavo:amount-is-integer
  an amount that may be a fraction: schemas Withdrawal properties liquidAmount = {"type":"number"}
centavo:response-declares-required-properties
  a returned object that promises no field: - schemas Withdrawal required
centavo:discriminator-is-mapped
  a discriminator without a mapping: - schemas Payment discriminator mapping
  two kinds of payment mapped crosswise:
    schemas Payment discriminator mapping card < schemas Payment discriminator mapping pix
  a kind of payment that is mapped only: - schemas Payment oneOf -1
centavo:component-name-in-pascal-case
  two files of one name: schemas Payment-2 < schemas Payment
  a link that is not named like a component: links readPayment < links ReadPayment
centavo:secret-is-marked
  a key that is not marked: - schemas TokenCreate properties publicKey x-sensitive
  a token that is marked as no secret: schemas Token properties access_token x-sensitive = false
  a token that other tools show: - schemas Token properties access_token format
  an unmarked password: schemas CardRead properties pin = {"type":"string","format":"password"}
  a token in a header: parameters SubaccountContext name = "x-subaccount-token"
  one in a header: parameters SubaccountContext schema = {"type":"string","format":"password"}
  a card number in one more request: schemas PaymentRefund properties cardNumber = {"type":"string"}
centavo:response-has-no-secret
  a security code in a response: schemas CardDetails properties securityCode = {"type":"string"}
  a whole card: schemas CardRead properties data $ref = "#/components/schemas/CardTokenize"
centavo:response-example-has-no-card-number
  a card number in a response: examples cards.get.card value data holderName = "4111 1111 1111 1111"
centavo:enum-is-closed-or-extensible
  an enum of one value: schemas CompanyType enum = ["PF"]
  a set both open and closed: schemas CustomerStatus enum = ["APPROVED","PENDING"]
  a union: schemas CustomerStatus = {"anyOf":[{"enum":["APPROVED","PENDING"]},{"type":"string"}]}
  a union of integers: schemas ReturnCode = {"anyOf":[{"const":-1001},{"type":"integer"}]}
centavo:extensible-enum-has-x-inferred
  an open set that is not marked: - schemas CustomerStatus x-inferred
  an open set of texts that are to be integers: schemas CustomerStatus type = "integer"
  an open set of booleans: schemas CustomerStatus type = "boolean"
  an open set with a value twice: schemas CustomerStatus x-extensible-enum + "APPROVED"
centavo:x-inferred-is-sentence
  a mark that gives no reason: schemas CustomerStatus x-inferred = "Assumed."
  no sentence next to a $ref: schemas Payment oneOf 0 x-inferred = "its shape is assumed, as it is"
  a mark over two lines: GET /payments x-inferred = "One line is assumed.\\nThis is two."
centavo:extension-is-known
  a misspelt mark: schemas CustomerStatus x-infered = "Only APPROVED is shown."
centavo:transitions-fit-the-contract
  a transition to a status that is none: schemas SubscriptionStatus x-transitions 1 to = "PAUSED"
  an unknown operation: schemas SubscriptionStatus x-transitions 1 trigger = "subscriptions.pause"
  an assumed one that is not marked: - schemas SubscriptionStatus x-transitions -1 x-inferred
  an unknown method: schemas PaymentStatus x-transitions 0 paymentMethods = ["credit"]
`);

/** In the sandbox's contract, where a rule asks for something else than in the service's. */
export const seenInControl = changesIn(`
centavo:bearer-token-required
  a clock that anybody can move: POST /_sandbox/clock/advance security = []
  a token needed to get a key pair: - POST /_sandbox/companies security
centavo:error-response-is-declared
  a clock that takes any moment: - POST /_sandbox/clock/advance responses 400
  a balance for anybody: - GET /_sandbox/balance responses 401
centavo:example-named-for-operation
  one for no webhook: examples paymentPaid.card < examples statusChanged.payment.request
centavo:response-declares-required-properties
  a case of an object that promises no field: - schemas Fault oneOf 0 required
centavo:return-code-in-catalogue
  neither's return code: examples error.StepRefused value data returnCode = -9050
centavo:transitions-fit-the-contract
  no operation: schemas SandboxWithdrawalStatus x-transitions 0 trigger = "withdrawals.pay"
centavo:response-has-no-secret
  a key in one more response: schemas Clock properties privateKey = {"type":"string"}
  a key pair in one more: schemas ClockRead properties data $ref = "#/components/schemas/NewCompany"
  a card number next to the keys: schemas NewCompany properties cardNumber = {"type":"string"}
`);

export const seenBySpectral = changesIn(`
operation-description
  an operation that is not described: - POST /payments description
owasp:api2:2023-no-http-basic
  basic authentication: securitySchemes bearerAuth scheme = "basic"
owasp:api2:2023-no-api-keys-in-url
  a key in the query: securitySchemes bearerAuth = {"type":"apiKey","in":"query","name":"key"}
owasp:api1:2023-no-numeric-ids
  a number for an id in a path: parameters PaymentId schema = {"type":"integer"}
operation-tag-defined
  a tag that is not declared: - tags 0
tag-description
  a tag that is not described: - tags 0 description
docs-media-type-examples-or-schema
  a body that is empty of both: responses Unauthorized JSON = {}
oas3-valid-schema-example
  a default beyond its own limits: parameters Limit schema default = 101
operation-parameters
  a parameter given twice: GET /payments parameters 7 < GET /payments parameters -1
`);

export const seenByRedocly = changesIn(`
struct
  nullable instead of a type null: schemas Message nullable = true
no-unresolved-refs
  a $ref to nothing: schemas Payment oneOf 0 $ref = "#/components/schemas/CreditCardPayment"
no-invalid-media-type-examples
  an example that lost a required field: - examples payments.get.card value data amount
no-invalid-schema-examples
  a schema's example of another type: schemas Centavos examples = ["49,90"]
no-invalid-parameter-examples
  a parameter's example beyond its limits: parameters Limit example = 0
no-required-schema-properties-undefined
  a required field that does not exist: schemas Withdrawal required + "amuont"
operation-4xx-response
  a callback without an error: - POST /payments callbacks statusChanged * post responses 4XX
no-unused-components
  a schema that nothing refers to:
    schemas Plan = {"type":"object","description":"Nothing refers to this."}
`);

/**
 * Incomplete contracts, as an editor lints them. Other rules report what is missing; ours must
 * not fail on it, since Spectral then reports nothing at all.
 */
export const { unfinished = {} } = changesIn(`
unfinished
  paths to be filled in: paths = null
  kinds of components to be filled in:
    examples = null
    securitySchemes = null
  paths, operations and bodies to be filled in:
    paths /payments/refund = null
    PUT /customers/{customerId} = null
    GET /payments * = null
    GET /payments callbacks = null
    - GET /customers responses
    GET /subaccounts responses 400 = null
    responses PaymentNotFound JSON = null
    responses CustomerNotFound JSON examples = null
    responses CardNotFound JSON examples CardNotFound = null
    examples error.SubaccountNotFound = null
  tags and schemas to be filled in:
    tags = [null]
    x-tagGroups = [null,{}]
    schemas PaymentCreate oneOf = [null]
    schemas PaymentCreate discriminator mapping card = null
    schemas CardPayment properties = null
    schemas CardPayment required = null
    schemas ReturnCode x-extensible-enum = null
    schemas PaymentStatus x-transitions = [null,{}]
  values of another type:
    security = "bearer"
    schemas ReturnCode x-extensible-enum = {}
    schemas SubscriptionStatus x-transitions = {}
  return codes without names and operations:
    - schemas ReturnCode x-enum-varnames
    - schemas ReturnCode x-stated-for
`);
