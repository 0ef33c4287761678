import { type JsonObject as Data, isObject as isData } from "../../src/contract/cursor.ts";
import { valueAt as at, changedAt } from "../../src/contract/json-pointer.ts";
import type {
  DeviatingResponse as Answer,
  DeviatingService,
  Deviation,
  DeviatingRequest as Request,
} from "./deviating-sandbox.ts";
import {
  both,
  changesBody,
  errorWith,
  fails,
  field,
  isCalled,
  returns,
  takes,
  withStatus,
} from "./other-service.ts";

// Values

/** A copy with the value at the pointer changed, unless it is absent or null. */
function turn(value: unknown, pointer: string, change: (inner: unknown) => unknown): unknown {
  const inner = at(value, pointer);
  return inner === undefined || inner === null ? value : changedAt(value, pointer, change(inner));
}

/** A copy with each object of the list at the pointer changed. */
const each = (value: unknown, pointer: string, change: (item: Data) => unknown): unknown =>
  turn(value, pointer, (list) =>
    Array.isArray(list) ? list.map((item: unknown) => (isData(item) ? change(item) : item)) : list,
  );

// Requests and answers

const ok = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;
const lastOf = (request: Request): string => request.path.split("/").at(-1) ?? "";
const success = (data: unknown): Answer => ({ status: 200, body: { data, message: null } });
const failure = (status: number, message: string, returnCode: number): Answer => ({
  status,
  body: { data: { message, returnCode } },
});

/** Whether an answer is about one problem, not about the form of the body: its message is no list. */
const isRule = (answer: Answer): boolean =>
  answer.status === 400 && typeof at(answer.body, "/data/message") === "string";

/** The answer with its resource, or each one on its page, changed. */
const withItems = (answer: Answer, change: (item: Data) => unknown): Answer => ({
  ...answer,
  body: turn(each(answer.body, "/data", change), "/data", (data) =>
    isData(data) ? change(data) : data,
  ),
});

/** Changes a resource wherever an answer shows it. */
const shown = (prefix: string, change: (item: Data) => unknown): Deviation => ({
  response: (answer, asked) =>
    ok(answer) && isCalled(asked, prefix) ? withItems(answer, change) : answer,
});

/** Answers in its own way where it is refused by a rule, and not for the form of the body. */
const rules = (prefix: string, change: (answer: Answer) => Answer): Deviation => ({
  response: (answer, asked) =>
    isRule(answer) && isCalled(asked, prefix) ? change(answer) : answer,
});

/** Changes the query of a list. */
const query = (operationId: string, change: (query: Request["query"]) => Data): Deviation => ({
  request: (request) =>
    isCalled(request, operationId)
      ? { ...request, query: change(request.query) as Request["query"] }
      : request,
});

/** Refuses bodies with problems of its own, before it makes anything. */
function refuses(
  operationId: string,
  problems: (body: Data) => readonly (string | false)[],
): Deviation {
  const found = (request: Request): string[] =>
    isCalled(request, operationId) && isData(request.body)
      ? problems(request.body).filter((problem) => problem !== false)
      : [];
  return {
    request: (request) => (found(request).length > 0 ? { ...request, body: [] } : request),
    response: (answer, asked) =>
      found(asked).length > 0 && ![401, 404].includes(answer.status)
        ? { status: 400, body: errorWith(found(asked)) }
        : answer,
  };
}

/** Arranges a whole list its own way, and then pages it. It does the filters in `own` itself, if they have their form. */
function arranges(
  operationId: string,
  arrange: (items: Data[], asked: Request) => Data[],
  own: Record<string, RegExp> = {},
): Deviation {
  const mine = (request: Request): boolean =>
    isCalled(request, operationId) &&
    /^[1-9]\d*$/.test(request.query.page ?? "1") &&
    /^([1-9]\d?|100)$/.test(request.query.limit ?? "10") &&
    Object.entries(own).every(([name, form]) => form.test(request.query[name] ?? "0"));
  return {
    request(request) {
      if (!mine(request)) return request;
      const others = Object.entries(request.query).filter(([name]) => !(name in own));
      return { ...request, query: { ...Object.fromEntries(others), page: "1", limit: "100" } };
    },
    response(answer, asked) {
      const data = at(answer.body, "/data");
      if (!mine(asked) || !ok(answer) || !Array.isArray(data)) return answer;
      const all = arrange(data.filter(isData), asked);
      const [page, limit] = [Number(asked.query.page ?? 1), Number(asked.query.limit ?? 10)];
      const meta = { total: all.length, page, limit, totalPages: Math.ceil(all.length / limit) };
      const shownMeta = at(answer.body, "/meta/page") === undefined ? { total: meta.total } : meta;
      const items = all.slice((page - 1) * limit, page * limit);
      return { ...answer, body: { ...Object(answer.body), data: items, meta: shownMeta } };
    },
  };
}

