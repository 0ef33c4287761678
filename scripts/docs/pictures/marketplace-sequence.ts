import type { Cursor } from "../../../src/contract/cursor.ts";
import { operations } from "../../../src/contract/operations.ts";
import { code, drawSequence, LEFT, type Message, plain, RIGHT, strong } from "./draw-sequence.ts";
import type { Words } from "./words.ts";

const [SELLER, MARKETPLACE, SERVICE] = [0, 1, 2];

const CALLS = [
  "subaccounts.createPf",
  "subaccounts.createPj",
  "subaccounts.get",
  "payments.create",
];

/** From a seller who registers to the seller's money. */
export function marketplaceSequence(contract: Cursor, words: Words): string {
  const known = new Set(operations(contract).map(({ id }) => id));
  const missing = CALLS.filter((id) => !known.has(id));
  if (missing.length > 0) throw new Error(`A picture shows what the contract lacks: ${missing}.`);
  const { title, description, seller, marketplace, ...text } = words.marketplace;
  const [createPf = "", createPj = "", get = "", pay = ""] = CALLS;
  const toService = { from: MARKETPLACE, to: SERVICE };
  const toMarketplace = { from: SERVICE, to: MARKETPLACE };
  const messages: Message[] = [
    { from: SELLER, to: MARKETPLACE, lines: [plain(text.register)] },
    { ...toService, lines: [code(createPf), code(createPj)] },
    { ...toMarketplace, reply: true, lines: [code("PENDING")] },
    { ...toService, lines: [code(get), plain(text.again)] },
    { ...toMarketplace, reply: true, lines: [code("APPROVED")] },
    { ...toService, lines: [code(pay), code("splits")] },
    { ...toMarketplace, lines: [plain(text.paid), strong(words.postback), code("PAID")] },
    { from: MARKETPLACE, to: SELLER, lines: [plain(text.ship)] },
    { from: SERVICE, to: SELLER, lines: [strong(text.share)] },
  ];
  return drawSequence({
    title,
    description,
    lanes: [
      { name: seller, x: LEFT },
      { name: marketplace, x: 178 },
      { name: words.service, x: RIGHT },
    ],
    messages,
    notes: [text.refund, words.assumedStatuses("APPROVED")],
  });
}
