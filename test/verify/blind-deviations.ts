import { isObject as isData } from "../../src/contract/cursor.ts";
import type {
  DeviatingResponse as Answer,
  DeviatingService,
  Deviation,
  DeviatingRequest as Request,
} from "./deviating-sandbox.ts";

type Data = Record<string, unknown>;
type Before = (request: Request) => Request;
type After = (answer: Answer, asked: Request) => Answer;

// Values

/** The value at a path of field names: "data.status". */
const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (isData(inner) ? inner[key] : undefined), value);

/** A copy with another value at the path; undefined removes the field. */
function put(value: unknown, path: string, to: unknown): unknown {
  if (!isData(value)) return value;
  const [key = "", ...rest] = path.split(".");
  const copy = { ...value, [key]: rest.length > 0 ? put(value[key], rest.join("."), to) : to };
  if (copy[key] === undefined) delete copy[key];
  return copy;
}

const drop = (value: unknown, ...paths: readonly string[]): unknown =>
  paths.reduce((inner, path) => put(inner, path, undefined), value);

/** A copy with each object of the list at the path changed. */
function each(value: unknown, path: string, change: (item: Data) => unknown): unknown {
  const list = at(value, path);
  if (!Array.isArray(list)) return value;
  return put(
    value,
    path,
    list.map((item: unknown) => (isData(item) ? change(item) : item)),
  );
}

/** A copy with the value at the path changed, unless it is absent or null. */
function turn(value: unknown, path: string, change: (inner: unknown) => unknown): unknown {
  const inner = at(value, path);
  return inner === undefined || inner === null ? value : put(value, path, change(inner));
}

// Requests and answers