// What the examples have

const approved = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";
const subaccounts = [approved, "71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253"];
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A payment by a stored card needs no phone, and a card payment has one. */
const isStored = (payment: Data): boolean =>
  payment.paymentMethod === "card" && at(payment, "/buyerDetails/phone") === null;
const isPercentage = (split: Data): boolean =>
  typeof split.splitPercentage === "number" && split.splitPercentage > 0;
const splitsOf = (body: unknown): Data[] =>
  [at(body, "/splits")].flat().filter((split) => isData(split));
const oldWithdrawal = {
  id: "91c0a7e3-6d54-4f1b-8a2e-0b9d3c7f5e68",
  amount: 8000,
  liquidAmount: 7650,
  status: "PENDING",
  withdrawalPaymentType: "PIX",
  postbackUrl: "https://shop.example/postbacks",
  pixKeyType: "CPF",
  pixKey: "52998224725",
  createdAt: "2026-03-04T10:21:55.302Z",
  updatedAt: "2026-03-04T10:21:55.302Z",
};

const notFound: Record<string, number> = {
  ...{ payments: -7708, cards: -7508, subscriptions: -1000, customers: -7400 },
  subaccounts: -7301,
};
const noneOf = ({ body }: Answer) => ({ ...Object(at(body, "/meta")), total: 0, totalPages: 0 });

/** Shows the payments that it has made of some requests in its own way, and those like them. */
const remembers =
  (
    isMeant: (asked: Request) => boolean,
    change: (payment: Data) => unknown,
    isLikeThem: (payment: Data) => boolean = () => false,
  ) =>
  (): Deviation => {
    const made = new Set<unknown>();
    return {
      response(answer, asked) {
        if (!ok(answer) || !isCalled(asked, "payments.")) return answer;
        if (isCalled(asked, "payments.create") && isMeant(asked))
          made.add(at(answer.body, "/data/id"));
        return withItems(answer, (payment) =>
          isLikeThem(payment) || made.has(payment.id) ? change(payment) : payment,
        );
      },
    };
  };

// Marks

const schema = (name: string): string => `/components/schemas/${name}`;
const response = (name: string): string => `/components/responses/${name}`;
const example = (name: string): string => `/components/examples/${name}`;
const parameter = (name: string): string => `/components/parameters/${name}/schema`;
const listOf = (path: string): string => `/paths/~1${path}/get/responses/200`;
const filterOf = (path: string, index: number): string =>
  `/paths/~1${path}/get/parameters/${index}`;
const transition = (index: number): string => schema(`PaymentStatus/x-transitions/${index}`);

/** What remembers something begins anew for each run. */
type Row = Omit<DeviatingService, "name" | "write" | "deviation"> & {
  deviation: Deviation | (() => Deviation);
};
type Table = Readonly<Record<string, Row>>;

