import type { PaymentMethod } from "../../../generated/types.ts";
import type { Cursor } from "../../../src/contract/cursor.ts";
import { callbackOf, callOf, fieldOf, transitionsIn } from "./contract-facts.ts";
import {
  arrow,
  box,
  LINE,
  type Line,
  line,
  paragraph,
  picture,
  type Tone,
  WIDTH,
  widthOf,
  wrap,
  write,
} from "./drawing.ts";
import type { Words } from "./words.ts";

/** A message from one lane to another, by their indexes. */
export interface Message {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly (Line | { tone: Tone; text: string; wraps: true })[];
  /** The response to the call before. */
  readonly reply?: boolean;
}

interface Lane {
  readonly name: string;
  readonly x: number;
}

interface Sequence {
  readonly title: string;
  readonly description: string;
  readonly lanes: readonly Lane[];
  readonly messages: readonly Message[];
  readonly notes: readonly string[];
}

const MARGIN = 12;
const HEAD = { width: 100, height: 34 };
const GAP = 14;

export const code = (text: string): Line => ({ tone: "code", text });
const strong = (text: string): Line => ({ tone: "strong", text });
const wrapped = (text: string, tone: Tone = "plain") => ({ tone, text, wraps: true }) as const;

const [BUYER, SHOP, SERVICE] = [0, 1, 2];

/** The creation of a payment, what the buyer sees, the payment, the postback, and the reading. */
export function payLater(contract: Cursor, words: Words, method: "pix" | "billet"): string {
  const { request, schema, fields, limit } = SHOWN[method];
  const { show, pay, ...text } = words[method];
  const [created, paid, expired] = statusesOf(contract, method);
  const read = callOf(contract, "payments.get").id;
  callbackOf(contract, "statusChanged");
  const postback = (status: string): Message => ({
    from: SERVICE,
    to: SHOP,
    lines: [strong(words.postback), code(status)],
  });
  const assumed = [created, paid, expired].filter(({ assumed }) => assumed).map(({ to }) => to);
  return drawSequence({
    ...text,
    // The calls need more room than what the buyer sees.
    lanes: [
      { name: words.buyer, x: 62 },
      { name: words.shop, x: 182 },
      { name: words.service, x: 338 },
    ],
    messages: [
      {
        from: SHOP,
        to: SERVICE,
        lines: [
          code(callOf(contract, "payments.create").id),
          code(`${fieldOf(contract, request, "paymentType")}: ${method}`),
        ],
      },
      {
        ...{ from: SERVICE, to: SHOP, reply: true },
        lines: [created.to, ...fields.map((name) => fieldOf(contract, schema, name))].map(code),
      },
      postback(created.to),
      { from: SHOP, to: BUYER, lines: [wrapped(show)] },
      { from: BUYER, to: SERVICE, lines: [wrapped(pay)] },
      postback(paid.to),
      { from: SHOP, to: SERVICE, lines: [code(read)] },
      { from: SERVICE, to: SHOP, reply: true, lines: [code(paid.to)] },
      { from: SHOP, to: BUYER, lines: [wrapped(words.deliver)] },
    ],
    notes: [
      words.unpaid(fieldOf(contract, schema, limit), expired.to),
      ...(assumed.length > 0 ? [words.assumedStatuses(assumed.join(", "))] : []),
    ],
  });
}

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

/** The transitions of a payment that waits for its buyer: its creation, its payment, its end without one. */
function statusesOf(contract: Cursor, method: PaymentMethod) {
  const rows = transitionsIn(contract, "PaymentStatus").filter(({ methods }) =>
    methods.includes(method),
  );
  const created = rows.find(({ from }) => from.length === 0);
  const [paid, expired] = rows.filter(({ from }) => from.includes(created?.to ?? ""));
  if (!created || !paid || !expired) throw new Error(`No transitions of a ${method} payment.`);
  return [created, paid, expired] as const;
}

