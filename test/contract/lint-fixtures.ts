/** Violations that a person could introduce into the contract, by the rule that must detect them. */
import { changesIn } from "./contract-changes.ts";

export const seenByHouseRules = changesIn(`
centavo:operation-id-matches-tag
  an operation id of one word: POST /payments operationId = "createPayment"
  an operation under another tag: POST /payments tags = ["customers"]
centavo:summary-in-sentence-case
  a summary in title case: POST /payments summary = "Create a Payment"
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
centavo:return-code-is-described
  a return code without a name: - schemas ReturnCode x-enum-varnames -1
  a return code without a meaning: schemas ReturnCode x-enum-descriptions 0 = "not authorized"
  a return code more than operations: - schemas ReturnCode x-stated-for 0
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
  a set both open and closed: schemas CustomerStatus enum = ["APPROVED","PENDING"]
  a union: schemas CustomerStatus = {"anyOf":[{"enum":["APPROVED","PENDING"]},{"type":"string"}]}
centavo:extensible-enum-has-x-inferred
  an open set that is not marked: - schemas CustomerStatus x-inferred
  an open set of texts that are to be integers: schemas CustomerStatus type = "integer"
centavo:x-inferred-is-sentence
  a mark that gives no reason: schemas CustomerStatus x-inferred = "Assumed."
centavo:extension-is-known
  a misspelt mark: schemas CustomerStatus x-infered = "Only APPROVED is shown."
centavo:transitions-fit-the-contract
  a transition to a status that is none: schemas SubscriptionStatus x-transitions 1 to = "PAUSED"
  an unknown operation: schemas SubscriptionStatus x-transitions 1 trigger = "subscriptions.pause"
  an assumed one that is not marked: - schemas SubscriptionStatus x-transitions -1 x-inferred
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

/**
 * Incomplete contracts, as an editor lints them. Other rules report what is missing; ours must
 * not fail on it, since Spectral then reports nothing at all.
 */
export const { unfinished = {} } = changesIn(`
unfinished
  kinds of components to be filled in:
    examples = null
    securitySchemes = null
  paths, operations, bodies, tags and schemas to be filled in:
    paths /payments/refund = null
    PUT /customers/{customerId} = null
    GET /payments * = null
    GET /payments callbacks = null
    GET /subaccounts responses 400 = null
    responses PaymentNotFound JSON = null
    responses CustomerNotFound JSON examples = null
    examples error.SubaccountNotFound = null
    tags = [null]
    x-tagGroups = [null,{}]
    schemas PaymentCreate oneOf = [null]
    schemas PaymentCreate discriminator mapping card = null
    schemas CardPayment properties = null
    schemas ReturnCode x-extensible-enum = null
    schemas PaymentStatus x-transitions = [null,{}]
`);
