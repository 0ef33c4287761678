import { body } from "../sandbox/contract-examples.ts";
import type { Header, Request } from "./generate-valid-requests.ts";

/** As much as a body may have, with some room for what is around it. */
const MOST = 1_048_576 - 3_000;

const header: Header = ["content-type", "application/json"];

function post(target: string, value: unknown, method = "POST"): Request {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { method, target, headers: [header], body: Buffer.from(text) };
}

/** A text of which nothing more fits into a body. */
function most(part: string): string {
  const size = Buffer.byteLength(JSON.stringify(part)) - 2;
  return part.repeat(Math.floor(MOST / size));
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

/** Texts that are hard on those who search in them. */
const hardTexts: Record<string, string> = {
  letters: most("a"),
  digits: most("4"),
  "digits that stand apart": most("4 "),
  "digits with dashes": most("4-"),
  "almost a card number": most("411111111111111 "),
  dashes: most("-"),
  spaces: most(" "),
  backslashes: most("\\"),
  quotes: most('"'),
  NUL: most("\u0000"),
  "halves of characters": most("\ud800"),
  emoji: most("👩‍👩‍👧‍👦"),
};

/** Where a text can appear. */
const places: Record<string, (text: string) => Request> = {
  "a buyer's name": (text) =>
    post("/payments", {
      ...payment,
      customerData: { ...payment.customerData, firstName: text },
    }),
  "an address to report to": (text) =>
    post("/payments", {
      ...payment,
      billingData: { ...payment.billingData, postbackUrl: `http://127.0.0.1:1/${text}` },
    }),
  "an account number": (text) => post("/bank_accounts", { ...account, accountNumber: text }),
  "a birthdate": (text) => post("/_sandbox/customers", { ...customer, birthdate: text }),
  "a card number": (text) =>
    post("/cards/tokenize", { ...body("cards.tokenize", "card"), cardNumber: text }),
  "an id": (text) => post("/payments/refund", { transactionId: text }),
  "a moment": (text) => post("/_sandbox/clock/advance", { to: text }),
};

const longTexts = Object.entries(places).flatMap(([place, make]) =>
  Object.entries(hardTexts).map(([what, text]): [string, Request] => [
    `${place} of nothing but ${what}`,
    make(text),
  ]),
);

/** Requests as large as they may be, and small ones that could be a lot of work. */
export const largeRequests: Record<string, Request> = {
  ...Object.fromEntries(longTexts),
  "splits that say nothing": post("/payments", withField(payment, "splits", list("{}"))),
  "splits that are none": post("/payments", withField(payment, "splits", list("1"))),
  "addresses that say nothing": post(
    "/subaccounts/pf",
    withField(subaccount, "addresses", list("{}")),
  ),
  "faults of nothing": post("/_sandbox/faults", `{"faults":${list("{}")}}`, "PUT"),
  "lists in lists": post("/payments", "[".repeat(MOST / 2) + "]".repeat(MOST / 2)),
  "objects in objects": post(
    "/_sandbox/customers",
    withField(customer, "x", `${'{"a":'.repeat(MOST / 7)}1${"}".repeat(MOST / 7)}`),
  ),
  "lists in a field that is known": post(
    "/_sandbox/customers",
    withField(customer, "address", "[".repeat(MOST / 2.1) + "]".repeat(MOST / 2.1)),
  ),
  "fields that nobody knows": post(
    "/payments",
    `{${Array.from({ length: 80_000 }, (_, number) => `"k${number}":1`).join()}}`,
  ),
  "one field again and again": post("/payments", `{${Array(150_000).fill('"a":1').join()}}`),
  "a number of a million digits": post("/payments", `{"amount":${"9".repeat(MOST)}}`),
  "nothing but spaces": post("/payments", " ".repeat(MOST)),
  "a secret of backslashes": post("/cards/tokenize", {
    cardNumber: `${"\\".repeat(30)}x`,
    note: "\\".repeat(4_000),
  }),
  "a secret of quotes": post("/cards/tokenize", {
    cardNumber: `${'\\"'.repeat(30)}x`,
    note: '\\"'.repeat(2_000),
  }),
  "secrets without end": post(
    "/cards/tokenize",
    Object.fromEntries(
      Array.from({ length: 250 }, (_, number) => [`k${number}`, { cardNumber: `x${number}y-` }]),
    ),
  ),
  "a billet for a name that fills a book": post("/payments", {
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