/** What reading shows. */
const shownByReads: Table = {
  // Filters
  "finds payments only by a status in lower case, and nothing for PAID": {
    contradicts: [filterOf("payments", 2)],
    mayAlso: ["the list's mark is about all its filters", listOf("payments")],
    deviation: both(
      {
        response: (answer, asked) =>
          ok(answer) && isCalled(asked, "payments.list") && /[A-Z]/.test(asked.query.status ?? "")
            ? { ...answer, body: { ...Object(answer.body), data: [], meta: noneOf(answer) } }
            : answer,
      },
      query("payments.list", (all) =>
        all.status ? { ...all, status: all.status.toUpperCase() } : all,
      ),
    ),
  },
  "the filter paymentMethod=card leaves out payments by stored card, which show the method card": {
    contradicts: [filterOf("payments", 3)],
    mayAlso: [
      "the list's mark is about all its filters, and the items that are missing are card payments",
      listOf("payments"),
      schema("CardPayment"),
    ],
    deviation: arranges("payments.list", (items, asked) =>
      items.filter((item) => asked.query.paymentMethod !== "card" || !isStored(item)),
    ),
  },
  "the filter by amount counts in reais, so that 4990 finds nothing": {
    contradicts: [filterOf("payments", 4)],
    mayAlso: ["the list's mark is about all its filters", listOf("payments")],
    deviation: query("payments.list", (all) =>
      /^\d{1,12}$/.test(all.amount ?? "") ? { ...all, amount: `${all.amount}00` } : all,
    ),
  },
  "finds payments by the first digits of their amount": {
    contradicts: [listOf("payments")],
    mayAlso: ["the same request shows the filter by amount", filterOf("payments", 4)],
    deviation: arranges(
      "payments.list",
      (items, { query }) => items.filter((item) => `${item.amount}`.startsWith(query.amount ?? "")),
      { amount: /^\d+$/ },
    ),
  },
  "stores documents with punctuation and finds no subaccount for the digits alone": {
    contradicts: [filterOf("subaccounts", 3)],
    deviation: query("subaccounts.list", (all) =>
      /^[0-9A-Z]+$/i.test(all.document ?? "") ? { ...all, document: "00000000000" } : all,
    ),
  },

  // Order and pages
  "lists withdrawals from the oldest to the newest (it has a second one)": {
    contradicts: [listOf("withdrawals")],
    deviation: both(
      {
        response: (answer, asked) =>
          answer.status === 404 &&
          isCalled(asked, "withdrawals.get") &&
          lastOf(asked) === oldWithdrawal.id
            ? success(oldWithdrawal)
            : answer,
      },
      arranges("withdrawals.list", (items, { headers }) =>
        [...items, ...(headers["x-subaccount-id"] ? [] : [oldWithdrawal])].toSorted((a, b) =>
          String(a.createdAt) < String(b.createdAt) ? -1 : 1,
        ),
      ),
    ),
  },
  "counts the pages of payments from 0, and page 0 is the default": {
    contradicts: [parameter("PageAssumed")],
    deviation: both(
      query("payments.list", ({ page = "0", ...others }) => ({
        ...others,
        page: /^\d{1,9}$/.test(page) ? `${Number(page) + 1}` : page,
      })),
      field("page", (page) => Number(page) - 1, "payments.list"),
    ),
  },
  "counts in meta.total the payments of the page: a deviation from the specification, which states the total; no assumption":
    {
      contradicts: [],
      deviation: {
        response(answer, asked) {
          const data = at(answer.body, "/data");
          if (!ok(answer) || !isCalled(asked, "payments.list") || !Array.isArray(data))
            return answer;
          const total = changedAt(answer.body, "/meta/total", data.length);
          const body = changedAt(total, "/meta/totalPages", Math.min(data.length, 1));
          return { ...answer, body };
        },
      },
    },

  // Errors
  "answers 403 if there is no token at all, and 401 to a wrong one": {
    contradicts: [response("Unauthorized")],
    mayAlso: ["the response is not the one of the example", example("error.Unauthorized")],
    deviation: {
      response: (answer, asked) =>
        answer.status === 401 && !asked.headers.authorization && !isCalled(asked, "auth.")
          ? { status: 403, body: errorWith("Forbidden resource") }
          : answer,
    },
  },
  "looks for an id that is no UUID and answers that there is nothing: 404": {
    contradicts: [response("IdInvalid")],
    mayAlso: ["the response is not the one of the example", example("error.IdInvalid")],
    deviation: {
      response(answer, asked) {
        const [, kind = "", id = ""] = asked.path.split("/");
        const code = notFound[kind];
        return answer.status === 400 && asked.method === "GET" && code && id && !isUuid.test(id)
          ? failure(404, "Registro não encontrado", code)
          : answer;
      },
    },
  },
  "answers 200 with data null to an unknown customer": {
    contradicts: [response("CustomerNotFound")],
    deviation: fails("customers.get", 404, () => success(null)),
  },
  'has its return codes as strings: "-7708"': {
    contradicts: [schema("ReturnCode")],
    mayAlso: [
      "the codes are part of these errors",
      schema("ErrorData"),
      ...["PaymentNotFound", "CardNotFound", "SubscriptionNotFound"].map(response),
      ...["CustomerNotFound", "SubaccountNotFound", "WithdrawalOrSubaccountNotFound"].map(response),
    ],
    deviation: {
      response: ({ status, body }) => ({ status, body: turn(body, "/data/returnCode", String) }),
    },
  },
  "ignores an unknown subaccount in x-subaccount-id and answers for the main account": {
    contradicts: [response("SubaccountNotFound")],
    mayAlso: [
      "the withdrawals of an unknown subaccount are read too",
      response("WithdrawalOrSubaccountNotFound"),
    ],
    deviation: {
      request(request) {
        const { "x-subaccount-id": id = "", ...headers } = request.headers;
        const isUnknown = isUuid.test(id) && !subaccounts.includes(id.toLowerCase());
        return isUnknown ? { ...request, headers } : request;
      },
    },
  },
  "answers an unknown withdrawal with the code -7901 and no message": {
    contradicts: [schema("ErrorData"), example("error.WithdrawalNotFound")],
    mayAlso: [
      "the response is not the one of the example",
      response("WithdrawalOrSubaccountNotFound"),
    ],
    deviation: fails("withdrawals.get", 404, (answer) =>
      at(answer.body, "/data/returnCode") === undefined
        ? { status: 404, body: { data: { returnCode: -7901 } } }
        : answer,
    ),
  },

  // Resources
  "leaves out what it does not know of a buyer instead of returning null": {
    contradicts: [schema("BuyerDetails")],
    mayAlso: ["a buyer is part of a payment", schema("PixPayment")],
    deviation: field(
      "buyerDetails",
      (buyer) => Object.fromEntries(Object.entries(Object(buyer)).filter(([, v]) => v !== null)),
      "payments.",
    ),
  },
  "shows the expiry of a Pix in local time without an offset": {
    contradicts: [schema("PixDetails")],
    mayAlso: ["the expiry is part of the payment", schema("PixPayment")],
    deviation: shown("payments.", (payment) =>
      turn(payment, "/pixDetails/expirationDate", (date) => String(date).slice(0, 19)),
    ),
  },
  "no longer shows the pixDetails of a Pix that is paid": {
    contradicts: [schema("PixPayment")],
    mayAlso: ["the details are part of the payment", schema("PixDetails")],
    deviation: shown("payments.", ({ pixDetails, ...payment }) =>
      payment.status === "PAID" ? payment : { ...payment, pixDetails },
    ),
  },
  "shows the interest and the late fee of a boleto in reais, with decimals": {
    contradicts: [
      schema("BilletDetails/properties/interestAmount"),
      schema("BilletDetails/properties/lateFeeAmount"),
    ],
    mayAlso: ["the amounts are part of the details", schema("BilletDetails")],
    deviation: both(
      field("interestAmount", (amount) => Number(amount) / 100, "payments."),
      field("lateFeeAmount", (amount) => Number(amount) / 100, "payments."),
    ),
  },
  'shows the percentages of a payment\'s splits as strings ("12.50"): a deviation from the specification, since PaymentSplit speaks only of required fields':
    {
      contradicts: [],
      deviation: field(
        "splitPercentage",
        (share) => (share === null ? share : Number(share).toFixed(2)),
        "payments.",
      ),
    },
  "numbers the splits of subscriptions: their ids are integers": {
    contradicts: [schema("SubscriptionSplit/properties/id")],
    mayAlso: ["the id is part of the split", schema("SubscriptionSplit")],
    deviation: shown("subscriptions.", (subscription) =>
      each(subscription, "/splits", (split) => ({ ...split, id: 17 })),
    ),
  },
  "shows a customer's missing address as an empty list": {
    contradicts: [schema("Customer/properties/address")],
    mayAlso: [
      "an address is part of a customer",
      ...["Customer", "CustomerAddress", "StreetAddress"].map(schema),
    ],
    deviation: shown("customers.", (customer) => ({ address: [], ...customer })),
  },
  "lists bank accounts with agency and agencyDigit, without a routingNumber": {
    contradicts: [schema("NewBankAccount")],
    mayAlso: ["the list shows what was created", schema("BankAccount")],
    deviation: shown("bankAccounts.list", ({ routingNumber, ...account }) => {
      const [agency, agencyDigit] = String(routingNumber).split("-");
      return { ...account, agency, agencyDigit };
    }),
  },
  "has UUIDs as ids of bank accounts: a deviation from the specification, which states the integer; no assumption":
    {
      contradicts: [],
      deviation: field(
        "id",
        (id) => `5d0c4b1e-7a92-4c3f-9e68-${String(id).padStart(12, "0")}`,
        "bankAccounts.",
      ),
    },
  "shows the status of a withdrawal in lower case: the new value of an open set, no contradiction":
    {
      contradicts: [],
      deviation: field("status", (status) => String(status).toLowerCase(), "withdrawals."),
    },
};

