import type { PaymentMethod } from "../../../generated/types.ts";
import type { Cursor } from "../../../src/contract/cursor.ts";
import { callbackOf, fieldOf, operationOf, transitionsIn } from "./contract-facts.ts";
import { code, drawSequence, LEFT, type Message, plain, RIGHT, strong } from "./sequence.ts";
import type { Words } from "./words.ts";

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
} as const;

/** The creation of a payment, what the buyer sees, the payment, the postback, and the reading. */
export function paymentSequence(contract: Cursor, words: Words, method: "pix" | "billet"): string {
  const { schema, limit } = SHOWN[method];
  const { title, description } = words[method];
  const statuses = statusesOf(contract, method);
  const assumed = statuses.filter(({ assumed }) => assumed).map(({ to }) => to);
  const [created = "", paid = "", expired = ""] = statuses.map(({ to }) => to);
  return drawSequence({
    title,
    description,
    // The calls need more room than what the buyer sees.
    lanes: [
      { name: words.buyer, x: LEFT },
      { name: words.shop, x: 178 },
      { name: words.service, x: RIGHT },
    ],
    messages: messagesOf(contract, words, method, { created, paid }),
    notes: [
      words.unpaid(fieldOf(contract, schema, limit), expired),
      ...(assumed.length > 0 ? [words.assumedStatuses(assumed.join(", "))] : []),
    ],
  });
}

function messagesOf(
  contract: Cursor,
  words: Words,
  method: "pix" | "billet",
  { created, paid }: { created: string; paid: string },
): Message[] {
  const { request, schema, fields } = SHOWN[method];
  const type = `${fieldOf(contract, request, "paymentType")}: ${method}`;
  const names = fields.map((name) => fieldOf(contract, schema, name));
  const [create, read] = ["payments.create", "payments.get"].map((id) => operationOf(contract, id));
  callbackOf(contract, "statusChanged");
  const toService = { from: SHOP, to: SERVICE };
  const toShop = { from: SERVICE, to: SHOP };
  const toBuyer = { from: SHOP, to: BUYER };
  return [
    { ...toService, lines: [code(`${create}`), code(type)] },
    { ...toShop, reply: true, lines: [created, ...names].map(code) },
    { ...toShop, lines: [strong(words.postback), code(created)] },
    { ...toBuyer, lines: [plain(words[method].show)] },
    { from: BUYER, to: SERVICE, lines: [plain(words[method].pay)] },
    { ...toShop, lines: [strong(words.postback), code(paid)] },
    { ...toService, lines: [code(`${read}`)] },
    { ...toShop, reply: true, lines: [code(paid)] },
    { ...toBuyer, lines: [plain(words.deliver)] },
  ];
}

/** The transitions of a payment that waits for its buyer: its creation, its payment, its end without one. */
function statusesOf(contract: Cursor, method: PaymentMethod) {
  const rows = transitionsIn(contract, "PaymentStatus").filter(({ methods }) =>
    methods.includes(method),
  );
  const created = rows.find(({ from }) => from.length === 0);
  const [paid, expired] = rows.filter(({ from }) => from.includes(created?.to ?? ""));
  if (!created || !paid || !expired) throw new Error(`No transitions of a ${method} payment.`);
  return [created, paid, expired];
}
