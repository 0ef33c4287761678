import { isObject } from "../../src/contract/cursor.ts";
import { changedAt, valueAt } from "../../src/contract/json-pointer.ts";
import { requiredIn } from "../../src/contract/schema-fields.ts";
import type { CheckedAssumption } from "../../src/verify/checked-assumptions.ts";
import { body } from "../sandbox/contract-examples.ts";
import type {
  DeviatingRequest,
  DeviatingResponse,
  DeviatingService,
  Deviation,
} from "./deviating-sandbox.ts";
import { limitsPayments } from "./difficult-services.ts";
import {
  accepts,
  changesBody,
  errorWith,
  fails,
  field,
  ignores,
  isCalled,
  omits,
  refuses,
  returns,
  reverses,
  takes,
  takesQuery,
  withData,
  withOneMessage,
  withStatus,
} from "./other-service.ts";
import { assumptions } from "./prepared-account.ts";

/** What another service does, and which other assumptions that contradicts too. */
type Row = Deviation | [deviation: Deviation, ...touches: string[]];

/** The operations that most rows are about. */
const [PAY, LIST] = ["payments.create", "payments.list"] as const;
const [SPLIT, UPDATE] = ["subscriptions.addSplit", "subscriptions.update"] as const;

const card = { "/paymentType": "card" };
const pix = { "/paymentType": "pix" };
const keys = body("auth.createToken", "keys");
const { billingData, customerData } = body(PAY, "card");
/** The splits of a payment, without those that a function says. */
const withoutSplits = (drops: (split: object) => boolean) =>
  changesBody(PAY, {}, (payment) => {
    const { splits } = Object(payment);
    return Array.isArray(splits)
      ? { ...Object(payment), splits: splits.filter((each) => !drops(each)) }
      : payment;
  });

/** What an operation answers, if a function says so. */
const answers = (
  operationId: string,
  answer: (request: DeviatingRequest, body: object) => DeviatingResponse | undefined,
): Deviation => ({
  response: (response, request) =>
    (isCalled(request, operationId) && answer(request, Object(response.body))) || response,
});
const asTexts = (values: unknown) =>
  Object.fromEntries(Object.entries(Object(values)).map(([key, value]) => [key, `${value}`]));
const refusesPix = (message: string) => (request: DeviatingRequest) =>
  valueAt(request.body, "/paymentType") === "pix"
    ? { status: 400, body: errorWith(message) }
    : undefined;
const TITLES = ["Plano mensal", "Clube do café"];

const withoutStatusCode = withData({ statusCode: undefined });