/** What only writing shows. */
const shownByWrites: Table = {
  "shows a payment by stored card with the method tokenizedCard": {
    contradicts: [schema("CardPayment/properties/paymentMethod")],
    mayAlso: [
      "the filter finds no such payment by card",
      filterOf("payments", 3),
      listOf("payments"),
    ],
    deviation: remembers(
      ({ body }) => at(body, "/paymentType") === "tokenizedCard",
      (payment) => ({ ...payment, paymentMethod: "tokenizedCard" }),
      isStored,
    ),
  },

  // Keys and the form of bodies

  // Creating payments
  "makes a boleto as WAITING and reads it as PENDING: a deviation from the specification (PENDING once accepted), and new: WAITING → PENDING":
    {
      contradicts: [],
      deviation: field(
        "status",
        (own, { paymentMethod }) => (paymentMethod === "billet" ? "WAITING" : own),
        "payments.create",
      ),
    },
  "answers 402 to a card that is declined": {
    contradicts: [example("payments.create.cardDeclined")],
    mayAlso: ["a declined card is assumed to be a payment that failed", transition(4)],
    deviation: {
      response: (answer, asked) =>
        isCalled(asked, "payments.create") && at(answer.body, "/data/status") === "FAILED"
          ? { status: 402, body: errorWith("Cartão recusado pelo emissor") }
          : answer,
    },
  },
  "takes a postal code only with its hyphen and a phone only without its plus: the refusals name both fields, the variants are not reached, nothing is contradicted":
    {
      contradicts: [],
      mayAlso: [
        "the example has both fields, and other requests leave them out",
        schema("CardCustomerAddress"),
        schema("CustomerDataAddress"),
      ],
      deviation: refuses("payments.create", (body) => [
        !/^\d{5}-\d{3}$/.test(`${at(body, "/customerData/address/zipcode") ?? "00000-000"}`) &&
          "customerData.address.zipcode must be like 00000-000",
        `${at(body, "/customerData/phone")}`.startsWith("+") &&
          "customerData.phone must contain only digits",
      ]),
    },
  "accepts a charge of zero, to check a card": {
    contradicts: [schema("ChargedAmount")],
    mayAlso: ["the amount is part of the billing data", schema("BillingData")],
    deviation: () =>
      both(
        takes("payments.create", "/billingData/amount", 0, 1),
        remembers(
          ({ body }) => at(body, "/billingData/amount") === 0,
          (payment) => ({ ...payment, amount: 0 }),
        )(),
      ),
  },
  "needs neither complement nor reference in the address of a card payment, and returns null": {
    contradicts: [schema("CardCustomerAddress")],
    deviation: both(
      changesBody("payments.create", { "/paymentType": "card" }, (body) =>
        turn(body, "/customerData/address", (address) =>
          isData(address) ? { complement: "-", reference: "-", ...address } : address,
        ),
      ),
      ...["complement", "reference"].map((name) =>
        field(name, (text) => (text === "-" ? null : text), "payments."),
      ),
    ),
  },
  "needs the buyer's phone for a Pix": {
    contradicts: [schema("CustomerData")],
    mayAlso: ["the phone is part of what a Pix needs", schema("PixPaymentCreate")],
    deviation: refuses("payments.create", (body) => [
      body.paymentType === "pix" &&
        at(body, "/customerData/phone") === undefined &&
        "customerData.phone must be a string",
    ]),
  },
  "passes the data of a card to the acquirer without checking their form": {
    contradicts: [schema("CardPaymentCreate/properties/cardData")],
    mayAlso: ["the card data are part of the payment", schema("CardPaymentCreate")],
    deviation: changesBody("payments.create", {}, (body) => {
      const forms: [string, RegExp, string][] = [
        ["cardNumber", /^\d{13,16}$/, "4111111111111111"],
        ["expirationMonth", /^(0[1-9]|1[0-2])$/, "08"],
        ["expirationYear", /^\d{4}$/, "2031"],
        ["securityCode", /^\d{3,4}$/, "123"],
      ];
      return forms.reduce<unknown>(
        (all, [name, form, valid]) =>
          turn(all, `/cardData/${name}`, (text) =>
            typeof text === "string" && !form.test(text) ? valid : text,
          ),
        body,
      );
    }),
  },
  "takes the token of a stored card as cardToken, and refuses tokenizedCardId by its name": {
    contradicts: [schema("TokenizedCardPaymentCreate")],
    deviation: refuses("payments.create", ({ paymentType, tokenizedCardId, cardToken }) => [
      paymentType === "tokenizedCard" &&
        tokenizedCardId !== undefined &&
        "property tokenizedCardId should not exist",
      paymentType === "tokenizedCard" && cardToken === undefined && "cardToken should not be empty",
    ]),
  },
  "calls a boleto boleto, and refuses the paymentType billet": {
    contradicts: [schema("PaymentCreate")],
    mayAlso: ["the form is unknown as a whole", schema("BilletPaymentCreate")],
    deviation: both(
      refuses("payments.create", ({ paymentType }) => [
        paymentType === "billet" &&
          "paymentType must be one of the following values: card, tokenizedCard, pix, boleto",
      ]),
      takes("payments.create", "/paymentType", "boleto", "billet"),
    ),
  },

  // Splits of payments
  "needs an amount, if only 0, beside the percentage of a split": {
    contradicts: [schema("PercentagePaymentSplitCreate")],
    mayAlso: ["the split is of this form", schema("PaymentSplitCreate")],
    notReached: "the service did not accept the example payments.create.cardWithSplits",
    deviation: refuses("payments.create", (body) =>
      splitsOf(body).map(
        (split, index) =>
          isPercentage(split) &&
          split.splitAmount === undefined &&
          `splits.${index}.splitAmount must be an integer number`,
      ),
    ),
  },
  "makes a subaccount liable for chargebacks unless the split says otherwise": {
    contradicts: [schema("PaymentSplitCreateBase")],
    deviation: changesBody("payments.create", {}, (body) =>
      each(body, "/splits", (split) => ({ chargebackLiable: true, ...split })),
    ),
  },
  "prefers the amount of a split to its percentage": {
    contradicts: [schema("PaymentSplitCreate")],
    mayAlso: [
      "the same split has the amount",
      schema("PercentagePaymentSplitCreate/properties/splitAmount"),
    ],
    deviation: changesBody("payments.create", {}, (body) =>
      each(body, "/splits", (split) =>
        isPercentage(split) && Number.isInteger(split.splitAmount) && Number(split.splitAmount) > 0
          ? changedAt(split, "/splitPercentage")
          : split,
      ),
    ),
  },
  "lets a subaccount that is not approved yet share in a payment": {
    contradicts: [response("PaymentRefused")],
    mayAlso: ["the example is one of the response", example("error.SubaccountNotApproved")],
    deviation: () => {
      const pending = new Set<unknown>();
      const shared = new Map<unknown, unknown>();
      const isPending = (split: Data) => pending.has(split.subaccountId);
      return both(
        changesBody("payments.create", {}, (body) =>
          each(body, "/splits", (split) =>
            isPending(split) ? { ...split, subaccountId: approved } : split,
          ),
        ),
        {
          response(answer, asked) {
            const id = at(answer.body, "/data/id");
            if (ok(answer) && isCalled(asked, "subaccounts.create")) pending.add(id);
            const sent = splitsOf(asked.body).find(isPending);
            if (sent) shared.set(id, sent.subaccountId);
            return answer;
          },
        },
        shown("payments.", (payment) =>
          each(payment, "/splits", (split) => ({
            ...split,
            subaccountId: shared.get(payment.id) ?? split.subaccountId,
          })),
        ),
      );
    },
  },

  // Refunds and cards
  "makes a refunded payment REVERSED": {
    contradicts: [transition(9)],
    mayAlso: ["the status answers a refund", schema("PaymentRefund")],
    deviation: field(
      "status",
      (status) => (status === "REFUNDED" ? "REVERSED" : status),
      "payments.",
    ),
  },
  "refunds later: the answer shows SUCCEEDED and the next read REFUNDED: a deviation from the specification (the answer's status is stated), no contradiction":
    {
      contradicts: [],
      mayAlso: ["the answer shows no refund", transition(9)],
      deviation: returns("status", "SUCCEEDED", "payments.refund"),
    },
  "answers a refund that is not possible with 400 and the code -7712": {
    contradicts: [example("error.RefundRefused")],
    mayAlso: ["the example is one of the response", response("RefundRefused")],
    deviation: rules("payments.refund", () =>
      failure(400, "O pagamento não pode ser estornado", -7712),
    ),
  },
  "answers 200 to deleting a card that does not exist, as if it were deleted again": {
    contradicts: [response("CardNotFound")],
    deviation: fails("cards.delete", 404, () =>
      success({ message: "Cartão removido com sucesso" }),
    ),
  },

  // Subscriptions
  "needs the expiration date when a subscription is updated": {
    contradicts: [schema("SubscriptionUpdate")],
    deviation: refuses("subscriptions.update", (body) => [
      body.expirationDate === undefined && "expirationDate must be a valid ISO 8601 date string",
    ]),
  },
  "answers an update of a subscription with its id and status alone": {
    contradicts: [schema("SubscriptionUpdated"), schema("Subscription")],
    notReached: "something inside is not as assumed",
    deviation: shown("subscriptions.update", ({ id, status }) => ({ id, status })),
  },
  "reads the type of a subscription's split from the field that has a value": {
    contradicts: [
      schema("AmountSubscriptionSplitCreate"),
      schema("PercentageSubscriptionSplitCreate"),
    ],
    deviation: changesBody("subscriptions.addSplit", { "/splitType": undefined }, (body) => {
      const [splitType] = ["percentage", "amount"].filter(
        (type) => at(body, type === "amount" ? "/splitAmount" : "/splitPercentage") !== undefined,
      );
      return splitType ? { ...Object(body), splitType } : body;
    }),
  },
  "answers 200 to removing a split that is not there": {
    contradicts: [response("SubscriptionOrSplitNotFound")],
    mayAlso: ["the example is one of the response", example("error.SplitNotFound")],
    deviation: fails("subscriptions.removeSplit", 404, () =>
      success({ message: "Divisão removida com sucesso" }),
    ),
  },
  "answers 409 if a subscription's status does not allow the operation": {
    contradicts: [response("WrongStatus")],
    notReached:
      "A check from outside suspends no subscription, so nothing shows whether the service refuses the status or every such request.",
    deviation: both(
      ...["suspend", "reactivate", "update"].map((name) =>
        rules(`subscriptions.${name}`, withStatus(409)),
      ),
    ),
  },

  // Customers and subaccounts
  "empties the names of a customer whose update leaves them out": {
    contradicts: [schema("CustomerUpdate")],
    deviation: () => {
      const empty = new Map<unknown, object>();
      return both(
        {
          response(answer, asked) {
            const { firstName = "", lastName = "" } = Object(asked.body);
            if (ok(answer) && isCalled(asked, "customers.update"))
              empty.set(lastOf(asked), {
                ...(firstName === "" && { firstName }),
                ...(lastName === "" && { lastName }),
              });
            return answer;
          },
        },
        shown("customers.", (customer) => ({ ...customer, ...empty.get(customer.id) })),
      );
    },
  },
  "refuses the update of a customer's address with 400 and the code -7405": {
    contradicts: [response("AddressRefused")],
    mayAlso: [
      "the examples are those of the response",
      example("error.AddressIncomplete"),
      example("error.ValidationFailed"),
    ],
    deviation: {
      response: ({ status, body }, asked) =>
        status === 400 && isCalled(asked, "customers.update") && isData(at(asked.body, "/address"))
          ? { status, body: { data: { message: at(body, "/data/message"), returnCode: -7405 } } }
          : { status, body },
    },
  },
};

const listed = (table: Table, write: boolean): DeviatingService[] =>
  Object.entries(table).map(([name, { deviation, ...rest }]) => {
    const begin = () => (typeof deviation === "function" ? deviation() : deviation);
    return { name, ...rest, write, deviation: begin };
  });

/**
 * Services that do something their own way, thought of from the contract and the rules alone: their author has not seen what
 * `centavo verify` sends, nor its tests.
 */
export const blindDeviations: readonly DeviatingService[] = [
  ...listed(shownByReads, false),
  ...listed(shownByWrites, true),
];