/** Whether the request is one of the routes: "GET /payments/{id}". */
const is = (request: Request, ...routes: readonly string[]): boolean =>
  routes.some((route) => {
    const [method = "", template = ""] = route.split(" ");
    const path = new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}/?$`);
    return request.method.toUpperCase() === method && path.test(request.path);
  });

const ok = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;
const lastOf = (request: Request): string => request.path.split("/").at(-1) ?? "";
const headerOf = (request: Request, name: string): string | undefined =>
  Object.entries(request.headers).find(([key]) => key.toLowerCase() === name)?.[1];

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  422: "Unprocessable Entity",
};

const failure = (
  status: number,
  message: string | readonly string[],
  returnCode?: number,
): Answer => ({
  status,
  body: {
    data:
      returnCode === undefined
        ? { message, error: reasons[status], statusCode: status }
        : { message, returnCode },
  },
});

/** The same answer with another status, also where the body repeats it. */
const withStatus = (answer: Answer, status: number): Answer => ({
  status,
  body: turn(
    turn(answer.body, "data.statusCode", () => status),
    "data.error",
    () => reasons[status],
  ),
});

/** Whether an answer is about one problem, not about the form of the body: its message is no list. */
const isRule = (answer: Answer): boolean =>
  answer.status === 400 && typeof at(answer.body, "data.message") === "string";

/** The answer with its resource, or each one on its page, changed. */
const withItems = (answer: Answer, change: (item: Data) => unknown): Answer => {
  const data = at(answer.body, "data");
  return {
    ...answer,
    body: Array.isArray(data)
      ? each(answer.body, "data", change)
      : isData(data)
        ? put(answer.body, "data", change(data))
        : answer.body,
  };
};

// Deviations

/** The functions after the request see it as it was asked, not as it was passed on. */
const service = (make: () => { before?: Before; after?: After }) => (): Deviation => {
  const { before, after } = make();
  let asked: Request | undefined;
  return {
    request(request) {
      asked = structuredClone(request);
      return before ? before(request) : request;
    },
    response: (answer, request) => (after ? after(answer, asked ?? request) : answer),
  };
};
const asks = (before: Before) => service(() => ({ before }));
const answers = (after: After) => service(() => ({ after }));
const both = (outer: () => Deviation, inner: () => Deviation) => (): Deviation => {
  const [a, b] = [outer(), inner()];
  return {
    request: (request) =>
      [a, b].reduce((inner, { request: change }) => change?.(inner) ?? inner, request),
    response: (answer, request) =>
      [b, a].reduce((inner, { response: change }) => change?.(inner, request) ?? inner, answer),
  };
};

const shows = {
  payment: ["GET /payments", "GET /payments/{id}", "POST /payments", "POST /payments/refund"],
  subscription: ["GET /subscriptions", "GET /subscriptions/{id}", "PUT /subscriptions/{id}"],
  customer: ["GET /customers", "GET /customers/{id}", "PUT /customers/{id}"],
  subaccount: [
    "GET /subaccounts",
    "GET /subaccounts/{id}",
    "POST /subaccounts/pf",
    "POST /subaccounts/pj",
  ],
  bankAccount: ["GET /bank_accounts", "POST /bank_accounts"],
  withdrawal: ["GET /withdrawals", "GET /withdrawals/{id}"],
} as const;
const lists = Object.values(shows).map(([list]) => list);

/** Changes a resource wherever an answer shows it. */
const shown = (kind: keyof typeof shows, change: (item: Data) => unknown) =>
  answers((answer, asked) =>
    ok(answer) && is(asked, ...shows[kind]) ? withItems(answer, change) : answer,
  );

/** Changes the query of a list. */
const query = (route: string, change: (query: Record<string, string>) => Data) =>
  asks((request) =>
    is(request, route)
      ? { ...request, query: change(request.query) as Record<string, string> }
      : request,
  );

/** Changes the body of a request. */
const takes = (route: string, change: (body: Data) => unknown) =>
  asks((request) =>
    is(request, route) && isData(request.body)
      ? { ...request, body: change(request.body) }
      : request,
  );

/** Answers with another status in place of one. */
const restates = (routes: readonly string[], from: number, to: number) =>
  answers((answer, asked) =>
    answer.status === from && is(asked, ...routes) ? withStatus(answer, to) : answer,
  );

/** Refuses bodies with problems of its own, before it makes anything. */
const refuses = (route: string, problems: (body: Data) => readonly (string | false)[]) => {
  const found = (request: Request): string[] =>
    is(request, route) && isData(request.body)
      ? problems(request.body).filter((problem) => problem !== false)
      : [];
  return service(() => ({
    before: (request) => (found(request).length > 0 ? { ...request, body: [] } : request),
    after: (answer, asked) =>
      found(asked).length > 0 && ![401, 404].includes(answer.status)
        ? failure(400, found(asked))
        : answer,
  }));
};

/** Arranges a whole list its own way, and then pages it. It does the filters in `own` itself, if they have their form. */
const arranges = (
  path: string,
  arrange: (items: Data[], asked: Request) => Data[],
  own: Record<string, RegExp> = {},
) => {
  const mine = (request: Request): boolean =>
    is(request, `GET ${path}`) &&
    /^[1-9]\d*$/.test(request.query.page ?? "1") &&
    /^([1-9]\d?|100)$/.test(request.query.limit ?? "10") &&
    Object.entries(own).every(([name, form]) => form.test(request.query[name] ?? "0"));
  return service(() => ({
    before: (request) => {
      if (!mine(request)) return request;
      const others = Object.entries(request.query).filter(([name]) => !(name in own));
      return { ...request, query: { ...Object.fromEntries(others), page: "1", limit: "100" } };
    },
    after: (answer, asked) => {
      const data = at(answer.body, "data");
      if (!mine(asked) || !ok(answer) || !Array.isArray(data)) return answer;
      const all = arrange(data.filter(isData), asked);
      const [page, limit] = [Number(asked.query.page ?? 1), Number(asked.query.limit ?? 10)];
      const meta = { total: all.length, page, limit, totalPages: Math.ceil(all.length / limit) };
      const shownMeta = at(answer.body, "meta.page") === undefined ? { total: meta.total } : meta;
      return {
        ...answer,
        body: put(
          put(answer.body, "data", all.slice((page - 1) * limit, page * limit)),
          "meta",
          shownMeta,
        ),
      };
    },
  }));
};

// What the examples have

const approved = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";
const subaccounts = [approved, "71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253"];
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A payment by a stored card needs no phone, and a card payment has one. */
const isStored = (payment: Data): boolean =>
  payment.paymentMethod === "card" && at(payment, "buyerDetails.phone") === null;
const isPercentage = (split: Data): boolean =>
  typeof split.splitPercentage === "number" && split.splitPercentage > 0;
const splitsOf = (body: Data): Data[] =>
  Array.isArray(body.splits) ? body.splits.filter(isData) : [];
const validated = [
  "POST /subaccounts/pf",
  "POST /subaccounts/pj",
  "POST /cards/tokenize",
  "POST /bank_accounts",
];
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

// Marks

const schema = (name: string): string => `/components/schemas/${name}`;
const response = (name: string): string => `/components/responses/${name}`;
const example = (name: string): string => `/components/examples/${name}`;
const parameter = (name: string): string => `/components/parameters/${name}/schema`;
const listOf = (path: string): string => `/paths/~1${path}/get/responses/200`;
const filterOf = (path: string, index: number): string =>
  `/paths/~1${path}/get/parameters/${index}`;
const transition = (index: number): string => schema(`PaymentStatus/x-transitions/${index}`);

type Table = Readonly<Record<string, Omit<DeviatingService, "name" | "write">>>;

/** What reading shows. */
const shownByReads: Table = {
  // Filters
  "finds payments only by a status in lower case, and nothing for PAID": {
    contradicts: [filterOf("payments", 2)],
    mayAlso: ["the list's mark is about all its filters", listOf("payments")],
    deviation: both(
      answers((answer, asked) =>
        ok(answer) && is(asked, "GET /payments") && /[A-Z]/.test(asked.query.status ?? "")
          ? {
              ...answer,
              body: put(put(put(answer.body, "data", []), "meta.total", 0), "meta.totalPages", 0),
            }
          : answer,
      ),
      query("GET /payments", (all) =>
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
    deviation: arranges("/payments", (items, asked) =>
      items.filter((item) => asked.query.paymentMethod !== "card" || !isStored(item)),
    ),
  },
  "the filter by amount counts in reais, so that 4990 finds nothing": {
    contradicts: [filterOf("payments", 4)],
    mayAlso: ["the list's mark is about all its filters", listOf("payments")],
    deviation: query("GET /payments", (all) =>
      /^\d{1,12}$/.test(all.amount ?? "") ? { ...all, amount: `${all.amount}00` } : all,
    ),
  },
  "does not know the filter customerId of payments and ignores it": {
    contradicts: [filterOf("payments", 5)],
    mayAlso: ["the list's mark is about all its filters", listOf("payments")],
    deviation: query("GET /payments", ({ customerId: _, ...others }) => others),
  },
  "refuses subscriptionId as an unknown query parameter of payments, by its name and with 400": {
    contradicts: [filterOf("payments", 6)],
    deviation: answers((answer, asked) =>
      answer.status !== 401 &&
      is(asked, "GET /payments") &&
      asked.query.subscriptionId !== undefined
        ? failure(400, ["property subscriptionId should not exist"])
        : answer,
    ),
  },
  "finds payments by the first digits of their amount": {
    contradicts: [listOf("payments")],
    mayAlso: ["the same request shows the filter by amount", filterOf("payments", 4)],
    deviation: arranges(
      "/payments",
      (items, asked) =>
        items.filter((item) => String(item.amount).startsWith(asked.query.amount ?? "")),
      {
        amount: /^\d+$/,
      },
    ),
  },
  "of two filters of payments, only the last one that it knows counts": {
    contradicts: [listOf("payments")],
    deviation: query("GET /payments", (all) => {
      const used = ["status", "paymentMethod", "amount", "customerId", "subscriptionId"].filter(
        (name) => name in all,
      );
      return Object.fromEntries(
        Object.entries(all).filter(([name]) => !used.slice(0, -1).includes(name)),
      );
    }),
  },
  "finds subscriptions whose title begins with the one that is sought": {
    contradicts: [listOf("subscriptions")],
    deviation: arranges(
      "/subscriptions",
      (items, asked) =>
        items.filter((item) => String(item.title).startsWith(asked.query.title ?? "")),
      {
        title: /^/,
      },
    ),
  },
  "stores documents with punctuation and finds no subaccount for the digits alone": {
    contradicts: [filterOf("subaccounts", 3)],
    deviation: query("GET /subaccounts", (all) =>
      /^[0-9A-Z]+$/i.test(all.document ?? "") ? { ...all, document: "00000000000" } : all,
    ),
  },

  // Order and pages
  "lists customers by first name": {
    contradicts: [listOf("customers")],
    deviation: arranges("/customers", (items) =>
      items.toSorted((a, b) => String(a.firstName).localeCompare(String(b.firstName))),
    ),
  },
  "lists withdrawals from the oldest to the newest (it has a second one)": {
    contradicts: [listOf("withdrawals")],
    deviation: both(
      answers((answer, asked) =>
        answer.status === 404 &&
        is(asked, "GET /withdrawals/{id}") &&
        lastOf(asked) === oldWithdrawal.id
          ? { status: 200, body: { data: oldWithdrawal, message: "Saque encontrado" } }
          : answer,
      ),
      arranges("/withdrawals", (items, asked) =>
        [...items, ...(headerOf(asked, "x-subaccount-id") ? [] : [oldWithdrawal])].toSorted(
          (a, b) => (String(a.createdAt) < String(b.createdAt) ? -1 : 1),
        ),
      ),
    ),
  },
  "counts the pages of payments from 0, and page 0 is the default": {
    contradicts: [parameter("PageAssumed")],
    deviation: service(() => ({
      before: (request) =>
        is(request, "GET /payments") && /^\d{1,9}$/.test(request.query.page ?? "0")
          ? {
              ...request,
              query: { ...request.query, page: String(Number(request.query.page ?? 0) + 1) },
            }
          : request,
      after: (answer, asked) =>
        ok(answer) && is(asked, "GET /payments")
          ? { ...answer, body: turn(answer.body, "meta.page", (page) => Number(page) - 1) }
          : answer,
    })),
  },
  "answers a limit above 100 with 100 payments instead of refusing it": {
    contradicts: [parameter("LimitAssumed")],
    deviation: query("GET /payments", (all) =>
      /^[1-9]\d{2,8}$/.test(all.limit ?? "") ? { ...all, limit: "100" } : all,
    ),
  },
  "shows 20 customers on a page without a limit": {
    contradicts: [parameter("LimitDefaultAssumed")],
    deviation: query("GET /customers", (all) => ({ limit: "20", ...all })),
  },
  "says that a list of subaccounts without a page is page 0": {
    contradicts: [parameter("PageDefaultAssumed")],
    deviation: answers((answer, asked) =>
      ok(answer) && is(asked, "GET /subaccounts") && asked.query.page === undefined
        ? { ...answer, body: put(answer.body, "meta.page", 0) }
        : answer,
    ),
  },
  "counts in meta.total the payments of the page: a deviation from the specification, which states the total; no assumption":
    {
      contradicts: [],
      deviation: answers((answer, asked) => {
        const data = at(answer.body, "data");
        if (!ok(answer) || !is(asked, "GET /payments") || !Array.isArray(data)) return answer;
        return {
          ...answer,
          body: put(
            put(answer.body, "meta.total", data.length),
            "meta.totalPages",
            Math.min(data.length, 1),
          ),
        };
      }),
    },

  // Errors
  "answers 403 if there is no token at all, and 401 to a wrong one": {
    contradicts: [response("Unauthorized")],
    mayAlso: ["the response is not the one of the example", example("error.Unauthorized")],
    deviation: answers((answer, asked) =>
      answer.status === 401 && !headerOf(asked, "authorization") && !is(asked, "POST /auth")
        ? failure(403, "Forbidden resource")
        : answer,
    ),
  },
  "answers 401 without a token with the return code -1001": {
    contradicts: [example("error.Unauthorized")],
    deviation: answers((answer, asked) =>
      answer.status === 401 && !is(asked, "POST /auth")
        ? failure(401, "Conta não autorizada para utilizar as APIs", -1001)
        : answer,
    ),
  },
  "answers 422 to an invalid page, limit or filter": {
    contradicts: [response("QueryInvalid")],
    mayAlso: ["the response is not the one of the example", example("error.QueryInvalid")],
    deviation: restates(lists, 400, 422),
  },
  "looks for an id that is no UUID and answers that there is nothing: 404": {
    contradicts: [response("IdInvalid")],
    mayAlso: ["the response is not the one of the example", example("error.IdInvalid")],
    deviation: answers((answer, asked) => {
      if (answer.status !== 400 || !is(asked, "GET /{kind}/{id}") || isUuid.test(lastOf(asked)))
        return answer;
      const codes: Record<string, number> = {
        payments: -7708,
        cards: -7508,
        subscriptions: -1000,
        customers: -7400,
        subaccounts: -7301,
      };
      return failure(404, "Registro não encontrado", codes[asked.path.split("/")[1] ?? ""]);
    }),
  },
  "answers 400 with the code -7708 to an unknown payment": {
    contradicts: [response("PaymentNotFound")],
    deviation: restates(["GET /payments/{id}", "POST /payments/refund"], 404, 400),
  },
  "answers 200 with data null to an unknown customer": {
    contradicts: [response("CustomerNotFound")],
    deviation: answers((answer, asked) =>
      answer.status === 404 && is(asked, "GET /customers/{id}")
        ? { status: 200, body: { data: null, message: "Cliente não encontrado" } }
        : answer,
    ),
  },
  "answers 403 to a card that no customer of the company has": {
    contradicts: [response("CardNotFound")],
    deviation: restates(["GET /cards/{id}"], 404, 403),
  },
  'has its return codes as strings: "-7708"': {
    contradicts: [schema("ReturnCode")],
    mayAlso: [
      "the codes are part of these errors",
      schema("ErrorData"),
      ...[
        "PaymentNotFound",
        "CardNotFound",
        "SubscriptionNotFound",
        "CustomerNotFound",
        "SubaccountNotFound",
        "WithdrawalOrSubaccountNotFound",
      ].map(response),
    ],
    deviation: answers((answer) => ({
      ...answer,
      body: ok(answer) ? answer.body : turn(answer.body, "data.returnCode", String),
    })),
  },
  "ignores an unknown subaccount in x-subaccount-id and answers for the main account": {
    contradicts: [response("SubaccountNotFound")],
    mayAlso: [
      "the withdrawals of an unknown subaccount are read too",
      response("WithdrawalOrSubaccountNotFound"),
    ],
    deviation: asks((request) => {
      const id = headerOf(request, "x-subaccount-id");
      if (!id || !isUuid.test(id) || subaccounts.includes(id.toLowerCase())) return request;
      return {
        ...request,
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(
            ([key]) => key.toLowerCase() !== "x-subaccount-id",
          ),
        ),
      };
    }),
  },
  "answers an unknown withdrawal with the code -7901 and no message": {
    contradicts: [schema("ErrorData"), example("error.WithdrawalNotFound")],
    mayAlso: [
      "the response is not the one of the example",
      response("WithdrawalOrSubaccountNotFound"),
    ],
    deviation: answers((answer, asked) =>
      answer.status === 404 &&
      is(asked, "GET /withdrawals/{id}") &&
      at(answer.body, "data.returnCode") === undefined
        ? { status: 404, body: { data: { returnCode: -7901 } } }
        : answer,
    ),
  },

  // Resources
  "leaves out what it does not know of a buyer instead of returning null": {
    contradicts: [schema("BuyerDetails")],
    mayAlso: ["a buyer is part of a payment", schema("PixPayment")],
    deviation: shown("payment", (payment) =>
      turn(payment, "buyerDetails", (buyer) =>
        isData(buyer)
          ? Object.fromEntries(Object.entries(buyer).filter(([, value]) => value !== null))
          : buyer,
      ),
    ),
  },
  "shows the expiry of a Pix in local time without an offset": {
    contradicts: [schema("PixDetails")],
    mayAlso: ["the expiry is part of the payment", schema("PixPayment")],
    deviation: shown("payment", (payment) =>
      turn(payment, "pixDetails.expirationDate", (date) => String(date).slice(0, 19)),
    ),
  },
  "no longer shows the pixDetails of a Pix that is paid": {
    contradicts: [schema("PixPayment")],
    mayAlso: ["the details are part of the payment", schema("PixDetails")],
    deviation: shown("payment", (payment) =>
      payment.status === "PAID" ? drop(payment, "pixDetails") : payment,
    ),
  },
  "shows the interest and the late fee of a boleto in reais, with decimals": {
    contradicts: [
      schema("BilletDetails/properties/interestAmount"),
      schema("BilletDetails/properties/lateFeeAmount"),
    ],
    mayAlso: ["the amounts are part of the details", schema("BilletDetails")],
    deviation: shown("payment", (payment) =>
      turn(
        turn(payment, "billetDetails.interestAmount", (amount) => Number(amount) / 100),
        "billetDetails.lateFeeAmount",
        (amount) => Number(amount) / 100,
      ),
    ),
  },
  'shows the percentages of a payment\'s splits as strings ("12.50"): a deviation from the specification, since PaymentSplit speaks only of required fields':
    {
      contradicts: [],
      deviation: shown("payment", (payment) =>
        each(payment, "splits", (split) =>
          turn(split, "splitPercentage", (share) => Number(share).toFixed(2)),
        ),
      ),
    },
  "numbers the splits of subscriptions: their ids are integers": {
    contradicts: [schema("SubscriptionSplit/properties/id")],
    mayAlso: ["the id is part of the split", schema("SubscriptionSplit")],
    deviation: shown("subscription", (subscription) =>
      each(subscription, "splits", (split) => ({ ...split, id: 17 })),
    ),
  },
  'gives a lifelong subscription the expiration date "0000-00-00"': {
    contradicts: [schema("Subscription/properties/expirationDate")],
    deviation: shown("subscription", (subscription) => ({
      ...subscription,
      expirationDate: subscription.expirationDate ?? "0000-00-00",
    })),
  },
  "shows a customer's missing address as an empty list": {
    contradicts: [schema("Customer/properties/address")],
    mayAlso: [
      "an address is part of a customer",
      schema("Customer"),
      schema("CustomerAddress"),
      schema("StreetAddress"),
    ],
    deviation: shown("customer", (customer) => ({ ...customer, address: customer.address ?? [] })),
  },
  "shows the status of a subaccount as an object with an id and a name": {
    contradicts: [schema("SubaccountStatus")],
    mayAlso: ["the status is part of the subaccount", schema("SubaccountBase")],
    deviation: shown("subaccount", (subaccount) =>
      turn(subaccount, "status", (name) => ({ id: 2, name })),
    ),
  },
  "lists bank accounts with agency and agencyDigit, without a routingNumber": {
    contradicts: [schema("NewBankAccount")],
    mayAlso: ["the list shows what was created", schema("BankAccount")],
    deviation: answers((answer, asked) =>
      ok(answer) && is(asked, "GET /bank_accounts")
        ? withItems(answer, ({ routingNumber, ...account }) => {
            const [agency, agencyDigit] = String(routingNumber).split("-");
            return { ...account, agency, agencyDigit };
          })
        : answer,
    ),
  },
  "has UUIDs as ids of bank accounts: a deviation from the specification, which states the integer; no assumption":
    {
      contradicts: [],
      deviation: shown("bankAccount", (account) =>
        turn(account, "id", (id) => `5d0c4b1e-7a92-4c3f-9e68-${String(id).padStart(12, "0")}`),
      ),
    },
  "shows null as the postbackUrl of a withdrawal that was made without one": {
    contradicts: [schema("Withdrawal/properties/postbackUrl")],
    mayAlso: ["the URL is part of the withdrawal", schema("Withdrawal")],
    deviation: shown("withdrawal", (withdrawal) => ({ ...withdrawal, postbackUrl: null })),
  },
  "shows the status of a withdrawal in lower case: the new value of an open set, no contradiction":
    {
      contradicts: [],
      deviation: shown("withdrawal", (withdrawal) =>
        turn(withdrawal, "status", (status) => String(status).toLowerCase()),
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
    deviation: service(() => {
      const stored = new Set<unknown>();
      return {
        after: (answer, asked) => {
          if (!ok(answer) || !is(asked, ...shows.payment)) return answer;
          if (at(asked.body, "paymentType") === "tokenizedCard")
            stored.add(at(answer.body, "data.id"));
          return withItems(answer, (payment) =>
            isStored(payment) || stored.has(payment.id)
              ? { ...payment, paymentMethod: "tokenizedCard" }
              : payment,
          );
        },
      };
    }),
  },

  // Keys and the form of bodies
  "gives a token for the public key alone": {
    contradicts: [schema("TokenCreate")],
    deviation: answers((answer, asked) =>
      answer.status === 400 &&
      is(asked, "POST /auth") &&
      typeof at(asked.body, "publicKey") === "string" &&
      at(asked.body, "privateKey") === undefined
        ? {
            status: 200,
            body: {
              data: {
                access_token: "eyJhbGciOiJIUzI1NiJ9.e30.cHVi",
                refresh_token: "eyJhbGciOiJIUzI1NiJ9.e30.cmVm",
                expires_in: "3600s",
              },
              message: "Autenticado com sucesso",
            },
          }
        : answer,
    ),
  },
  "answers 403 to wrong keys": {
    contradicts: [response("WrongKeys")],
    mayAlso: ["the response is not the one of the example", example("error.WrongKeys")],
    deviation: restates(["POST /auth"], 401, 403),
  },
  "joins the problems of a body to one string": {
    contradicts: [example("error.ValidationFailed")],
    mayAlso: ["the example is one of the response", response("ValidationFailed")],
    deviation: answers((answer, asked) =>
      answer.status === 400 && is(asked, "POST /auth", ...validated)
        ? {
            ...answer,
            body: turn(answer.body, "data.message", (message) =>
              Array.isArray(message) ? message.join("; ") : message,
            ),
          }
        : answer,
    ),
  },
  "answers 201 where it makes something: one observation of the status for each operation, nothing new, nothing contradicted":
    {
      contradicts: [],
      deviation: restates(["POST /payments", ...validated], 200, 201),
    },

  // Creating payments
  "makes a Pix as CREATED, and shows it as PENDING when it is read": {
    contradicts: [transition(2)],
    deviation: answers((answer, asked) =>
      ok(answer) && is(asked, "POST /payments") && at(answer.body, "data.paymentMethod") === "pix"
        ? { ...answer, body: put(answer.body, "data.status", "CREATED") }
        : answer,
    ),
  },
  "makes a boleto as WAITING and reads it as PENDING: a deviation from the specification (PENDING once accepted), and new: WAITING → PENDING":
    {
      contradicts: [],
      deviation: answers((answer, asked) =>
        ok(answer) &&
        is(asked, "POST /payments") &&
        at(answer.body, "data.paymentMethod") === "billet"
          ? { ...answer, body: put(answer.body, "data.status", "WAITING") }
          : answer,
      ),
    },
  "answers 402 to a card that is declined": {
    contradicts: [example("payments.create.cardDeclined")],
    mayAlso: ["a declined card is assumed to be a payment that failed", transition(4)],
    deviation: answers((answer, asked) =>
      ok(answer) && is(asked, "POST /payments") && at(answer.body, "data.status") === "FAILED"
        ? failure(402, "Cartão recusado pelo emissor")
        : answer,
    ),
  },
  "takes a postal code only with its hyphen and a phone only without its plus: the refusals name both fields, the variants are not reached, nothing is contradicted":
    {
      contradicts: [],
      mayAlso: [
        "the example has both fields, and other requests leave them out",
        schema("CardCustomerAddress"),
        schema("CustomerDataAddress"),
      ],
      deviation: refuses("POST /payments", (body) => {
        const [zipcode, phone] = [
          at(body, "customerData.address.zipcode"),
          at(body, "customerData.phone"),
        ];
        return [
          typeof zipcode === "string" &&
            !/^\d{5}-\d{3}$/.test(zipcode) &&
            "customerData.address.zipcode must be like 00000-000",
          typeof phone === "string" &&
            phone.startsWith("+") &&
            "customerData.phone must contain only digits",
        ];
      }),
    },
  "accepts a charge of zero, to check a card": {
    contradicts: [schema("ChargedAmount")],
    mayAlso: ["the amount is part of the billing data", schema("BillingData")],
    deviation: service(() => {
      const free = new Set<unknown>();
      return {
        before: (request) =>
          is(request, "POST /payments") && at(request.body, "billingData.amount") === 0
            ? { ...request, body: put(request.body, "billingData.amount", 1) }
            : request,
        after: (answer, asked) => {
          if (!ok(answer) || !is(asked, ...shows.payment)) return answer;
          if (is(asked, "POST /payments") && at(asked.body, "billingData.amount") === 0)
            free.add(at(answer.body, "data.id"));
          return withItems(answer, (payment) =>
            free.has(payment.id) ? { ...payment, amount: 0 } : payment,
          );
        },
      };
    }),
  },
  "takes a card payment without installments as a single payment": {
    contradicts: [schema("CardBillingData")],
    deviation: takes("POST /payments", (body) =>
      /card$/i.test(String(body.paymentType)) && isData(body.billingData)
        ? { ...body, billingData: { installments: 1, ...body.billingData } }
        : body,
    ),
  },
  "needs neither complement nor reference in the address of a card payment, and returns null": {
    contradicts: [schema("CardCustomerAddress")],
    deviation: both(
      takes("POST /payments", (body) => {
        const address = at(body, "customerData.address");
        return body.paymentType === "card" && isData(address)
          ? put(body, "customerData.address", { complement: "-", reference: "-", ...address })
          : body;
      }),
      shown("payment", (payment) =>
        ["buyerDetails.complement", "buyerDetails.reference"].reduce<unknown>(
          (all, path) => turn(all, path, (text) => (text === "-" ? null : text)),
          payment,
        ),
      ),
    ),
  },
  "needs the buyer's phone for a Pix": {
    contradicts: [schema("CustomerData")],
    mayAlso: ["the phone is part of what a Pix needs", schema("PixPaymentCreate")],
    deviation: refuses("POST /payments", (body) => [
      body.paymentType === "pix" &&
        at(body, "customerData.phone") === undefined &&
        "customerData.phone must be a string",
    ]),
  },
  "passes the data of a card to the acquirer without checking their form": {
    contradicts: [schema("CardPaymentCreate/properties/cardData")],
    mayAlso: ["the card data are part of the payment", schema("CardPaymentCreate")],
    deviation: takes("POST /payments", (body) => {
      const forms: [string, RegExp, string][] = [
        ["cardNumber", /^\d{13,16}$/, "4111111111111111"],
        ["expirationMonth", /^(0[1-9]|1[0-2])$/, "08"],
        ["expirationYear", /^\d{4}$/, "2031"],
        ["securityCode", /^\d{3,4}$/, "123"],
      ];
      return forms.reduce<unknown>(
        (all, [name, form, valid]) =>
          turn(all, `cardData.${name}`, (text) =>
            typeof text === "string" && !form.test(text) ? valid : text,
          ),
        body,
      );
    }),
  },
  "takes the token of a stored card as cardToken, and refuses tokenizedCardId by its name": {
    contradicts: [schema("TokenizedCardPaymentCreate")],
    deviation: refuses("POST /payments", (body) => [
      body.paymentType === "tokenizedCard" &&
        body.tokenizedCardId !== undefined &&
        "property tokenizedCardId should not exist",
      body.paymentType === "tokenizedCard" &&
        body.cardToken === undefined &&
        "cardToken should not be empty",
    ]),
  },
  "calls a boleto boleto, and refuses the paymentType billet": {
    contradicts: [schema("PaymentCreate")],
    mayAlso: ["the form is unknown as a whole", schema("BilletPaymentCreate")],
    deviation: both(
      refuses("POST /payments", (body) => [
        body.paymentType === "billet" &&
          "paymentType must be one of the following values: card, tokenizedCard, pix, boleto",
      ]),
      takes("POST /payments", (body) =>
        body.paymentType === "boleto" ? { ...body, paymentType: "billet" } : body,
      ),
    ),
  },

  // Splits of payments
  "needs an amount, if only 0, beside the percentage of a split": {
    contradicts: [schema("PercentagePaymentSplitCreate")],
    mayAlso: ["the split is of this form", schema("PaymentSplitCreate")],
    notReached: "the service did not accept the example payments.create.cardWithSplits",
    deviation: refuses("POST /payments", (body) =>
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
    deviation: takes("POST /payments", (body) =>
      each(body, "splits", (split) => ({ chargebackLiable: true, ...split })),
    ),
  },
  "prefers the amount of a split to its percentage": {
    contradicts: [schema("PaymentSplitCreate")],
    mayAlso: [
      "the same split has the amount",
      schema("PercentagePaymentSplitCreate/properties/splitAmount"),
    ],
    deviation: takes("POST /payments", (body) =>
      each(body, "splits", (split) =>
        isPercentage(split) && Number.isInteger(split.splitAmount) && Number(split.splitAmount) > 0
          ? drop(split, "splitPercentage")
          : split,
      ),
    ),
  },
  "lets a subaccount that is not approved yet share in a payment": {
    contradicts: [response("PaymentRefused")],
    mayAlso: ["the example is one of the response", example("error.SubaccountNotApproved")],
    deviation: service(() => {
      const pending = new Set<unknown>();
      const shared = new Map<unknown, unknown>();
      return {
        before: (request) =>
          is(request, "POST /payments")
            ? {
                ...request,
                body: each(request.body, "splits", (split) =>
                  pending.has(split.subaccountId) ? { ...split, subaccountId: approved } : split,
                ),
              }
            : request,
        after: (answer, asked) => {
          if (!ok(answer)) return answer;
          if (is(asked, "POST /subaccounts/pf", "POST /subaccounts/pj"))
            pending.add(at(answer.body, "data.id"));
          if (!is(asked, ...shows.payment)) return answer;
          const sent = isData(asked.body)
            ? splitsOf(asked.body).find((split) => pending.has(split.subaccountId))
            : undefined;
          if (sent) shared.set(at(answer.body, "data.id"), sent.subaccountId);
          return withItems(answer, (payment) =>
            shared.has(payment.id)
              ? each(payment, "splits", (split) => ({
                  ...split,
                  subaccountId: shared.get(payment.id),
                }))
              : payment,
          );
        },
      };
    }),
  },

  // Refunds and cards
  "makes a refunded payment REVERSED": {
    contradicts: [transition(9)],
    mayAlso: ["the status answers a refund", schema("PaymentRefund")],
    deviation: shown("payment", (payment) =>
      payment.status === "REFUNDED" ? { ...payment, status: "REVERSED" } : payment,
    ),
  },
  "refunds later: the answer shows SUCCEEDED and the next read REFUNDED: a deviation from the specification (the answer's status is stated), no contradiction":
    {
      contradicts: [],
      mayAlso: ["the answer shows no refund", transition(9)],
      deviation: answers((answer, asked) =>
        ok(answer) && is(asked, "POST /payments/refund")
          ? { ...answer, body: put(answer.body, "data.status", "SUCCEEDED") }
          : answer,
      ),
    },
  "answers 403 to a refund that is not possible": {
    contradicts: [response("RefundRefused")],
    mayAlso: ["the example is one of the response", example("error.RefundRefused")],
    deviation: answers((answer, asked) =>
      is(asked, "POST /payments/refund") && isRule(answer) ? withStatus(answer, 403) : answer,
    ),
  },
  "answers a refund that is not possible with 400 and the code -7712": {
    contradicts: [example("error.RefundRefused")],
    mayAlso: ["the example is one of the response", response("RefundRefused")],
    deviation: answers((answer, asked) =>
      is(asked, "POST /payments/refund") && isRule(answer)
        ? failure(400, "O pagamento não pode ser estornado", -7712)
        : answer,
    ),
  },
  "answers 200 to deleting a card that does not exist, as if it were deleted again": {
    contradicts: [response("CardNotFound")],
    deviation: answers((answer, asked) =>
      answer.status === 404 && is(asked, "DELETE /cards/{id}")
        ? {
            status: 200,
            body: {
              data: { message: "Cartão removido com sucesso" },
              message: "Cartão removido com sucesso",
            },
          }
        : answer,
    ),
  },

  // Subscriptions
  "needs the expiration date when a subscription is updated": {
    contradicts: [schema("SubscriptionUpdate")],
    deviation: refuses("PUT /subscriptions/{id}", (body) => [
      body.expirationDate === undefined && "expirationDate must be a valid ISO 8601 date string",
    ]),
  },
  "takes the duration 0 as lifelong": {
    contradicts: [schema("SubscriptionUpdate/properties/duration")],
    mayAlso: ["the duration is part of the update", schema("SubscriptionUpdate")],
    deviation: takes("PUT /subscriptions/{id}", (body) =>
      body.duration === 0 ? drop(body, "duration") : body,
    ),
  },
  "answers an update of a subscription with its id and status alone": {
    contradicts: [schema("SubscriptionUpdated"), schema("Subscription")],
    notReached: "something inside is not as assumed",
    deviation: answers((answer, asked) =>
      ok(answer) && is(asked, "PUT /subscriptions/{id}")
        ? withItems(answer, ({ id, status }) => ({ id, status }))
        : answer,
    ),
  },
  "calls a subscription's split with an amount FIXED": {
    contradicts: [example("subscriptions.addSplit.amount")],
    deviation: answers((answer, asked) => {
      const rename = (split: Data): unknown =>
        split.splitType === "AMOUNT" ? { ...split, splitType: "FIXED" } : split;
      if (!ok(answer)) return answer;
      if (is(asked, "POST /subscriptions/add_split")) return withItems(answer, rename);
      return is(asked, ...shows.subscription)
        ? withItems(answer, (subscription) => each(subscription, "splits", rename))
        : answer;
    }),
  },
  "reads the type of a subscription's split from the field that has a value": {
    contradicts: [
      schema("AmountSubscriptionSplitCreate"),
      schema("PercentageSubscriptionSplitCreate"),
    ],
    deviation: takes("POST /subscriptions/add_split", (body) => {
      const type =
        body.splitPercentage !== undefined
          ? "percentage"
          : body.splitAmount !== undefined
            ? "amount"
            : undefined;
      return body.splitType === undefined && type ? { ...body, splitType: type } : body;
    }),
  },
  "answers 422 to a split of more than the subscription's amount": {
    contradicts: [response("SplitRefused")],
    mayAlso: [
      "the examples are those of the response",
      example("error.SplitsExceedAmount"),
      example("error.SubaccountNotApproved"),
    ],
    deviation: answers((answer, asked) =>
      is(asked, "POST /subscriptions/add_split") && isRule(answer)
        ? withStatus(answer, 422)
        : answer,
    ),
  },
  "answers 200 to removing a split that is not there": {
    contradicts: [response("SubscriptionOrSplitNotFound")],
    mayAlso: ["the example is one of the response", example("error.SplitNotFound")],
    deviation: answers((answer, asked) =>
      answer.status === 404 && is(asked, "DELETE /subscriptions/{id}/remove_split/{split}")
        ? {
            status: 200,
            body: { data: { message: "Divisão removida com sucesso" }, message: null },
          }
        : answer,
    ),
  },
  "answers 409 if a subscription's status does not allow the operation": {
    contradicts: [response("WrongStatus")],
    notReached:
      "A check from outside suspends no subscription, so nothing shows whether the service refuses the status or every such request.",
    deviation: answers((answer, asked) =>
      is(
        asked,
        "POST /subscriptions/{id}/suspend",
        "POST /subscriptions/{id}/reactivate",
        "PUT /subscriptions/{id}",
      ) && isRule(answer)
        ? withStatus(answer, 409)
        : answer,
    ),
  },

  // Customers and subaccounts
  "empties the names of a customer whose update leaves them out": {
    contradicts: [schema("CustomerUpdate")],
    deviation: service(() => {
      const empty = new Map<string, string[]>();
      return {
        after: (answer, asked) => {
          if (!ok(answer) || !is(asked, ...shows.customer)) return answer;
          if (is(asked, "PUT /customers/{id}"))
            empty.set(
              lastOf(asked),
              ["firstName", "lastName"].filter((name) => at(asked.body, name) === undefined),
            );
          return withItems(answer, (customer) =>
            (empty.get(String(customer.id)) ?? []).reduce<unknown>(
              (all, name) => put(all, name, ""),
              customer,
            ),
          );
        },
      };
    }),
  },
  "refuses the update of a customer's address with 400 and the code -7405": {
    contradicts: [response("AddressRefused")],
    mayAlso: [
      "the examples are those of the response",
      example("error.AddressIncomplete"),
      example("error.ValidationFailed"),
    ],
    deviation: answers((answer, asked) =>
      answer.status === 400 && is(asked, "PUT /customers/{id}") && isData(at(asked.body, "address"))
        ? {
            ...answer,
            body: { data: { message: at(answer.body, "data.message"), returnCode: -7405 } },
          }
        : answer,
    ),
  },
  "makes a subaccount without addresses": {
    contradicts: [schema("SubaccountCreateBase")],
    mayAlso: ["a company's subaccount has the same fields", schema("SubaccountPjCreate")],
    deviation: both(
      takes("POST /subaccounts/pf", (body) => ({ addresses: [], ...body })),
      takes("POST /subaccounts/pj", (body) => ({ addresses: [], ...body })),
    ),
  },
};

const listed = (table: Table, write: boolean): DeviatingService[] =>
  Object.entries(table).map(([name, rest]) => ({ name, ...rest, write }));

/**
 * Services that do something their own way, written from the contract and the rules alone: their author has not seen what
 * `centavo verify` sends, nor its tests.
 */
export const blindDeviations: readonly DeviatingService[] = [
  ...listed(shownByReads, false),
  ...listed(shownByWrites, true),
];