/** For each assumption that can be checked, by its JSON pointer, a service for which it is not true. */
const TABLE: Readonly<Record<string, Row>> = {
  "/paths/~1payments/get/parameters/2": ignores(LIST, "status"),
  "/paths/~1payments/get/parameters/3": ignores(LIST, "paymentMethod"),
  "/paths/~1payments/get/parameters/4": ignores(LIST, "amount"),
  "/paths/~1payments/get/parameters/5": ignores(LIST, "customerId"),
  "/paths/~1payments/get/parameters/6": ignores(LIST, "subscriptionId"),
  "/paths/~1payments/get/responses/200": reverses(LIST),
  "/paths/~1subscriptions/get/responses/200": reverses("subscriptions.list"),
  "/paths/~1customers/get/responses/200": reverses("customers.list"),
  "/paths/~1subaccounts/get/parameters/2": ignores("subaccounts.list", "companyType"),
  "/paths/~1subaccounts/get/parameters/3": ignores("subaccounts.list", "document"),
  "/paths/~1subaccounts/get/responses/200": reverses("subaccounts.list"),
  "/paths/~1bank_accounts/get/responses/200": reverses("bankAccounts.list"),
  "/paths/~1withdrawals/get/responses/200": reverses("withdrawals.list"),
  "schemas/TokenCreate": takes("auth", "/privateKey", undefined, keys.privateKey),
  "schemas/ReturnCode": fails("payments.get", 404, withData({ returnCode: "-7708" })),
  "schemas/ErrorData": fails("payments.get", 404, withData({ message: undefined })),
  "schemas/PaymentStatus/x-transitions/2": field(
    "status",
    (status, { paymentMethod }) => (paymentMethod === "pix" ? "FAILED" : status),
    PAY,
  ),
  // The two assume the same of one request.
  "schemas/PaymentStatus/x-transitions/4": [
    field("status", (status) => (status === "FAILED" ? "PENDING" : status), PAY),
    "examples/payments.create.cardDeclined",
  ],
  "schemas/PaymentStatus/x-transitions/9": returns("status", "FAILED", "payments.refund"),
  "schemas/Person": omits("email", "customers.get"),
  "schemas/StreetAddress": omits("neighborhood"),
  "schemas/PaymentSplitType": returns("splitType", 1, LIST),
  "schemas/PaymentSplit": omits("liquidAmount", "payments"),
  "schemas/CardPayment/properties/paymentMethod": {
    response: (response, { body }) =>
      valueAt(body, "/paymentType") === "tokenizedCard"
        ? { ...response, body: changedAt(response.body, "/data/paymentMethod", "tokenizedCard") }
        : response,
  },
  "schemas/PixDetails": omits("brCode"),
  "schemas/PixPayment": omits("pixDetails"),
  "schemas/InterestType": returns("interestType", {}),
  "schemas/LateFeeType": returns("lateFeeType", {}),
  "schemas/BilletDetails/properties/interestAmount": returns("interestAmount", "0"),
  "schemas/BilletDetails/properties/interestPercentage": returns("interestPercentage", 0),
  "schemas/BilletDetails/properties/interestStartDate": returns("interestStartDate", ""),
  "schemas/BilletDetails/properties/interestType": returns("interestType", false),
  "schemas/BilletDetails/properties/lateFeeAmount": returns("lateFeeAmount", "0"),
  "schemas/BilletDetails/properties/lateFeePercentage": returns("lateFeePercentage", 0),
  "schemas/BilletDetails/properties/lateFeeStartDate": returns("lateFeeStartDate", ""),
  "schemas/BilletDetails/properties/lateFeeType": returns("lateFeeType", false),
  "schemas/PaymentSplitCreateBase": withoutSplits((split) => !("subaccountId" in split)),
  "schemas/Percentage": takes(SPLIT, "/splitPercentage", 101, 1),
  "schemas/PercentagePaymentSplitCreate": withoutSplits(
    (split) => !("splitPercentage" in split || "splitAmount" in split),
  ),
  "schemas/PercentagePaymentSplitCreate/properties/splitAmount": refuses(PAY, {
    "/splits/0/splitAmount": null,
  }),
  "schemas/ChargedAmount": takes(PAY, "/billingData/amount", 0, 1),
  "schemas/AmountPaymentSplitCreate": refuses(PAY, {
    "/splits/0/splitAmount": 100,
    "/splits/0/splitPercentage": undefined,
  }),
  "schemas/AmountPaymentSplitCreate/properties/splitPercentage": refuses(PAY, {
    "/splits/0/splitPercentage": 0,
  }),
  "schemas/PaymentSplitCreate": takes(PAY, "/splits/0/splitPercentage", 10, 0, {
    "/splits/0/splitAmount": 1,
  }),
  "schemas/BillingData": takes(PAY, "/billingData/amount", undefined, 100),
  "schemas/CardBillingData": takes(PAY, "/billingData/installments", undefined, 1),
  "schemas/CustomerDataBase": takes(PAY, "/customerData/remoteIpv4", undefined, "203.0.113.7"),
  "schemas/CardCustomerAddress": takes(PAY, "/customerData/address/reference", undefined, "", card),
  "schemas/CardCustomerData": takes(PAY, "/customerData/phone", undefined, "", card),
  "schemas/CardPaymentCreate": takes(PAY, "/billingData", undefined, billingData, card),
  "schemas/CardPaymentCreate/properties/cardData": takes(
    PAY,
    "/cardData/securityCode",
    "12",
    "123",
  ),
  "schemas/CustomerDataAddress": takes(
    PAY,
    "/customerData/address/zipcode",
    undefined,
    "01310200",
    pix,
  ),
  "schemas/CustomerData": takes(PAY, "/customerData/address", undefined, customerData.address, pix),
  "schemas/TokenizedCardPaymentCreate": takes(PAY, "/billingData", undefined, billingData, {
    "/paymentType": "tokenizedCard",
  }),
  "schemas/PixPaymentCreate": takes(PAY, "/billingData", undefined, billingData, pix),
  "schemas/BilletPaymentCreate": takes(PAY, "/billingData", undefined, billingData, {
    "/paymentType": "billet",
  }),
  // Whoever knows no PIX does not know its body either.
  "schemas/PaymentCreate": [
    answers(PAY, refusesPix("paymentType must be one of: card, billet")),
    "schemas/PixPaymentCreate",
  ],
  "schemas/PaymentRefund": accepts("payments.refund", { "/transactionId": undefined }),
  "schemas/NewTokenizedCard": omits("holderName", "cards"),
  "schemas/SubscriptionSplitType": returns("splitType", 1, "subscriptions"),
  "schemas/SubscriptionSplit": omits("liquidAmount", "subscriptions"),
  "schemas/SubscriptionSplit/properties/id": field(
    "id",
    (id, holder) => ("splitType" in holder ? undefined : id),
    "subscriptions",
  ),
  "schemas/SubscriptionSplit/properties/splitPercentage": returns(
    "splitPercentage",
    "10",
    "subscriptions",
  ),
  "schemas/SubscriptionSplit/properties/splitAmount": returns(
    "splitAmount",
    "499",
    "subscriptions",
  ),
  "schemas/Subscription/properties/duration": returns("duration", ""),
  "schemas/Subscription/properties/expirationDate": returns("expirationDate", "", "subscriptions"),
  "schemas/Subscription/properties/canceledAt": returns("canceledAt", ""),
  "schemas/SubscriptionUpdate": takes(UPDATE, "/title", undefined, "Plano mensal"),
  "schemas/SubscriptionUpdate/properties/frequency": takes(UPDATE, "/frequency", 0, 1),
  "schemas/SubscriptionUpdate/properties/amount": takes(UPDATE, "/amount", 0, 6490),
  "schemas/SubscriptionUpdate/properties/duration": takes(UPDATE, "/duration", 0, 1),
  "schemas/SubscriptionUpdated": omits("message", UPDATE),
  "schemas/SubscriptionSplitCreateBase": accepts(SPLIT, {
    "/subaccountId": undefined,
  }),
  "schemas/AmountSubscriptionSplitCreate": takes(SPLIT, "/splitType", undefined, "amount", {
    "/splitPercentage": undefined,
  }),
  "schemas/AmountSubscriptionSplitCreate/properties/splitAmount": takes(
    SPLIT,
    "/splitAmount",
    0,
    1,
  ),
  "schemas/PercentageSubscriptionSplitCreate": takes(SPLIT, "/splitType", undefined, "percentage", {
    "/splitAmount": undefined,
  }),
  "schemas/SubscriptionSplitAdded": omits("message", SPLIT),
  "schemas/CustomerAddressStatus": field(
    "statusId",
    (status, { street }) => (street ? 1 : status),
    "customers",
  ),
  "schemas/CustomerAddress": omits("zipcode", "customers"),
  "schemas/CustomerStatus": field(
    "statusId",
    (status, { street }) => (street ? status : 1),
    "customers",
  ),
  "schemas/Customer": omits("birthdate", "customers.list"),
  "schemas/Customer/properties/address": returns("address", "", "customers"),
  "schemas/CustomerUpdate": returns("firstName", "", "customers.update"),
  "schemas/SubaccountStatus": returns("status", 1, "subaccounts"),
  "schemas/AddressType": returns("addressType", 1),
  "schemas/BankAccountBase": omits("holderName", "bankAccounts"),
  "schemas/AccountBank": omits("accountNumber", "subaccounts"),
  "schemas/SubaccountCreateBase": takes("subaccounts.createPf", "/name", undefined, "João"),
  "schemas/SubaccountPjCreate": takes(
    "subaccounts.createPj",
    "/juridicLegalData/socialMedia",
    undefined,
    "",
  ),
  "schemas/BankAccountStatus": returns("status", 1, "bankAccounts"),
  "schemas/NewBankAccount": omits("routingNumber", "bankAccounts"),
  "schemas/WithdrawalStatus": returns("status", 1, "withdrawals"),
  "schemas/WithdrawalPaymentType": returns("withdrawalPaymentType", 1),
  "schemas/PixKeyType": returns("pixKeyType", {}),
  "schemas/Withdrawal": omits("liquidAmount", "withdrawals"),
  "schemas/Withdrawal/properties/postbackUrl": returns("postbackUrl", null, "withdrawals"),
  "schemas/Withdrawal/properties/pixKeyType": returns("pixKeyType", false),
  "schemas/Withdrawal/properties/pixKey": returns("pixKey", false),
  "examples/error.ValidationFailed": fails("", 400, withOneMessage, "must be a string"),
  "examples/error.WrongKeys": fails("auth", 401, withData({ returnCode: -1 })),
  "examples/error.QueryInvalid": fails(LIST, 400, withOneMessage),
  "examples/error.Unauthorized": fails("", 401, withData({ returnCode: -1 }), "missing"),
  "examples/payments.create.cardDeclined": [
    refuses(PAY, { "/cardData/cardNumber": "4000000000000002" }),
    "schemas/PaymentStatus/x-transitions/4",
  ],
  "examples/error.SubaccountNotApproved": fails(PAY, 400, withoutStatusCode, "aprovada"),
  "examples/error.SplitsExceedAmount": fails(PAY, 400, withoutStatusCode, "excede"),
  "examples/error.IdInvalid": fails("", 400, withOneMessage, "must be a UUID"),
  "examples/error.RefundRefused": fails("payments.refund", 400, withoutStatusCode, "cartão"),
  "examples/subscriptions.addSplit.amount": field(
    "splitType",
    (type) => (type === "AMOUNT" ? "FIXED" : type),
    SPLIT,
  ),
  // The responses with several examples have the codes of those, or none.
  "examples/error.SplitNotFound": [
    fails("subscriptions", 404, withData({ returnCode: -1 }), "Divisão"),
    "responses/SubscriptionOrSplitNotFound",
  ],
  "examples/error.AddressIncomplete": fails("customers.update", 400, withOneMessage, "address"),
  "examples/error.WithdrawalNotFound": [
    fails("withdrawals.get", 404, withData({ returnCode: -1 })),
    "responses/WithdrawalOrSubaccountNotFound",
  ],
  "responses/ValidationFailed": fails("subaccounts.createPf", 400, withStatus(422)),
  "responses/WrongKeys": fails("auth", 401, withStatus(403)),
  "responses/QueryInvalid": fails("customers.list", 400, withStatus(422)),
  "responses/Unauthorized": fails(LIST, 401, withStatus(403)),
  "responses/PaymentRefused": fails(PAY, 400, withStatus(422)),
  "responses/CardOrSubaccountNotFound": fails(PAY, 404, withStatus(400)),
  "responses/IdInvalid": fails("cards.get", 400, withStatus(422)),
  "responses/PaymentNotFound": fails("payments.get", 404, withStatus(400)),
  "responses/RefundRefused": fails("payments.refund", 400, withStatus(422)),
  "responses/CustomerNotFound": fails("customers.get", 404, withStatus(400)),
  "responses/CardNotFound": fails("cards.get", 404, withStatus(410)),
  "responses/SubscriptionNotFound": fails("subscriptions.get", 404, withStatus(400)),
  "responses/SubscriptionCustomerOrCardNotFound": fails(UPDATE, 404, withStatus(400)),
  "responses/SplitRefused": fails(SPLIT, 400, withStatus(422), "excede"),
  "responses/SubscriptionOrSubaccountNotFound": fails(SPLIT, 404, withStatus(400)),
  "responses/SubscriptionOrSplitNotFound": fails("subscriptions.removeSplit", 404, withStatus(400)),
  "responses/AddressRefused": fails("customers.update", 400, withStatus(422), "address"),
  "responses/SubaccountNotFound": fails("subaccounts.get", 404, withStatus(400)),
  "responses/WithdrawalOrSubaccountNotFound": fails("withdrawals.get", 404, withStatus(400)),
  "parameters/PageAssumed/schema": takesQuery(LIST, "page", "0", "1"),
  "parameters/LimitAssumed/schema": takesQuery(LIST, "limit", "101", "100"),
  "parameters/PageDefaultAssumed/schema": field("page", () => 0, "customers.list"),
  "parameters/LimitDefaultAssumed/schema": takesQuery("subaccounts.list", "limit", undefined, "20"),
};