/** A call in the picture, and what its response contains for the next calls. */
export interface Step {
  operationId: string;
  /** The request example of the contract to send, if the operation takes a body. */
  example?: string;
  brings: keyof Words["cardToRefund"]["brings"];
  /** The status of the payment in the response. */
  status?: string;
  /** The parameters and fields of later calls that take the id from this response. */
  idFor?: readonly string[];
}

/** From a new account to a refund. test/docs/card-to-refund.test.ts sends these calls to a new sandbox. */
export const STEPS: readonly Step[] = [
  { operationId: "auth.createToken", example: "keys", brings: "token" },
  { operationId: "payments.create", example: "card", brings: "payment", status: "SUCCEEDED" },
  { operationId: "customers.list", brings: "customer", idFor: ["customerId"] },
  { operationId: "cards.tokenize", example: "card", brings: "card", idFor: ["tokenizedCardId"] },
  {
    operationId: "payments.create",
    example: "tokenizedCard",
    brings: "cardPayment",
    status: "SUCCEEDED",
    idFor: ["paymentId", "transactionId"],
  },
  { operationId: "payments.get", brings: "readPayment", status: "SUCCEEDED" },
  { operationId: "payments.refund", example: "card", brings: "refund", status: "REFUNDED" },
];

/** The steps from a new account to a refund. */
export function cardToRefund(contract: Cursor, words: Words): string {
  const { title, description, server, brings } = words.cardToRefund;
  return drawSequence({
    ...{ title, description },
    lanes: [
      { name: server, x: 62 },
      { name: words.service, x: 338 },
    ],
    messages: STEPS.flatMap(({ operationId, ...step }): Message[] => {
      const { id, http } = callOf(contract, operationId);
      return [
        { from: 0, to: 1, lines: [code(id), { tone: "soft", text: http }] },
        {
          ...{ from: 1, to: 0, reply: true },
          lines: [wrapped(brings[step.brings]), ...(step.status ? [code(step.status)] : [])],
        },
      ];
    }),
    notes: [],
  });
}

/** Draws the lanes side by side, and the messages between them from top to bottom. */
export function drawSequence({ title, description, lanes, messages, notes }: Sequence): string {
  const xOf = (lane: number) => lanes[lane]?.x ?? 0;
  let y = MARGIN + HEAD.height + 8;
  const drawn = messages.map(({ from, to, lines, reply = false }) => {
    const room = Math.abs(xOf(to) - xOf(from)) - 14;
    const label = lines.flatMap((each) =>
      "wraps" in each ? wrap(each.text, room, each.tone) : each,
    );
    const middle = (xOf(from) + xOf(to)) / 2;
    y += GAP;
    const top = y;
    y += label.length * LINE + 4;
    const inset = from < to ? 1 : -1;
    return [
      ...(Math.abs(to - from) > 1 ? [behind(middle, top, label)] : []),
      paragraph(middle, top + 13, label, "middle"),
      arrow([xOf(from) + inset, y], [xOf(to) - 2 * inset, y], { dashed: reply }),
    ].join("\n");
  });
  const end = y + 14;
  const noteLines = notes.flatMap((note) => wrap(note, WIDTH - 2 * MARGIN, "soft"));
  const height = end + (noteLines.length > 0 ? noteLines.length * LINE + 16 : 8);
  const heads = lanes.map(({ name, x }) =>
    [
      line([x, MARGIN + HEAD.height], [x, end]),
      box([x - HEAD.width / 2, MARGIN], [HEAD.width, HEAD.height], "main"),
      write(x, MARGIN + 22, strong(name), "middle"),
    ].join("\n"),
  );
  const footer = paragraph(MARGIN, end + 20, noteLines);
  return picture({ title, description }, height, [...heads, ...drawn, footer]);
}

/** Covers the lane that a label crosses. */
function behind(middle: number, top: number, label: readonly Line[]): string {
  const width = Math.max(...label.map(widthOf)) + 12;
  return box([middle - width / 2, top - 2], [width, label.length * LINE + 2], "ground", 0);
}
