import { isObject } from "../../src/contract/cursor.ts";
import { valueAt } from "../../src/contract/json-pointer.ts";
import type { DeviatingRequest, Deviation } from "./deviating-sandbox.ts";
import { field } from "./other-service.ts";

const CREATING = /^\/(payments|subaccounts\/p[fj]|cards\/tokenize|bank_accounts)$/;

/** Answers like many services: 201 to what was created, 204 without a body to what was deleted. */
export const otherSuccesses: Deviation = {
  response({ status, body }, { method }) {
    if (status !== 200) return { status, body };
    if (method === "DELETE") return { status: 204, body: "" };
    return { status: method === "POST" ? 201 : 200, body };
  },
};

/** Refuses some requests before it looks at them, so that they do nothing. */
function refusesUnread(
  status: number,
  isRefused: (request: DeviatingRequest) => boolean,
  message = "no",
): Required<Deviation> {
  const refused = new WeakSet<DeviatingRequest>();
  return {
    request(request) {
      if (!isRefused(request)) return request;
      refused.add(request);
      return { ...request, method: "GET", path: "/payments", query: { limit: "1" } };
    },
    response: (response, request) =>
      refused.has(request) ? { status, body: { data: { message, statusCode: status } } } : response,
  };
}

/** Refuses a second payment of the same buyer and amount, a second subaccount of a person and the like. */
function refusesDuplicates(status: number): Deviation {
  const seen = new Set<string>();
  return refusesUnread(status, ({ method, path, body }) => {
    if (method !== "POST" || !CREATING.test(path) || path === "/cards/tokenize") return false;
    const at = (...pointers: string[]) => pointers.map((pointer) => valueAt(body, pointer)).join();
    const keys =
      path === "/payments"
        ? [at("/customerData/document", "/customerData/email", "/billingData/amount")]
        : [at("/juridicDataPartner/cpf"), at("/juridicDataPartner/email"), at("/document")];
    const wanted = keys.map((key) => `${path} ${key}`).filter((key) => !/ ,*$/.test(key));
    const isDuplicate = wanted.some((key) => seen.has(key));
    for (const key of wanted) seen.add(key);
    return isDuplicate;
  });
}

const isPayment = ({ method, path }: DeviatingRequest) => method === "POST" && path === "/payments";

/** Makes some payments, and then refuses some requests for one, and so on. */
export function limitsPayments(
  made: number,
  refused = Number.POSITIVE_INFINITY,
  { status = 400, message = "Limite atingido", type = "" } = {},
): Deviation {
  let left = made;
  let wait = refused;
  const isLimited = (request: DeviatingRequest) =>
    isPayment(request) && (!type || valueAt(request.body, "/paymentType") === type);
  const isRefused = (request: DeviatingRequest) => {
    if (!isLimited(request) || left > 0) return false;
    if (--wait === 0) [left, wait] = [made, refused];
    return true;
  };
  const { request, response } = refusesUnread(status, isRefused, message);
  return {
    request,
    response(answer, asked) {
      const shown = response(answer, asked);
      if (isLimited(asked) && shown.status < 300) left--;
      return shown;
    },
  };
}

/** Refuses each token after some requests. */
export function expires(lifetime: number): Deviation {
  const sent = new Map<unknown, number>();
  return refusesUnread(401, ({ headers: { authorization } }) => {
    sent.set(authorization, (sent.get(authorization) ?? 0) + 1);
    return authorization !== undefined && Number(sent.get(authorization)) > lifetime;
  });
}

/** After some requests, takes one in a second. */
function limitsTheRate(free: number): Deviation {
  let sent = 0;
  let last = 0;
  return refusesUnread(429, ({ path }) => {
    sent += path === "/auth" ? 0 : 1;
    const isTooEarly = sent > free && Date.now() - last < 990;
    if (!isTooEarly) last = Date.now();
    return isTooEarly;
  });
}

const isList = (data: unknown): data is unknown[] => Array.isArray(data);

/** Returns all items of a list at once, and many. */
const manyItems: Deviation = {
  response({ status, body }, { method, path }) {
    const items = valueAt(body, "/data");
    if (method !== "GET" || path !== "/customers" || !isList(items) || items.length === 0)
      return { status, body };
    const data = Array.from({ length: 100_000 }, (_, index) => items[index % items.length]);
    return { status, body: { ...Object(body), data } };
  },
};

const unknownEverywhere: Deviation = {
  response: ({ status, body }) => ({
    status,
    body: JSON.parse(JSON.stringify(body), (key, value) => {
      if (key === "statusId" || key === "addressType") return "SOMETHING";
      return isObject(value) ? { ...value, "x-trace": { at: 1 } } : value;
    }),
  }),
};

/** A filter finds nothing for a while: its index is late. */
function lateFilters(): Deviation {
  const asked = new Map<string, number>();
  return {
    response({ status, body }, { query, path }) {
      const key = `${path}?${new URLSearchParams(query)}`;
      const first = asked.get(key) ?? Date.now();
      asked.set(key, first);
      const isLate = Object.keys(query).length > 0 && Date.now() - first < 500;
      return isLate && status === 200 && isList(valueAt(body, "/data"))
        ? { status, body: { ...Object(body), data: [] } }
        : { status, body };
    },
  };
}

const htmlErrors: Deviation = {
  response: ({ status, body }) => ({
    status,
    body: status >= 400 ? "<!doctype html><h1>Error</h1>" : body,
  }),
};

/** Returns no data once, to the first payment. */
function noDataOnce(): Deviation {
  let times = 0;
  return field("data", (data) => (times++ === 0 ? null : data), "payments.create");
}

const pixLimit = { status: 422, type: "pix" };
const namedLimit = {
  message: "billingData.amount exceeds what paymentType pix allows",
  type: "pix",
};

/** Services that do not deviate, and are difficult all the same. The quickest come first. */
export const difficult: [name: string, deviation: () => Deviation][] = [
  ["returns 201 for what it creates, and 204 for a deletion", () => otherSuccesses],
  ["refuses duplicates with 400", () => refusesDuplicates(400)],
  ["makes three payments by Pix", () => limitsPayments(3, undefined, { type: "pix" })],
  ["returns no data once", noDataOnce],
  ["has tokens that expire", () => expires(60)],
  ["refuses duplicates with 409", () => refusesDuplicates(409)],
  ["makes one payment by Pix, or answers 422", () => limitsPayments(1, undefined, pixLimit)],
  ["says that it makes no more payments by Pix", () => limitsPayments(2, undefined, namedLimit)],
  ["has no payments by Pix, and says so of fields", () => limitsPayments(0, undefined, namedLimit)],
  ["takes five payments in a while", () => limitsPayments(5, 9)],
  ["takes three payments in a while, or answers 422", () => limitsPayments(3, 4, { status: 422 })],
  ["takes two payments in a while", () => limitsPayments(2, 30)],
  ["returns unknown fields, values and statuses", () => unknownEverywhere],
  ["has errors that are pages", () => htmlErrors],
  ["finds things late", lateFilters],
  ["returns 100,000 items", () => manyItems],
  ["asks for fewer requests", () => limitsTheRate(120)],
];