const pointerOf = (key: string) => (key.startsWith("/") ? key : `/components/${key}`);

/** A service that leaves out a field which a schema requires. It needs no row, unless it would contradict more. */
function lacksRequiredField(assumption: CheckedAssumption): [string, Row][] {
  const { pointer, element, operationIds } = assumption;
  const field = requiredIn([element]).at(-1);
  const isSchema = pointer.startsWith("/components/schemas/");
  return isSchema && field !== undefined ? [[pointer, omits(field, operationIds[0])]] : [];
}

const derived = [...assumptions.values()]
  .filter(({ check }) => check?.by === "read" && Object.keys(check).length === 1)
  .flatMap(lacksRequiredField);
const rows = { ...Object.fromEntries(derived), ...rowsByPointer(TABLE) };

/** One for each assumption, by its pointer. */
export const deviations = Object.entries(rows).map(([pointer, row]) => {
  const [deviation, ...touches] = [row].flat() as [Deviation, ...string[]];
  return service(pointer, deviation, [pointer, ...touches]);
});

function service(name: string, deviation: Deviation, touches: readonly string[]): DeviatingService {
  const contradicts = touches.map(pointerOf);
  const write = assumptions.get(contradicts[0] ?? "")?.check?.by === "write";
  return { name, contradicts, write, deviation: () => deviation };
}

