import type { Cursor } from "../../../src/contract/cursor.ts";
import { callbacks, operations } from "../../../src/contract/operations.ts";
import { transitionsOf } from "../transition-rows.ts";
import { code, drawSequence, LEFT, type Message, plain, RIGHT, strong } from "./draw-sequence.ts";
import type { Words } from "./words.ts";

type Method = "pix" | "billet";

const [BUYER, SHOP, SERVICE] = [0, 1, 2];

/** The request, the fields of the response with which the buyer pays, and the latest time for it. */
const SHOWN = {
  pix: {
    request: "PixPaymentCreate",
    schema: "PixDetails",
    fields: ["qrCodeUrl", "brCode"],
    limit: "expirationDate",
  },
  billet: {
    request: "BilletPaymentCreate",
    schema: "BilletDetails",
    fields: ["pdfUrl", "digitableLine"],
    limit: "paymentLimitDate",
  },
};

/** The creation of a payment, what the buyer sees, the payment, the postback, and the reading. */
export function paymentSequence(contract: Cursor, words: Words, method: Method): string {
  expectInContract(contract, method);
  const statuses = statusesOf(contract, method);
  const assumed = statuses.filter(({ assumed }) => assumed).map(({ to }) => to);
  const [created = "", paid = "", expired = ""] = statuses.map(({ to }) => to);
  return drawSequence({
    title: words[method].title,
    description: words[method].description,
    // The calls need more room than what the buyer sees.
    lanes: [
      { name: words.buyer, x: LEFT },
      { name: words.shop, x: 178 },
      { name: words.service, x: RIGHT },
    ],
    messages: messagesOf(words, method, { created, paid }),
    notes: [
      words.unpaid(SHOWN[method].limit, expired),
      ...(assumed.length > 0 ? [words.assumedStatuses(assumed.join(", "))] : []),
    ],
  });
}

function messagesOf(
  words: Words,
  method: Method,
  { created, paid }: { created: string; paid: string },
): Message[] {
  const toService = { from: SHOP, to: SERVICE };
  const toShop = { from: SERVICE, to: SHOP };
  const toBuyer = { from: SHOP, to: BUYER };
  return [
    { ...toService, lines: [code("payments.create"), code(`paymentType: ${method}`)] },
    { ...toShop, reply: true, lines: [created, ...SHOWN[method].fields].map(code) },
    { ...toShop, lines: [strong(words.postback), code(created)] },
    { ...toBuyer, lines: [plain(words[method].show)] },
    { from: BUYER, to: SERVICE, lines: [plain(words[method].pay)] },
    { ...toShop, lines: [strong(words.postback), code(paid)] },
    { ...toService, lines: [code("payments.get")] },
    { ...toShop, reply: true, lines: [code(paid)] },
    { ...toBuyer, lines: [plain(words.deliver)] },
  ];
}

/** @throws if the contract lacks a name in the picture. */
function expectInContract(contract: Cursor, method: Method): void {
  const { request, schema, fields, limit } = SHOWN[method];
  const fieldOf = (name: string, field: string) =>
    contract.at("components", "schemas", name, "properties", field).exists;
  const found = {
    "payments.create": operations(contract).some(({ id }) => id === "payments.create"),
    "payments.get": operations(contract).some(({ id }) => id === "payments.get"),
    statusChanged: callbacks(contract).some(({ name }) => name === "statusChanged"),
    paymentType: fieldOf(request, "paymentType"),
    ...Object.fromEntries([...fields, limit].map((field) => [field, fieldOf(schema, field)])),
  };
  const missing = Object.entries(found).flatMap(([name, exists]) => (exists ? [] : [name]));
  if (missing.length > 0) throw new Error(`A picture shows what the contract lacks: ${missing}.`);
}

/** The transitions of a payment that waits for its buyer: its creation, its payment, its end without one. */
function statusesOf(contract: Cursor, method: Method) {
  const all = transitionsOf(contract.at("components", "schemas", "PaymentStatus"));
  const rows = all.filter(({ methods }) => methods.includes(method));
  const created = rows.find(({ from }) => from.length === 0);
  const [paid, expired] = rows.filter(({ from }) => from.includes(created?.to ?? ""));
  if (!created || !paid || !expired) throw new Error(`No transitions of a ${method} payment.`);
  return [created, paid, expired];
}
