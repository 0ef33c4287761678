import { body } from "../../sandbox/contract-examples.ts";
import type { Header, Request } from "./fuzzed-requests.ts";
import { hostileJson } from "./hostile-json.ts";

/** As much as a body may have, with some room for what is around it. */
const MOST = 1_048_576 - 3_000;

const header: Header = ["content-type", "application/json"];

export function postOf(target: string, value: unknown, method = "POST"): Request {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { method, target, headers: [header], body: Buffer.from(text) };
}

function list(item: string): string {
  return `[${Array(Math.floor(MOST / (item.length + 1)))
    .fill(item)
    .join(",")}]`;
}

function withField(example: object, name: string, json: string): string {
  return JSON.stringify(example).replace(/}$/, `,"${name}":${json}}`);
}

const payment = body("payments.create", "pix");
const billet = body("payments.create", "billet");
const customer = body("customers.create", "customer");
const account = body("bankAccounts.create", "checking");
const subaccount = body("subaccounts.createPf", "pf");

/** Where a text can appear. */
const places: Record<string, (text: string) => Request> = {
  "an address to report to": (text) =>
    postOf("/payments", {
      ...payment,
      billingData: { ...payment.billingData, postbackUrl: `http://127.0.0.1:1/${text}` },
    }),
  "an account number": (text) => postOf("/bank_accounts", { ...account, accountNumber: text }),
  "a birthdate": (text) => postOf("/_sandbox/customers", { ...customer, birthdate: text }),
  "a card number": (text) =>
    postOf("/cards/tokenize", { ...body("cards.tokenize", "card"), cardNumber: text }),
  "an id": (text) => postOf("/payments/refund", { transactionId: text }),
  "a moment": (text) => postOf("/_sandbox/clock/advance", { to: text }),
};

const longTexts = Object.entries(places).flatMap(([place, make]) =>
  Object.entries(hostileJson).flatMap(([what, json]): [string, Request][] => {
    const text: unknown = JSON.parse(json(MOST));
    return typeof text === "string" ? [[`${place} of ${what}`, make(text)]] : [];
  }),
);

/** Requests as large as they may be, and small ones that could be a lot of work. */
export const largeRequests: Record<string, Request> = {
  ...Object.fromEntries(longTexts),
  "splits that say nothing": postOf("/payments", withField(payment, "splits", list("{}"))),
  "splits that are none": postOf("/payments", withField(payment, "splits", list("1"))),
  "addresses that say nothing": postOf(
    "/subaccounts/pf",
    withField(subaccount, "addresses", list("{}")),
  ),
  "faults of nothing": postOf("/_sandbox/faults", `{"faults":${list("{}")}}`, "PUT"),
  "lists in a field that is known": postOf(
    "/_sandbox/customers",
    withField(customer, "address", "[".repeat(MOST / 2.1) + "]".repeat(MOST / 2.1)),
  ),
  "nothing but spaces": postOf("/payments", " ".repeat(MOST)),
  "a billet for a name that fills a book": postOf("/payments", {
    ...billet,
    customerData: { ...billet.customerData, firstName: "é ".repeat(200_000) },
  }),
  "a query of many parameters": {
    method: "GET",
    target: `/subscriptions?${"a=1&".repeat(3_500)}`,
    headers: [],
  },
  "a query of nothing but encodings": {
    method: "GET",
    target: `/subscriptions?title=${"%F0%9F%91%A9".repeat(1_200)}`,
    headers: [],
  },
  "a path of slashes": { method: "GET", target: "/".repeat(15_000), headers: [] },
  "a path of digits": { method: "GET", target: `/${"4-".repeat(7_000)}`, headers: [] },
};