function rowsByPointer(table: typeof TABLE): Record<string, Row> {
  return Object.fromEntries(Object.entries(table).map(([key, row]) => [pointerOf(key), row]));
}

/** Services that differ only where the contract leaves it open, or that fail. */
export const permitted: [name: string, deviation: Deviation][] = [
  ["refuses the buyer of the examples", refuses(PAY, {})],
  ["returns more fields", field("data", (data) => (isObject(data) ? { ...data, trace: 1 } : data))],
  ["has other statuses", returns("statusId", "IN_REVIEW")],
  ["leaves out what is null", field("canceledAt", (time) => time ?? undefined)],
  ["has other messages", fails("", 404, withData({ message: "Not here" }))],
  [
    "accepts a card payment later",
    field("status", (status) => (status === "SUCCEEDED" ? "PENDING" : status), PAY),
  ],
  ["counts all items of a list", field("total", () => 10_000)],
  [
    "changes a status in a new way",
    field("status", (status) => (status === "PENDING" ? "CREATED" : status), "payments.get"),
  ],
  [
    "is behind a gateway that fails",
    fails("withdrawals.get", 404, () => ({ status: 502, body: "" })),
  ],
];

/** Other services for which assumptions are not true, and which a check could take for the opposite. */
const OTHERS: readonly [name: string, deviation: Deviation, ...contradicted: string[]][] = [
  [
    "finds nothing by a filter",
    answers(LIST, ({ query }, body) =>
      query.status ? { status: 200, body: { ...body, data: [] } } : undefined,
    ),
    "/paths/~1payments/get/parameters/2",
  ],
  [
    "does not know the name of a filter",
    answers("subaccounts.list", ({ query }) =>
      query.companyType
        ? { status: 400, body: errorWith(["property companyType should not exist"]) }
        : undefined,
    ),
    "/paths/~1subaccounts/get/parameters/2",
  ],
  [
    "knows neither page nor limit of payments",
    answers(LIST, ({ query }) => {
      const unknown = ["page", "limit"].filter((name) => name in query);
      return unknown.length > 0
        ? {
            status: 400,
            body: errorWith(unknown.map((each) => `property ${each} should not exist`)),
          }
        : undefined;
    }),
    ...["parameters/PageAssumed/schema", "parameters/LimitAssumed/schema"],
  ],
  ["shows the numbers of a page as texts", field("meta", asTexts)],
  ["shows the amounts of payments as texts", field("amount", String, LIST)],
  ["shows the amounts of subscriptions as texts", field("amount", String, "subscriptions.list")],
  ["refunds after a status of its own", returns("status", "REQUESTED", "payments.refund")],
  [
    "finds by the beginning of a value",
    {
      request: (request) => {
        const title = TITLES.find(
          (each) => request.query.title && each.startsWith(request.query.title),
        );
        return title ? { ...request, query: { ...request.query, title } } : request;
      },
    },
    "/paths/~1subscriptions/get/responses/200",
  ],
  [
    "takes one of two filters",
    {
      request: ({ query, ...request }) => {
        const { paymentMethod, ...others } = query;
        return { ...request, query: others.status ? others : query };
      },
    },
    "/paths/~1payments/get/responses/200",
  ],
];

