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
const noneOf = ({ body }: Answer) => ({ ...Object(at(body, "/meta")), total: 0, totalPages: 0 });

/** Shows the payments that it has made of some requests in its own way, and those like them. */
const remembers =
  (
    isMeant: (asked: Request) => boolean,
    change: (payment: Data) => unknown,
    isLikeThem: (payment: Data) => boolean,
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
  "shows the expiry of a Pix in local time without an offset": {
    contradicts: [schema("PixDetails")],
    mayAlso: ["the expiry is part of the payment", schema("PixPayment")],
    deviation: shown("payments.", (payment) =>
      turn(payment, "/pixDetails/expirationDate", (date) => String(date).slice(0, 19)),
    ),
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
  "needs the buyer's phone for a Pix": {
    contradicts: [schema("CustomerData")],
    mayAlso: ["the phone is part of what a Pix needs", schema("PixPaymentCreate")],
    deviation: refuses("payments.create", (body) => [
      body.paymentType === "pix" &&
        at(body, "/customerData/phone") === undefined &&
        "customerData.phone must be a string",
    ]),
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