/** What a limited service refuses says nothing of the installments that it does not need. */
function withoutInstallments(limited: Deviation): Deviation {
  const lax = takes(PAY, "/billingData/installments", undefined, 1, card);
  return {
    ...limited,
    request(request) {
      const read = limited.request?.(request) ?? request;
      return read === request ? (lax.request?.(request) ?? request) : read;
    },
  };
}

/** A router that has no such route. */
const lacksRoute = (...operationIds: string[]): Deviation => ({
  response: (response, request) =>
    operationIds.some((id) => isCalled(request, id)) && response.status !== 401
      ? { status: 404, body: errorWith(`Cannot ${request.method} ${request.path}`) }
      : response,
});

/** Services that limit or lack something, and why nobody can say more of them. */
const undecidable: readonly DeviatingService[] = [
  {
    name: "takes five payments a day, and those by card without installments",
    contradicts: ["/components/schemas/CardBillingData"],
    notReached: "the service answered 400 to a valid request like it",
    write: true,
    deviation: () => withoutInstallments(limitsPayments(5)),
  },
  {
    // The limit passes, so that what is refused once shows in the end.
    name: "takes three payments and refuses four, and takes those by card without installments",
    contradicts: ["/components/schemas/CardBillingData"],
    write: true,
    deviation: () => withoutInstallments(limitsPayments(3, 4)),
  },
  {
    name: "lacks the routes of some operations",
    contradicts: ["/components/examples/error.WithdrawalNotFound"],
    notReached: "the service accepted no request of this operation",
    write: false,
    deviation: () => lacksRoute("withdrawals.get", "cards.delete", "subscriptions.reactivate"),
  },
  {
    name: "has no Pix for the account",
    contradicts: ["/components/schemas/PixPaymentCreate"],
    notReached: "the service answered 400 to a valid request",
    write: true,
    deviation: () => answers(PAY, refusesPix("Pix is not enabled")),
  },
  {
    name: "has three bank accounts",
    contradicts: ["/paths/~1bank_accounts/get/responses/200"],
    notReached: "the list has fewer than four different createdAt",
    write: false,
    deviation: () =>
      field("data", (items) => Array.from(Object(items)).slice(0, 3), "bankAccounts.list"),
  },
  {
    name: "filters only within a period",
    contradicts: ["/paths/~1payments/get/parameters/2"],
    notReached: "the service refused the filter status for another reason",
    write: false,
    deviation: () =>
      answers(LIST, ({ query }) =>
        query.status ? { status: 400, body: errorWith("startDate is required") } : undefined,
      ),
  },
];

export const others = [
  ...OTHERS.map(([name, deviation, ...contradicted]) => service(name, deviation, contradicted)),
  ...undecidable,
];
